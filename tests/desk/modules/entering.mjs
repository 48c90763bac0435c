// What the desk asks after what was entered, and what it then shows: of each line of the input a line of the output.
// A line has the events of somebody at the desk, and once the service has been asked, its answer.

import { createInterface } from "node:readline";
import { formOf, questionOf, rulingOf } from "../../../service/desk/static/dispute/question.js";
import { rulesNow } from "../../../service/desk/static/record/table.js";
import { initial } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";
import { pageView } from "../../../service/desk/static/view/page.js";
import { found, textOf } from "./reading.mjs";

const textsOf = (element, test) => found(element, test).map(textOf);
const isOffence = ({ tag, props }) => tag === "li" && props.class === "offence";
const isA =
  (name) =>
  ({ tag, props }) =>
    tag === name || (props.class ?? "").split(" ").includes(name);

function shownOf(state) {
  const page = pageView(state);
  const [ruling] = found(page, ({ props }) => props.id === "ruling");
  return {
    words: textsOf(ruling, isA("verdict-word")).map((text) => text.slice(1)),
    offences: found(ruling, isA("findings")).flatMap((list) => textsOf(list, isOffence)),
    points: found(ruling, isA("scores")).flatMap((scores) =>
      found(scores, isA("table")).map((table) => [textsOf(table, isA("caption"))[0], textsOf(table, isA("td")).at(-1)]),
    ),
    text: textOf(ruling),
    faults: textsOf(page, isA("fault")),
    fields: found(page, isA("input")).map(({ props }) => props.value),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { events, answer } = JSON.parse(line);
  const state = events.reduce(update, initial());
  const question = questionOf(state);
  const ruled =
    answer && update(state, { type: "ruled", asked: state.asked, answer: rulingOf(question, answer, rulesNow(state)) });
  console.log(JSON.stringify({ question, form: question && formOf(question), shown: shownOf(ruled ?? state) }));
}
