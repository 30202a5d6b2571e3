import { mayBeginWith } from './beginnings.ts';

const placeholder = /^[\s*_<([`-]{0,6}edits?[\s*_>)\]`:-]{0,6}$/iu;
const noEdits =
  /^[\s*_<([`-]{0,6}(?:no (?:edits?|changes?|insertions?)(?: (?:are )?(?:needed|required|necessary))?|none|nothing(?: to (?:add|change|insert))?|n\/a|keine(?: änderungen)?|ninguno|ninguna|sin cambios)[\s*_>)\]`.!-]{0,6}$/iu;
const leadIn = /^[\s*_<([`-]{0,6}/u;
const noEditsBeginnings = [
  'edit',
  'no edit',
  'no change',
  'no insertion',
  'none',
  'nothing',
  'n/a',
  'keine',
  'ninguno',
  'ninguna',
  'sin cambios',
];

const editsLeadIn =
  /^[^\n]{0,160}\b(?:edits?|insert\w*|replace\w*|additions?|changes)\b[^\n]{0,80}:[\s*_]*$/iu;
const leadInBeginnings = [
  'here ',
  "here'",
  'here’',
  'below',
  'these are',
  'the edits',
  'sure',
  'okay',
  'following',
  'my ',
];

/** `<edits>`, as the asked form has it. */
export function isPlaceholder(line: string): boolean {
  return placeholder.test(line);
}

/** A line that says that a version needs no edits. */
export function isNoEditsLine(line: string): boolean {
  return noEdits.test(line);
}

/** Whether a line of which only `start` has arrived may turn out to be one of the two. */
export function mayBeNoEditsLine(start: string): boolean {
  return start.length <= 48 && mayBeginWith(start.replace(leadIn, ''), noEditsBeginnings);
}

/** A line that announces edits: `Here are the edits:`. */
export function isEditsLeadIn(line: string): boolean {
  return mayBeEditsLeadIn(line) && editsLeadIn.test(line);
}

/** Whether a line of which only `start` has arrived may turn out to be one. */
export function mayBeEditsLeadIn(start: string): boolean {
  return start.length <= 240 && mayBeginWith(start.replace(leadIn, ''), leadInBeginnings);
}
