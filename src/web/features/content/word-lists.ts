import { moveContent, rename } from '#export/markup/nodes.ts';
import { hiddenValue, selectable } from '#export/markup/quiet-html.ts';

/** A block that a word processor draws as an item of a list. */
type Item = {
  readonly block: Element;
  /** From 1. */
  readonly level: number;
  /** Names the list, also behind other paragraphs. */
  readonly list: string;
  /** What stands before the words. */
  readonly sign: string;
};

/** A list that the next item may belong to, and what names it and its level. `number` is that of its last item. */
type OpenList = { level: number; number: number | null; readonly key: string; readonly element: Element };

const style = selectable('style');
const webLevel = selectable('data-aria-level');
const deepest = 9;
const placeInWord = /mso-list:\s*(l\d+) level(\d)( lfo\d+)?/iu;
/** A number, or letters that count. Without a dot, letters are bullets in a font of signs. */
const countingSign = /^\(?(?:\p{N}[\p{N}.]*[.)、．]?|\p{L}{1,5}[.)、．])$/u;

/** Makes lists of what Word and Word for the web copy as single blocks. */
export function makeWordLists(body: HTMLElement): void {
  // Word numbers headings too. Their numbers are words that a reader sees.
  for (const sign of body.querySelectorAll(`:is(h1, h2, h3, h4, h5, h6) [${style}*="mso-list:Ignore" i]`))
    sign.replaceWith(`${sign.textContent.trim()} `);
  makeLists(itemsOfWord(body));
  makeLists(itemsOfWebWord(body));
}

function* itemsOfWord(body: HTMLElement): Generator<Item> {
  for (const block of body.querySelectorAll(`p[${style}*="mso-list:" i]`)) {
    const [, list, level, format = ''] = placeInWord.exec(hiddenValue(block, 'style')) ?? [];
    if (list === undefined) continue;
    const drawn = block.querySelector(`[${style}*="mso-list:Ignore" i]`);
    const sign = drawn?.textContent.trim() ?? '';
    // Such as "Step 1:".
    if (/\p{L}{2}/u.test(sign) && !countingSign.test(sign)) drawn?.replaceWith(`${sign} `);
    else drawn?.remove();
    yield { block, level: Number(level), list: list + format, sign };
  }
}

/** Word for the web copies each item as a list of its own. */
function* itemsOfWebWord(body: HTMLElement): Generator<Item> {
  for (const list of body.querySelectorAll(`:is(ol, ul):has(> li[${webLevel}])`)) {
    const parent = list.parentElement;
    if (parent === null || parent.closest('ol, ul') !== null) continue;
    const around = parent.localName === 'div' && parent.children.length === 1 ? parent : list;
    let number = Number(list.getAttribute('start') ?? 1);
    for (const item of Array.from(list.children)) {
      const block = rename(item, 'div');
      around.before(block);
      const level = Number(hiddenValue(item, 'data-aria-level') || 1);
      const sign = list.localName === 'ol' ? `${number}.` : '';
      yield { block, level, list: hiddenValue(item, 'data-listid'), sign };
      number += 1;
    }
    around.remove();
  }
}

function makeLists(items: Iterable<Item>): void {
  const open: OpenList[] = [];
  const numbers = new Map<string, number>();
  for (const { block, level, list, sign } of items) {
    if (block.previousElementSibling !== open[0]?.element) open.length = 0;
    const key = `${list} ${level}`;
    const number = countingSign.test(sign) ? numberOf(sign, numbers.get(key)) : null;
    if (number !== null) numbers.set(key, number);
    for (let deeper = level + 1; deeper <= deepest; deeper += 1) numbers.delete(`${list} ${deeper}`);
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    if (last !== undefined && open.length === 1) last.level = Math.min(last.level, level);
    if (last?.level === level && !goesOn(last, key, number)) open.pop();
    if ((open.at(-1)?.level ?? 0) < level)
      open.push({ level, number, key, element: addList(block, open, number) });
    const current = open.at(-1);
    const entry = block.ownerDocument.createElement('li');
    if (number !== null) entry.value = number;
    if (current !== undefined) current.number = number;
    current?.element.append(entry);
    moveContent(block, entry);
    block.remove();
  }
}

function goesOn(open: OpenList, key: string, number: number | null): boolean {
  if (number === null || open.number === null) return number === open.number;
  return open.key === key || number === open.number + 1;
}

/** Adds a list into the last item of the open list, or before the block. */
function addList(block: Element, open: readonly OpenList[], number: number | null): Element {
  const element = block.ownerDocument.createElement(number === null ? 'ul' : 'ol');
  const item = open.at(-1)?.element.lastElementChild ?? null;
  if (item === null) block.before(element);
  else item.append(element);
  return element;
}

/** Returns the number of a sign, of which the last counts: `1.2.`. Letters count from the last number. */
function numberOf(sign: string, last = 0): number {
  const [, digits] = /(\d{1,9})\D*$/u.exec(sign) ?? [];
  return digits === undefined ? last + 1 : Number(digits);
}
