"""Fields for one part of a name hold names, whatever the word; in files and in running text."""

from __future__ import annotations

import pytest
from found_values import find

GONE = "Juniper", "Will", "Sky", "Autumn", "Hope"


def find_names(text: str, form: str) -> list[str]:
    return [value for kind, value in find(text, f"t.{form}") if kind == "NAME"]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('{"first_name":"Juniper","last_name":"Hope"}', "json"),
        ('[{"firstName":"Will"},{"surname":"Sky"}]', "json"),
        ('{"given":"Autumn","family":"Hope"}', "json"),
        ('{"name":{"first":"Hope","last":"Sky"}}', "json"),
        ('{"first":"Sky","last":"Will","email":"x@example.com"}', "json"),
        ("first,last,birth date,town\nJuniper,Hope,1990-01-02,Aspen\nWill,Sky,1991-01-02,Leeds\n", "csv"),
        ("first_name,last_name\nAutumn,Hope\nSky,Will\n", "csv"),
        ("First Name;Surname;City\nJuniper;Hope;Leeds\n", "csv"),
        ("Vorname;Nachname;Ort\nJuniper;Will;Kiel\n", "csv"),
        ("Nombre,Apellido,Ciudad\nMarta,Hope,Sevilla\n", "csv"),
        ("Prénom;Nom de famille;Ville\nSky;Hope;Lyon\n", "csv"),
        ("Nome;Cognome;Città\nMarta;Hope;Pisa\n", "csv"),
        ("first_name: Juniper\nlast_name: Hope\nperson:\n  given_name: Sky\n", "txt"),
        ('first_name = "Sky"\nlast_name = "Hope"\n', "txt"),
        ("First name: Sky\nFamily name: Autumn\n", "txt"),
        ("<p><firstName>Sky</firstName><last_name>Hope</last_name></p>", "txt"),
        ("firstname=Sky&lastname=Hope", "txt"),
    ],
)
def test_a_told_part_is_a_name(text: str, form: str) -> None:
    assert {word for word in GONE if word in text} <= set(find_names(text, form))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('{"first_name":"test","last_name":"n/a"}', "json"),
        ('{"first_name":"true","last_name":"null"}', "json"),
        ('{"first_name":"${first}","last_name":"12"}', "json"),
        ('{"first_name":"First name","last_name":"Nachname"}', "json"),
        ('{"first_name":"required|string","last_name":"string"}', "json"),
        ('{"pages":{"first":"Intro","last":"Index"},"family":"Serif"}', "json"),
        ("first,second,last\nred,green,blue\n", "csv"),
        ("model,family,first seen\nX1,Serif,2024-01-02\n", "csv"),
        ("First name: Required\nLast name: (optional)\n", "txt"),
        ("firstName: string; lastName: props.last", "txt"),
        ("First name\nLast name\nEmail", "txt"),
    ],
)
def test_what_stands_for_no_value_stays(text: str, form: str) -> None:
    assert find_names(text, form) == []


@pytest.mark.parametrize(
    "table",
    [
        "Vorname;Nachname;Ort;Telefon;Geburtsdatum\nWolke;Sommer;Kiel;0421 555 0199;01.02.1990\n",
        "Prénom;Nom;Ville;Téléphone;Date de naissance\nFleur;Bonheur;Lyon;555-0199;01/02/1990\n",
        "Nombre,Apellido,Ciudad,Teléfono,Fecha de nacimiento\nSol,Campo,Sevilla,600 555 019,01/02/1990\n",
        "Nome,Cognome,Città,Telefono,Data di nascita\nGioia,Bello,Pisa,055 555 0199,01/02/1990\n",
        "Nome;Sobrenome;Cidade;Telefone;Data de nascimento\nLua;Campos;Natal;555-0199;01/02/1990\n",
    ],
)
def test_heads_of_other_languages(table: str) -> None:
    assert [kind for kind, _ in find(table, "t.csv")] == ["NAME", "NAME", "ADDR", "PHONE", "TIME"]
