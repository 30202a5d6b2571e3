import { writeFootnotes } from './footnotes.ts';
import { writeMath } from './math.ts';
import { linesOf, rename, unwrap, wrapContent } from './nodes.ts';
import { blocks, hiddenValue, selectable } from './quiet-html.ts';
import { writeSuperscripts } from './superscripts.ts';

/** Elements by the format that they have. */
const formats = [
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del', 'strike'],
];

/** Changes HTML so that Markdown can say what it means. Markdown has fewer elements, and its marks end on their line. */
export function prepareHtml(root: HTMLElement): void {
  writeMath(root);
  writeFootnotes(root);
  for (const element of root.querySelectorAll('span, font')) unwrap(element);
  for (const names of formats) {
    const same = `:is(${names.join()})`;
    for (const element of root.querySelectorAll(`${same} ${same}`)) unwrap(element);
  }
  root.normalize();
  writeSuperscripts(root);
  // A sign at the start of a text would be escaped.
  root.normalize();
  writeTasks(root);
  writeCaptions(root);
  writeCode(root);
  keepOnOneLine(root);
  moveEdgesOut(root);
  // Google Docs and older editors put a list directly into a list.
  for (const list of root.querySelectorAll(':is(ol, ul) > :is(ol, ul)'))
    list.previousElementSibling?.append(list);
  signItems(root);
}

const [checked, role, type] = [selectable('checked'), selectable('role'), selectable('type')];

/** Writes the boxes of a list of tasks as Markdown does. Google Docs has them as pictures. */
function writeTasks(root: HTMLElement): void {
  for (const item of root.querySelectorAll(`li[${role}="checkbox"]`)) {
    item.querySelector('img')?.remove();
    const isDone = hiddenValue(item, 'aria-checked') === 'true';
    (item.querySelector('p') ?? item).prepend(isDone ? '[x] ' : '[ ] ');
  }
  for (const box of root.querySelectorAll(`li input[${type}="checkbox" i]`))
    box.replaceWith(box.matches(`[${checked}]`) ? '[x] ' : '[ ] ');
}

/** Puts the caption of a picture on the line below it, in italics: a reader sees that it is no paragraph. */
function writeCaptions(root: HTMLElement): void {
  for (const caption of root.querySelectorAll('figure > figcaption')) {
    const [picture, second] = caption.parentElement?.querySelectorAll('img') ?? [];
    if (
      picture === undefined ||
      second !== undefined ||
      !/^https?:/iu.test(picture.getAttribute('src') ?? '')
    )
      continue;
    const link = picture.closest('a[href]');
    const isPlain = caption.querySelector(`img, br, ${blocks}`) === null && caption.textContent.trim() !== '';
    if (!isPlain || link?.textContent.trim()) continue;
    for (const inner of caption.querySelectorAll('em, i')) unwrap(inner);
    link?.replaceChildren(picture);
    const line = rename(caption, 'p');
    wrapContent(line, 'em');
    line.prepend(link ?? picture, root.ownerDocument.createElement('br'));
  }
}

const codeClass = /(?:^|\s)(?:highlight|hljs|prettyprint|sourceCode|lang(?:uage)?-|brush:)/iu;

/** Writes code as one element, with a line end where an element ends a line. */
function writeCode(root: HTMLElement): void {
  for (const pre of root.querySelectorAll('pre')) {
    const around = [pre, pre.parentElement].map((element) =>
      element === null ? '' : hiddenValue(element, 'class'),
    );
    const inside = pre.querySelector('code');
    if (inside === null && !around.some((name) => codeClass.test(name))) continue;
    const code = root.ownerDocument.createElement('code');
    code.className = inside?.className ?? '';
    code.append(linesOf(pre));
    pre.replaceChildren(code);
  }
}

/** Punctuation and symbols. A symbol may consist of several, with joiners. */
const edge = String.raw`(?:[\p{P}\p{S}][\p{M}\p{Cf}]*)*`;
const edgeAtStart = new RegExp(`^${edge}`, 'u');
const edgeAtEnd = new RegExp(`${edge}$`, 'u');

