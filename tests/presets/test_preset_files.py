"""Files of presets: what is wrong with one is said, all of it, and what is read can be played by."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.presets.loader import (
    PRESETS_FOLDER,
    OwnPresets,
    UnusablePresets,
    own_presets,
    preset_files,
    presets,
    put_in_force,
    resolve,
)
from service.spades.catalogue.entries import Worth
from service.spades.catalogue.parameters.contracts import ContractRules
from service.spades.rules.ruleset import ENTRIES, Reference, dotted, plain, value_of

HEAD = (
    'name = "our-club"\nversion = "1"\ntitle = "Our club"\nsummary = "Bags of three."\n'
    'source = { title = "House rules" }\n'
)
BASIS = '"written", "rule 7"'
BAGS = f"[parameters.bags]\nlimit = [3, {BASIS}]\n"


def option(name: str, group: str, values: str, rest: str = "") -> str:
    return f'[options.{name}]\ntitle = "{name}"\n{rest}\n[options.{name}.parameters.{group}]\n{values}\n'


def value(member: str, text: str) -> str:
    place, _, key = f"parameters.{member}".rpartition(".")
    return f"[{place}]\n{key} = [{text}, {BASIS}]\n"


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
    (folder / "house.toml").write_text(HEAD + BAGS + option("short", "game", f"target = [200, {BASIS}]"))
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
            HEAD.replace('{ title = "House rules" }', '"House rules"'),
            [', source: "House rules" is no table: write { title = "House rules" }.'],
        ),
        (
            HEAD.replace('{ title = "House rules" }', '{ titel = "x", url = "ftp://x", read = "May" }'),
            [
                ", source.titel: there is no such member: write title; there are title, url and read.",
                ", source.title: it is missing.",
                ', source.url: "ftp://x" can\'t be used: write an address that begins with https://.',
                ', source.read: "May" can\'t be used: write a day, such as 2026-05-01.',
            ],
        ),
        (
            HEAD.replace('{ title = "House rules" }', "{ title = 3, url = 4, read = 5 }"),
            [
                f", source.{key}: {each} can't be used: write a text"
                for key, each in (("title", 3), ("url", 4), ("read", 5))
            ],
        ),
        (
            HEAD + "[parameters.bags]\nlimit = 3\n",
            [', parameters.bags.limit: 3 can\'t be used: write [3, "written", "rule 7"].'],
        ),
        (
            HEAD + '[parameters.bags]\nlimit = [3, "written"]\n[parameters.bids.number]\nleast = []\n',
            [
                ', parameters.bags.limit: [3, "written"] can\'t be used: write [3, "written", "rule 7"].',
                ', parameters.bids.number.least: [] can\'t be used: write [[], "written", "rule 7"].',
            ],
        ),
        (
            HEAD + "[parameters.bids]\nnumber = 3\n",
            [", parameters.bids.number: 3 is no table: write [parameters.bids.number]."],
        ),
        (HEAD + "parameters = 3\n", [", parameters: 3 is no table: write [parameters.bids]."]),
        (
            HEAD + value("bags.limmit", "3") + value("penaltys.x", "1") + value("bids.number.leest", "1"),
            [
                ", parameters.bags.limmit: there is no such parameter: write limit; there are limit, penalty, credit,",
                ", parameters.penaltys: there is no such group of parameters: write penalties; there are table, deck,",
                ", parameters.bids.number.leest: there is no such parameter: write least; there are allowed,",
            ],
        ),
        (
            HEAD + value("bids.nil.target", "3") + value("bags.count", "3") + value("sandbags.limit", "3"),
            [
                ", parameters.bids.nil.target: there is no such parameter: write game.target; there are",
                ", parameters.bags.count: there is no such parameter; there are limit",
                ", parameters.sandbags: there is no such group of parameters: write bags; there are",
            ],
        ),
        (
            HEAD + '[parameters.game]\ntarget = [3, "guessed", " "]\n',
            [
                ', parameters.game.target: "guessed" can\'t be used: write "written", "implied" or "default".',
                ', parameters.game.target: " " can\'t be used: write a text of one line in quotation marks,',
            ],
        ),
        (
            HEAD
            + value("table.sides", '"pairs"')
            + value("game.target", "true")
            + value("bids.blind_nil.allowed", "1"),
            [
                ', parameters.table.sides: "pairs" can\'t be used: write "partnership" or "individual".',
                ", parameters.game.target: true can't be used: write a whole number from 1 to 100,000.",
                ", parameters.bids.blind_nil.allowed: 1 can't be used: write true or false.",
            ],
        ),
        (
            HEAD + value("deck.removed", "{ 7 = [] }") + value("contracts", "2024-01-01"),
            [
                ', parameters.deck.removed: {"7": []} can\'t be used: write cards for numbers of players, such',
                ', parameters.contracts: "2024-01-01" can\'t be used: write a list of contracts, such as',
            ],
        ),
        # A worth, a list of numbers or of remedies, a row of contracts.
        (
            HEAD
            + value("bids.nil.made", "100")
            + value("bids.number.made", "{ per_missing_trick = 10 }")
            + value("bids.blind_nil.failed", "{ points = true }")
            + value("bids.blind.failed", "{ tricks = -10 }"),
            [
                ", parameters.bids.nil.made: 100 can't be used: write points, per_trick or both,",
                ', parameters.bids.number.made: {"per_missing_trick": 10} can\'t be used: write points,',
                ', parameters.bids.blind_nil.failed: {"points": true} can\'t be used: write points, per_trick',
                ', parameters.bids.blind.failed: {"tricks": -10} can\'t be used: write points, per_trick',
            ],
        ),
        (
            HEAD + value("bids.table.not", "11") + value("penalties.revoke.of", '["tricks", "tricks"]'),
            [
                ", parameters.bids.table.not: 11 can't be used: write a list of numbers, such as [11].",
                ', parameters.penalties.revoke.of: ["tricks", "tricks"] can\'t be used: write a list of remedies',
            ],
        ),
        *(
            (HEAD + value("contracts", row), [", parameters.contracts: "])
            for row in (
                "[{ least = 10 }]",
                "[3]",
                "[{ made = {}, lest = 10 }]",
                "[{ made = {}, least = 28 }]",
                "[{ made = {}, most = true }]",
                '[{ made = {}, blind = "yes" }]',
                "[{ made = {}, instead = 1 }]",
                "[{ made = { points = -1 } }]",
                "[{ made = {}, failed = { points = 1 } }]",
                f"[{', '.join(['{ made = {} }'] * 17)}]",
            )
        ),
        # The wrong sign.
        (
            HEAD
            + value("bags.penalty", "100")
            + value("bids.nil.made", "{ points = -50 }")
            + value("game.floor", "-200"),
            [
                ", parameters.bags.penalty: 100 can't be used: write -100.",
                ', parameters.bids.nil.made: {"points": -50} can\'t be used: write { points = 50 }.',
            ],
        ),
        (
            HEAD
            + value("bids.nil.failed", "{ points = 100, per_trick = -10 }")
            + value("bags.credit", "-50")
            + value("penalties.revoke.points", "200"),
            [
                ', parameters.bids.nil.failed: {"points": 100, "per_trick": -10} can\'t be used: write { points = -100',
                ", parameters.bags.credit: -50 can't be used: write 50.",
                ", parameters.penalties.revoke.points: 200 can't be used: write -200.",
            ],
        ),
        # The names of old, and the lists of values that equal the default.
        (
            HEAD + value("scoring.bag_limit", "3") + value("irregularities.revoke_tricks", "2"),
            [
                ", parameters.scoring.bag_limit: there is no such parameter: write bags.limit; there are",
                ", parameters.irregularities.revoke_tricks: there is no such parameter: write penalties.revoke.tricks;",
            ],
        ),
        (
            HEAD + 'written = ["bidding.minimum", "bags.limmit", "weather", 3]\nimplied = "bags.limit"\n',
            [
                ', written: there is no parameter "bidding.minimum": write bids.number.least.',
                ', written: there is no parameter "bags.limmit": write bags.limit.',
                ', written: there is no parameter "weather".',
                ", written: there is no parameter 3.",
                ', implied: "bags.limit" can\'t be used: write a list of parameters, such as ["bags.limit"].',
            ],
        ),
        (
            HEAD + value("bids.number.least", "14"),
            [", parameters: bids.number.least and deck.hand_size: 14 is more than the 13 tricks in a round."],
        ),
        (
            HEAD + option("hard", "bids.number", f"least = [14, {BASIS}]"),
            [", options.hard: bids.number.least and deck.hand_size: 14 is more than the 13 tricks in a round."],
        ),
        (
            HEAD
            + option("one", "bids.nil", f"made = [{{ points = 50 }}, {BASIS}]")
            + option("two", "bids.nil", f"made = [{{ points = 60 }}, {BASIS}]"),
            [", options.one and options.two: two and one set bids.nil.made to different values."],
        ),
        (
            HEAD + option("one", "bids.nil", "", 'excludes = ["one"]') + "[options.two]\n",
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


def test_of_a_contract_with_points_of_its_own_only_the_wrong_sign_is_changed(folder: Path) -> None:
    worths = "made = { points = -200 }, failed = { points = 100, per_trick = -1 }"
    rows = f"[{{ least = 10, {worths}, instead = true }}, {{ made = {{}} }}]"
    (fault,) = faults_of(HEAD + value("contracts", rows), folder)
    meant = rows.replace("-200", "200").replace("100,", "-100,")
    assert fault.endswith(f"can't be used: write {meant}.")


def test_a_value_that_equals_the_default_may_be_listed_with_its_basis_alone(folder: Path) -> None:
    lists = 'written = ["bids.number.made", "bags.carry"]\nimplied = ["play.spade_lead"]\n'
    (folder / "house.toml").write_text(HEAD + lists + BAGS)
    put_in_force(own_presets(preset_files(folder)))
    ruleset = resolve(Reference("our-club"))
    assert ruleset.basis["bids.number.made"] == ("written", "House rules")
    assert ruleset.basis["bags.carry"] == ("written", "House rules")
    assert ruleset.basis["play.spade_lead"] == ("implied", "House rules")
    assert ruleset.basis["play.broken_by"].basis == "default"
    assert value_of(ruleset.parameters, "bids.number.made") == Worth(per_trick=10)


def test_a_value_that_is_stated_goes_before_a_list(folder: Path) -> None:
    (folder / "house.toml").write_text(HEAD + 'written = ["bags.limit"]\n' + BAGS)
    put_in_force(own_presets(preset_files(folder)))
    ruleset = resolve(Reference("our-club"))
    assert (ruleset.parameters.bags.limit, ruleset.basis["bags.limit"]) == (3, ("written", "rule 7"))


def test_a_file_says_from_which_page_it_is_and_when_that_was_read(folder: Path) -> None:
    source = '{ title = "House rules", url = "https://example.org/rules", read = "2026-05-01" }'
    (folder / "house.toml").write_text(HEAD.replace('{ title = "House rules" }', source))
    (folder / "other.toml").write_text(HEAD.replace("our-club", "other-club"))
    found = own_presets(preset_files(folder)).presets
    assert found["our-club"].source == ("House rules", "https://example.org/rules", "2026-05-01")
    assert found["other-club"].source == ("House rules", "", "")


def test_rows_contracts_and_worths_are_read_as_they_are_written(folder: Path) -> None:
    rows = "[{ least = 10, made = { points = 100 }, failed = { points = -100 } }, { bid = false, made = {} }]"
    worth = value("bids.number.failed", "{ points = -5, per_trick = -10, per_missing_trick = -1 }")
    choice = f'[parameters.penalties.revoke]\nremedy = ["choice", {BASIS}]\nof = [["tricks", "redeal"], {BASIS}]\n'
    totals = f"[parameters.bids.table]\nnot = [[11, 13], {BASIS}]\n"
    contracts = f"[parameters]\ncontracts = [{rows}, {BASIS}]\n"
    (folder / "house.toml").write_text(HEAD + contracts + worth + choice + totals)
    put_in_force(own_presets(preset_files(folder)))
    parameters = resolve(Reference("our-club")).parameters
    assert parameters.contracts == (
        ContractRules(least=10, made=Worth(100), failed=Worth(-100)),
        ContractRules(bid=False, made=Worth()),
    )
    assert parameters.bids.number.failed == Worth(-5, -10, -1)
    assert (parameters.penalties.revoke.remedy, parameters.penalties.revoke.of) == ("choice", ("tricks", "redeal"))
    assert parameters.bids.table.not_ == (11, 13)


def test_the_lists_of_a_preset_name_what_equals_the_default() -> None:
    """So that what is stated is exactly what differs, but for what rests on a reading of this service."""
    for path in preset_files(PRESETS_FOLDER):
        content = tomllib.loads(path.read_text())
        stated = dotted(content.get("parameters", {}))
        listed = [*content.get("written", ()), *content.get("implied", ())]
        assert len(set(listed)) == len(listed), path
        assert not set(listed) & set(stated), path
        same = {name for name, (given, *_) in stated.items() if given == plain(ENTRIES[name].default)}
        assert same == set(), path


def test_options_that_exclude_each_other_may_differ(folder: Path) -> None:
    made = [f"made = [{{ points = {points} }}, {BASIS}]" for points in (50, 60)]
    text = HEAD + option("one", "bids.nil", made[0]) + option("two", "bids.nil", made[1], 'excludes = ["one"]')
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
