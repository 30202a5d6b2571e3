/** The beginning of an edit: what it does, with which sentence, and what of its text stands on the line. */
export type EditLine = {
  readonly action: 'insert' | 'replace';
  readonly sentence: number;
  readonly text: string;
  /** Emphasis that was opened before the edit and not closed before its text. */
  readonly emphasis: string;
};

const decoration = String.raw`[ \t]*(?:(?:#{1,6}|>|[-–—•+]|\*(?=[ \t])|\d{1,3}[.)])[ \t]*){0,2}`;
const target = String.raw`(?:(?:right[ \t]+)?(?:after|behind|at|for)[ \t]+)?(?:the[ \t]+)?(?:sentence|line|number|no\.?|nr\.?)?[ \t]*[[(#]{0,2}(\d{1,7})[\])]?`;
const separator = String.raw`[ \t]*([*_\x60]{0,3})[ \t]*(?:[:：]|[-–—][ \t]|[-=]>|→|$)[ \t]*([*_\x60]{0,3})[ \t]*`;
const edit = new RegExp(
  String.raw`^${decoration}([*_\x60]{0,3})[ \t]*(INSERT|REPLACE)(?:ION|MENT)?[ \t]*([*_]{0,3})[ \t]*${target}${separator}([^]*)$`,
  'iu',
);
/** Meant as an edit, but of what cannot be told. Written in capitals only, as it was asked for. */
const attempt = new RegExp(
  String.raw`^${decoration}[*_\x60]{0,3}[ \t]*(?:INSERT|REPLACE|DELETE|REMOVE|MOVE)\b(?:[^:：\n]{0,40}[:：]|[ \t]*[[(#]?\d{1,7}[\])]?[ \t.]*$)`,
  'u',
);
const beginning = new RegExp(
  String.raw`^${decoration}[*_\x60]{0,3}[ \t]*(?:\d{1,3}|(?:INSERT|REPLACE|DELETE|REMOVE|MOVE)(?:[^:：\n]{0,48}[:：]?[ \t*_\x60]{0,8})|INSER|INSE|INS|IN|I|REPLAC|REPLA|REPL|REP|REMOV|REMO|REM|RE|R|DELET|DELE|DEL|DE|D|MOV|MO|M|)$`,
  'iu',
);
export function readEditLine(line: string): EditLine | null {
  const match = edit.exec(line);
  if (match === null) return null;
  const [, before = '', action = '', within = '', digits = '', inner = '', after = '', text = ''] = match;
  const isOpen = before !== '' && [within, inner, after].every((marks) => marks !== before);
  // Marks behind the colon belong to the text, unless they close what was opened before the edit.
  const own = before === after ? '' : after;
  return {
    action: action.toUpperCase() === 'INSERT' ? 'insert' : 'replace',
    sentence: Number(digits),
    text: `${own}${text}`.trimStart(),
    emphasis: isOpen ? before : '',
  };
}

/** Whether a line is written like an edit, of which it may not say everything. */
export function isEditAttempt(line: string): boolean {
  return readEditLine(line) !== null || attempt.test(line);
}

/** Whether a line of which only `start` has arrived may turn out to be an edit's. */
export function mayBeEditLine(start: string): boolean {
  return start.length <= 160 && beginning.test(start);
}
