// Which protocol has which view: one explicit table. A new protocol adds a module and a line.

import * as entailment from "./entailment.js";
import * as factuality from "./factuality.js";
import * as jury from "./jury.js";
import * as news from "./news.js";
import * as plain from "./plain.js";
import * as trial from "./trial.js";

const VIEWS = { jury, trial, entailment, factuality, news };

/** A view has `stages`, `groups(state, evidence)`, and may have `glance`, `marks`, `stageOf`, `wide` and titles. */
export const viewOf = (protocol) => VIEWS[protocol] ?? plain;
