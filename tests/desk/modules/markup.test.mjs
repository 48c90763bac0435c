import assert from "node:assert/strict";
import { test } from "node:test";
import { h, markup } from "../../../service/desk/static/view/markup.js";
import { textOf } from "./reading.mjs";

test("a line break and the space around it are no text, and a space within a line is", () => {
  const element = markup`<p>
    one <b>two</b> three,
    four${" "}
    <i>five</i>
  </p>`;
  assert.equal(textOf(element), "one two three, four five");
});

test("attributes are texts, values, both, or alone; props are spread among them", () => {
  const props = { id: "x", change: { type: "changed" } };
  const { tag, key, props: rest, on } = markup`<input class="a b-${1}" key="k ${2}" checked ...${props} size=${3} />`;
  assert.deepEqual([tag, key], ["input", "k 2"]);
  assert.deepEqual(rest, { class: "a b-1", checked: true, id: "x", size: 3 });
  assert.deepEqual(on, { change: { type: "changed" } });
});

test("what stands in braces is a child whatever is in it, and never markup or props", () => {
  const said = "<b>bold</b>";
  const element = markup`<p>${said}${{ class: "x" }}${[markup`<i>a</i>`, null, false, 0]}</p>`;
  assert.deepEqual(
    element.children.map((child) => child.tag ?? child),
    [said, "i", "0"],
  );
  assert.deepEqual(element.props, {});
});

test("the same place makes the same keys, whatever is left out", () => {
  const view = (isShown) => markup`<div>${isShown && h("p", null)}<b>x</b></div>`;
  assert.deepEqual([view(true).keys, view(false).keys], [["0", "1"], ["1"]]);
});

test("several elements are a list", () => {
  assert.deepEqual(
    markup`<b>1</b> <br /> <b>2</b>`.map((each) => each.tag ?? each),
    ["b", " ", "br", " ", "b"],
  );
});
