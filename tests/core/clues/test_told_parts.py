"""Fields for one part of a name hold names, whatever the word; in files and in running text."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.sources import open_text

GONE = "Juniper", "Will", "Sky", "Autumn", "Hope"


def left(text: str, form: str = "text") -> set[str]:
    """Words of ``GONE`` that no name covers, in a text of the given format."""
    document = open_text(text.encode(), f"t.{form}", form, session="s", turn=0)
    views = Detector().detect(document.views)
    found = {o.text for view in views for o in view.occurrences if o.type == "NAME"}
    return {word for word in GONE if word in text} - found


def count_names(text: str, form: str = "text") -> int:
    document = open_text(text.encode(), f"t.{form}", form, session="s", turn=0)
    return sum(o.type == "NAME" for view in Detector().detect(document.views) for o in view.occurrences)


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
        ("first_name: Juniper\nlast_name: Hope\nperson:\n  given_name: Sky\n", "text"),
        ('first_name = "Sky"\nlast_name = "Hope"\n', "text"),
        ("First name: Sky\nFamily name: Autumn\n", "text"),
        ("<p><firstName>Sky</firstName><last_name>Hope</last_name></p>", "text"),
        ("firstname=Sky&lastname=Hope", "text"),
    ],
)
def test_a_told_part_is_a_name(text: str, form: str) -> None:
    assert left(text, form) == set()


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
        ("First name: Required\nLast name: (optional)\n", "text"),
        ("firstName: string; lastName: props.last", "text"),
        ("First name\nLast name\nEmail", "text"),
    ],
)
def test_what_stands_for_no_value_stays(text: str, form: str) -> None:
    assert count_names(text, form) == 0


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
    document = open_text(table.encode(), "t.csv", "csv", session="s", turn=0)
    views = Detector().detect(document.views)
    found = [o.type for view in views for o in view.occurrences]
    assert found == ["NAME", "NAME", "ADDR", "PHONE", "TIME"]
