"""Screens and the UI trees beside them (one turn) while they are read."""

from __future__ import annotations

from dataclasses import replace

from shotveil.cli.pipeline.reading import complete_screens
from shotveil.cli.pipeline.request import Item, Reading
from shotveil.core.geometry import Box
from shotveil.core.records import Block, View

SCREEN = View("s", "all", 1, "image", "1.png", width=200, height=400)
NODE = Block("n", "Ines Okafor", Box(10, 100, 110, 120), Box(10, 100, 110, 120).quad())
TREE = View("t", "all", 1, "tree", "1.xml", width=200, height=400, blocks=(NODE,))


def item(name: str, kind: str, turn: int) -> Item:
    return Item(name, name, kind, turn, "all")


def texts(*readings: tuple[Item, Reading]) -> list[str]:
    done = [reading for _, reading in complete_screens(readings)]
    return [block.text for block in done[-1].views[-1].blocks]


def test_a_screen_takes_the_texts_of_the_tree_of_its_turn() -> None:
    tree, screen = item("1.xml", "uiautomator", 1), item("1.png", "image", 1)
    assert texts((tree, Reading(tree, (TREE,))), (screen, Reading(screen, (SCREEN,)))) == ["Ines Okafor"]


def test_trees_of_several_windows_add_each_text_once() -> None:
    tree, screen = item("1.xml", "uiautomator", 1), item("1.png", "image", 1)
    dialog = replace(TREE, id="t2", blocks=(NODE, Block("m", "Bo", Box(10, 300, 60, 320), NODE.quad)))
    found = texts((tree, Reading(tree, (TREE, dialog))), (screen, Reading(screen, (SCREEN,))))
    assert found == ["Ines Okafor", "Bo"]


def test_a_tree_of_another_turn_says_nothing() -> None:
    tree = item("1.xml", "uiautomator", 1)
    later = item("2.png", "image", 2)
    assert texts((tree, Reading(tree, (TREE,))), (later, Reading(later, (replace(SCREEN, turn=2),)))) == []
