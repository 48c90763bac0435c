// Whether play was stopped, and what the score sheet says.

import { onSheet, placeOnSheet, SHEET_ROWS } from "../record/afterwards.js";
import { pointed } from "../record/entries.js";
import { rulesNow, sidesOf } from "../record/table.js";
import { faultOf, markButtons, titled, typedInto, wideTable, withMinus } from "./elements.js";
import { markup } from "./markup.js";
import { gravity, marksAt } from "../table/marks.js";

export function afterwardsView(state, found) {
  return titled("section", "After the play", stoppedField(state), sheetFields(state, found));
}

/** Whether play was stopped: asked only where the log may have ended early. */
function stoppedField(state) {
  const { stopped = false, claim, tricks } = state.record;
  const isShort = tricks.length > 0 && tricks.length < rulesNow(state).handSize && !claim;
  if (!stopped && !isShort) return null;
  return [
    markup`<label class="check" key="stopped">
      <input type="checkbox" data-place="stopped" checked=${stopped} change=${{ type: "stopped" }} />
      Play was stopped here
    </label>`,
    stopped ? null : markup`<p class="hint">If it was not, the tricks that are missing may be missing anywhere.</p>`,
  ];
}

function sheetFields(state, found) {
  const { record } = state;
  const rules = rulesNow(state);
  const sides = sidesOf(record, rules);
  return markup`<details key="sheet" open=${record.reported !== undefined || record.before !== undefined}>
    <summary>What the score sheet says</summary>
    <p class="hint">The last side's tricks are filled in.</p>
    ${wideTable(
      "score-sheet",
      ["", ...sides],
      Object.entries(SHEET_ROWS).map(
        ([row, { title }]) =>
          markup`<tr key=${row}>
            <th scope="row">${title}</th>
            ${sides.map((side) => sheetCell(state, found, { row, title, side }))}
          </tr>`,
      ),
    )}
    ${Object.keys(SHEET_ROWS).flatMap((row) =>
      sides.map((side) => faultOf(state, `${row} ${side}`, sheetText(state, row, side))),
    )}
  </details>`;
}

const sheetText = ({ record }, row, side) => withMinus(onSheet(record, row, side) ?? "");

function sheetCell(state, found, { row, title, side }) {
  const place = placeOnSheet(row, side).map(pointed).join("/");
  const marks = marksAt(found, place);
  const over = sheetText(state, row, side);
  return markup`<td key=${side} class="cell ${gravity(marks)}">
    ${typedInto(
      state,
      `${row} ${side}`,
      over,
      { type: "sheet", row, side },
      { class: "number", size: "5", label: `${title.toLowerCase()}, ${side}`, "data-place": place },
    )}
    ${markButtons(marks)}
  </td>`;
}
