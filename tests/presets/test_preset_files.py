"""Files of presets: what is wrong with one is said, all of it, and what is read can be played by."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.presets.loader import (
    OwnPresets,
    UnusablePresets,
    own_presets,
    preset_files,
    presets,
    put_in_force,
    resolve,
)
from service.spades.rules.ruleset import Reference

HEAD = 'name = "our-club"\nversion = "1"\ntitle = "Our club"\nsummary = "Bags of three."\nsource = "House rules"\n'
STATED = 'basis = "written", source = "rule 7"'
BAGS = f"[parameters.bags]\nlimit = {{ value = 3, {STATED} }}\n"


def option(name: str, group: str, values: str, rest: str = "") -> str:
    return f'[options.{name}]\ntitle = "{name}"\n{rest}\n[options.{name}.parameters.{group}]\n{values}\n'


def value(member: str, text: str) -> str:
    group, _, key = member.partition(".")
    return f"[parameters.{group}]\n{key} = {{ value = {text}, {STATED} }}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    put_in_force(OwnPresets())


def faults_in(folder: Path) -> list[str]:
    """Return the faults of the files of a folder, each without the path of the folder."""
    with pytest.raises(UnusablePresets) as refused:
        own_presets(preset_files(folder))
    assert str(refused.value).splitlines() == list(refused.value.faults)
    return [fault.removeprefix(f"{folder}/") for fault in refused.value.faults]


def faults_of(text: str, folder: Path) -> list[str]:
    (folder / "house.toml").write_text(text)
    return [fault.removeprefix("house.toml") for fault in faults_in(folder)]


def test_a_preset_of_a_folder_is_one_like_those_that_ship(folder: Path) -> None:
    (folder / "house.toml").write_text(HEAD + BAGS + option("short", "game", f"target = {{ value = 200, {STATED} }}"))
    (folder / "notes.txt").write_text("not a preset")
    put_in_force(own_presets(preset_files(folder)))
    assert list(presets()) == sorted(presets())
    ruleset = resolve(Reference("our-club", ("short",)))
    assert (ruleset.parameters.bags.limit, ruleset.parameters.game.target) == (3, 200)
    assert ruleset.basis["bags.limit"] == ("written", "rule 7")
    put_in_force(OwnPresets())
    assert "our-club" not in presets()


def test_a_folder_may_be_empty(folder: Path) -> None:
    assert own_presets(preset_files(folder)) == OwnPresets()


def test_a_folder_that_is_not_there_is_refused(folder: Path) -> None:
    for path, reason in ((folder / "none", "No such file or directory"), (Path(__file__), "Not a directory")):
        with pytest.raises(UnusablePresets, match=f"the folder of presets can't be read: {reason}"):
            preset_files(path)


def test_what_is_no_file_is_not_opened(folder: Path) -> None:
    """A pipe would be waited for, and a device read without end."""
    os.mkfifo(folder / "pipe.toml")
    (folder / "zeros.toml").symlink_to("/dev/zero")
    assert faults_in(folder) == [f"{name}.toml: it is no file." for name in ("pipe", "zeros")]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("name = x\n", [": it is not TOML: Invalid value (at line 1, column 8)."]),
        ("a = " + "[" * 100_000, [": it is nested too deep."]),
        ("a = " + "9" * 5_000, [": a number in it is too long."]),
        (
            HEAD.replace("summary", "sumary"),
            [
                ", sumary: there is no such member: write summary; there are name, version, title, summary, source,",
                ", summary: it is missing.",
            ],
        ),
        (
            HEAD.replace('"1"', "1").replace("Our club", " "),
            [
                ", version: 1 can't be used: write a text of one line in quotation marks, at most 2,000 characters.",
                ', title: " " can\'t be used: write a text of one line in quotation marks, at most 2,000 characters.',
            ],
        ),
        (
            HEAD.replace("our-club", "Our Club"),
            [', name: "Our Club" can\'t be used as a name: write small letters, digits and hyphens, such as our-club,'],
        ),
        (HEAD.replace("our-club", "pagat"), [", name: pagat is the name of a preset that ships: choose another."]),
        (HEAD.replace("our-club", "resolve"), [", name: resolve is the path of an operation: choose another."]),
        (
            HEAD + "[parameters.bags]\nlimit = 3\n",
            [', parameters.bags.limit: 3 is no table: write { value = 3, basis = "written", source ='],
        ),
        (
            HEAD + value("bags.limmit", "3") + value("scoring2.x", "1"),
            [
                ", parameters.bags.limmit: there is no such parameter: write limit; there are limit, penalty,",
                ", parameters.scoring2: there is no such group of parameters: write scoring; there are table, deck,",
            ],
        ),
        (
            HEAD + value("nil.target", "3"),
            [", parameters.nil.target: there is no such parameter: write game.target; there are made, failed, blind,"],
        ),
        (
            HEAD + '[parameters.game]\ntarget = { value = 3, basis = "guessed", why = "x" }\n',
            [
                ", parameters.game.target.why: there is no such member; there are value, basis and source.",
                ", parameters.game.target.source: it is missing.",
                ', parameters.game.target.basis: "guessed" can\'t be used: write "written", "implied" or "default".',
            ],
        ),
        (
            HEAD
            + value("table.sides", '"pairs"')
            + value("game.target", "true")
            + value("bids.blind_nil.allowed", "1"),
            [
                ', parameters.table.sides.value: "pairs" can\'t be used: write "partnership" or "individual".',
                ", parameters.game.target.value: true can't be used: write a whole number from 1 to 100,000.",
                ", parameters.nil.blind.value: 1 can't be used: write true or false.",
            ],
        ),
        (
            HEAD + value("deck.removed", "{ 7 = [] }") + value("contracts", "2024-01-01"),
            [
                ', parameters.deck.removed.value: {"7": []} can\'t be used: write cards for numbers of players, such',
                ', parameters.special_bids.slam.value: "2024-01-01" can\'t be used: write { made = a whole number',
            ],
        ),
        (
            HEAD + value("bags.penalty", "100") + value("bids.nil.made", "-50") + value("game.floor", "-200"),
            [
                ", parameters.bags.penalty.value: 100 can't be used: write -100.",
                ", parameters.nil.made.value: -50 can't be used: write 50.",
            ],
        ),
        (
            HEAD + value("bids.number.least", "14"),
            [", parameters: bids.number.least and deck.hand_size: 14 is more than the 13 tricks in a round."],
        ),
        (
            HEAD + option("hard", "bidding", f"minimum = {{ value = 14, {STATED} }}"),
            [", options.hard: bids.number.least and deck.hand_size: 14 is more than the 13 tricks in a round."],
        ),
        (
            HEAD
            + option("one", "nil", f"made = {{ value = 50, {STATED} }}")
            + option("two", "nil", f"made = {{ value = 60, {STATED} }}"),
            [", options.one and options.two: two and one set bids.nil.made to different values."],
        ),
        (
            HEAD + option("one", "nil", "", 'excludes = ["one"]') + "[options.two]\n",
            [
                ', options.one.excludes: write a list of other options of this file, of ["two"].',
                ", options.two.title: it is missing.",
                ", options.two.parameters: it is missing.",
            ],
        ),
        (HEAD + "options = []\n", [", options: [] is no table: write [options.short-game]."]),
    ],
)
def test_what_is_wrong_is_said_with_its_place_and_what_to_write(text: str, faults: list[str], folder: Path) -> None:
    found = faults_of(text, folder)
    assert [fault[: len(start)] for fault, start in zip(found, faults, strict=True)] == faults


def test_of_a_contract_with_its_own_points_only_the_wrong_sign_is_changed(folder: Path) -> None:
    (fault,) = faults_of(HEAD + value("contracts", "{ made = 200, failed = 100 }"), folder)
    assert fault.endswith("can't be used: write { made = 200, failed = -100 }, at least made.")


def test_options_that_exclude_each_other_may_differ(folder: Path) -> None:
    made = [f"made = {{ value = {points}, {STATED} }}" for points in (50, 60)]
    text = HEAD + option("one", "nil", made[0]) + option("two", "nil", made[1], 'excludes = ["one"]')
    (folder / "house.toml").write_text(text)
    assert set(own_presets(preset_files(folder)).presets["our-club"].options) == {"one", "two"}


def test_the_faults_of_all_files_are_said_together(folder: Path) -> None:
    (folder / "a.toml").write_text(HEAD)
    (folder / "b.toml").write_text(HEAD)
    (folder / "c.toml").write_bytes(b'name = "\xff"')
    (folder / "d.toml").mkdir()
    (folder / "e.toml").symlink_to(folder / "nowhere")
    (folder / "f\x1b[31m.toml").write_text("")
    found = faults_in(folder)
    assert found[:4] == [
        f"b.toml, name: our-club is the name of the preset in {folder}/a.toml: choose another.",
        "c.toml: it is no text in UTF-8.",
        "d.toml: it can't be read: Is a directory.",
        "e.toml: it can't be read: No such file or directory.",
    ]
    assert [fault.rpartition(", ")[2] for fault in found[4:]] == [
        f"{name}: it is missing." for name in ("name", "version", "title", "summary", "source")
    ]
    assert all(fault.isprintable() for fault in found)
