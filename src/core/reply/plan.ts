import type { SkipRequest } from '#core/edits/edit.ts';

import { passLabel, passMark } from '#core/commands/command-head.ts';
import { commands, planWords, unfitWords } from '#core/commands/command-words.ts';
import { Cursor, plainLine } from '#core/commands/line-cursor.ts';

const startLimit = 400;

/**
 * Reads a line of the plan before the versions: its heading, or a line that begins with the label of a link. Returns the
 * links that the plan leaves out. Null: it is another line.
 */
export function readPlanLine(line: string): readonly SkipRequest[] | null {
  const at = new Cursor(plainLine(line.slice(0, startLimit)));
  const isRow = at.passBlanks() === '' && at.pass('|', 1) !== '';
  passMark(at);
  if (at.passWord(planWords) !== '') {
    at.pass(' \t*_`:=#)]');
    const rest = at.rest();
    return rest === '' ? [] : readPlanLine(rest);
  }
  const link = passLabel(at);
  if (link === '') return null;
  at.pass(' \t*_`"”:|=–—-→>.');
  const isSkip = commands.get(at.passWord(commands)) === 'skip' || at.passWord(unfitWords) !== '';
  if (!isSkip) return [];
  at.pass(' \t*_`:|,;(–—-.');
  const reason = at.rest().trim();
  const end = isRow || reason.includes('(') ? /\s*\|$/u : /[)*_`]+$/u;
  return [{ link, reason: reason.replace(end, '') }];
}
