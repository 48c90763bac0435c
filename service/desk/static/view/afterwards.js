// Whether play was stopped: asked only where the log may have ended early.

import { rulesNow } from "../record/table.js";
import { titled } from "./elements.js";
import { markup } from "./markup.js";

export function afterwardsView(state) {
  const { stopped = false, claim, tricks } = state.record;
  const isShort = tricks.length > 0 && tricks.length < rulesNow(state).handSize && !claim;
  if (!stopped && !isShort) return null;
  return titled(
    "section",
    "After the play",
    markup`<label class="check" key="stopped">
      <input type="checkbox" data-place="stopped" checked=${stopped} change=${{ type: "stopped" }} />
      Play was stopped here
    </label>`,
    stopped ? null : markup`<p class="hint">If it was not, the tricks that are missing may be missing anywhere.</p>`,
  );
}