const anyFormat = formats.flat().join();
const formatsAndLinks = `${anyFormat}, a[href]`;

/** Makes headings, links, code, bold and italic words end on their line. Otherwise, Markdown would read the marks as text. */
function keepOnOneLine(root: HTMLElement): void {
  const breaks = root.querySelectorAll(
    ':is(h1, h2, h3, h4, h5, h6) :is(br, div), a[href]:not([href^="#"]) br, code br',
  );
  for (const part of breaks) {
    part.before(' ');
    part.after(' ');
    unwrap(part);
  }
  const torn = new Set<Node | null>();
  for (const part of root.querySelectorAll(`br, td, th, ${blocks}`))
    for (let node: Node | null = part; !torn.has(node); node = node?.parentNode ?? null) torn.add(node);
  for (const format of root.querySelectorAll(formatsAndLinks)) {
    if (!torn.has(format)) continue;
    wrapRuns(format, format, torn);
    // A link around code alone stays.
    if (!format.hasAttribute('href')) unwrap(format);
  }
}

/**
 * Wraps what stands between line breaks and blocks into copies of the format. Only the first words
 * of a link get one, or else its first picture.
 *
 * @param torn line breaks, blocks, and all that holds one
 */
function wrapRuns(holder: Node, format: Element, torn: ReadonlySet<Node | null>): void {
  let run: Node | null = null;
  const onlyWords = format.nodeName === 'A' && format.textContent?.trim() !== '';
  for (const child of Array.from(holder.childNodes)) {
    const isPicture = !onlyWords && child instanceof Element && child.matches('img, :has(img)');
    const isBlank = child.textContent?.trim() === '' && !isPicture;
    if (torn.has(child)) {
      run = null;
      if (child.nodeName !== 'PRE') wrapRuns(child, format, torn);
    } else if (run !== null || (!isBlank && format.matches(formatsAndLinks))) {
      run ??= holder.insertBefore(format.cloneNode(), child);
      run.appendChild(child);
      format.removeAttribute('href');
    }
  }
}

/**
 * Moves punctuation at the edges of bold and italic words outside, if a letter or a digit follows or precedes. Markdown
 * would read the marks as text.
 */
function moveEdgesOut(root: HTMLElement): void {
  for (const words of root.querySelectorAll(anyFormat)) {
    const { firstChild: first, lastChild: last, previousSibling: before, nextSibling: after } = words;
    const [end = ''] = edgeAtEnd.exec(last instanceof Text ? last.data.slice(-99) : '') ?? [];
    if (last instanceof Text && end !== '' && /^[\p{L}\p{N}]/u.test(after?.textContent ?? '')) {
      last.data = last.data.slice(0, -end.length);
      words.after(end);
    }
    const [start = ''] = edgeAtStart.exec(first instanceof Text ? first.data : '') ?? [];
    if (first instanceof Text && start !== '' && /[\p{L}\p{N}]$/u.test(before?.textContent ?? '')) {
      first.data = first.data.slice(start.length);
      words.before(start);
    }
  }
}

/** Writes the sign before each item. A list directly below another list gets another sign, so that they stay apart. */
function signItems(root: HTMLElement): void {
  for (const list of root.querySelectorAll('ol, ul')) {
    const before = elementBefore(list);
    const isOther = before?.localName === list.localName && !before.hasAttribute('data-other');
    list.toggleAttribute('data-other', isOther);
    let number = numberOr(1, list.getAttribute('start') ?? '');
    for (const item of list.children) {
      number = numberOr(number, item.getAttribute('value') ?? '');
      const sign = list.localName === 'ul' ? '-*' : [`${number}.`, `${number})`];
      item.setAttribute('data-sign', sign[isOther ? 1 : 0] ?? '');
      number += 1;
    }
  }
}

function elementBefore(element: Element): Element | null {
  const { previousElementSibling: before, previousSibling: text } = element;
  return text === before || (text?.previousSibling === before && text?.textContent?.trim() === '')
    ? before
    : null;
}

function numberOr(otherwise: number, text: string): number {
  return /^\d{1,9}$/u.test(text) ? Number(text) : otherwise;
}
