import { moveContent } from './nodes.ts';
import { hiddenValue, selectable } from './quiet-html.ts';

type Places = ReadonlyMap<string, Element>;

type Note = {
  /** The element that holds the text of the note. */
  readonly holder: Element;
  /** The links of the holder, and the places that they lead to. */
  readonly links: ReadonlyMap<Element, Element>;
  readonly places: ReadonlySet<Element>;
  /** The places of the marks of this note. */
  readonly marks: Set<Element>;
  /** Empty until there is a mark. */
  label: string;
};

const [id, name, style] = [selectable('id'), selectable('name'), selectable('style')];
/** Selects a note of Word, and what stands before a note of MediaWiki. */
const wordNote = `[${style}*="mso-element:footnote" i], [${style}*="mso-element:endnote" i]`;
const wordNotes = `[${style}*="note-list" i]`;
const backToMediaWiki = `[${selectable('class')}~="mw-cite-backlink"]`;

/**
 * Turns footnotes into elements `footnote-mark` where their marks are, and `div data-footnote` at the end. A mark is a link
 * to a note that links back to it. A raised link to a place that is missing is a mark without a note.
 */
export function writeFootnotes(root: HTMLElement): void {
  const places = placesIn(root);
  const notes = new Map<Element, Note>();
  const labels = new Set<string>();
  for (const link of root.querySelectorAll('a[href*="#"]')) {
    const words = link.textContent.replace(/[\s[\]]+/gu, '');
    if (!/^(?:\d{1,3}|[\p{L}*†‡§]{1,4})$/u.test(words) || !(isRaised(link) || /\d/u.test(words))) continue;
    const place = placeOf(link, places);
    const holder = place !== null && root.contains(place) ? holderOf(place) : null;
    if (holder !== null && !holder.contains(link)) {
      const note = notes.get(holder) ?? readNote(holder, places);
      notes.set(holder, note);
      const mark = markOf(link, note.places);
      if (mark === null) continue;
      if (note.label === '') note.label = labelOf(words, labels);
      note.marks.add(mark);
      replaceMark(link, `[^${note.label}]`);
    } else if (place === null && isRaised(link) && link.matches('[href^="#"]'))
      replaceMark(link, `[${words}]`);
  }
  moveNotes(root, notes.values());
}

function placesIn(root: HTMLElement): Places {
  const places = new Map<string, Element>();
  for (const place of root.querySelectorAll(`[${id}], a[${name}]`))
    for (const key of [hiddenValue(place, 'id'), hiddenValue(place, 'name')])
      if (!places.has(key)) places.set(key, place);
  return places;
}

/** Returns the place that a link leads to. A browser copies the address of the page before the `#`. */
function placeOf(link: Element, places: Places): Element | null {
  const [, fragment = ''] = link.getAttribute('href')?.split('#', 2) ?? [];
  return places.get(fragment) ?? places.get(decoded(fragment)) ?? null;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function holderOf(place: Element): Element | null {
  if (place.closest('h1, h2, h3, h4, h5, h6') !== null) return null;
  const ofWord = place.closest(wordNote);
  if (ofWord !== null && !ofWord.matches(wordNotes)) return ofWord;
  return place.closest('li') ?? place.closest('p, div, dd, td, aside, section');
}

function readNote(holder: Element, places: Places): Note {
  const links = new Map<Element, Element>();
  for (const link of holder.querySelectorAll('a[href*="#"]')) {
    const place = placeOf(link, places);
    if (place !== null) links.set(link, place);
  }
  return { holder, links, places: new Set(links.values()), marks: new Set(), label: '' };
}

/** Returns the one of these places that is the link, is in it, or is its superscript. */
function markOf(link: Element, places: ReadonlySet<Element>): Element | null {
  const found = [link, link.querySelector(`[${id}], [${name}]`), link.closest('sup'), aloneAround(link)];
  return found.find((place) => place !== null && places.has(place)) ?? null;
}

/** Returns the parent if nothing else is in it. */
function aloneAround(link: Element): Element | null {
  return link.previousSibling === null && link.nextSibling === null ? link.parentElement : null;
}

function isRaised(link: Element): boolean {
  const isOfWord = /mso-(?:foot|end)note-id/iu.test(hiddenValue(link, 'style'));
  return isOfWord || link.closest('sup') !== null || link.querySelector('sup') !== null;
}

function labelOf(words: string, labels: Set<string>): string {
  let label = /^\d+$/u.test(words) ? words : String(labels.size + 1);
  while (labels.has(label)) label = String(Number(label) + 1);
  labels.add(label);
  return label;
}

function replaceMark(link: Element, words: string): void {
  const mark = link.ownerDocument.createElement('footnote-mark');
  mark.append(words);
  const around = aloneAround(link);
  (around?.localName === 'sup' ? around : link).replaceWith(mark);
}

function moveNotes(root: HTMLElement, notes: Iterable<Note>): void {
  const left = new Set<Element>();
  for (const { holder, links, marks, label } of notes) {
    if (label === '') continue;
    for (const back of holder.querySelectorAll(backToMediaWiki)) back.remove();
    for (const [link, place] of links) if (marks.has(place)) link.remove();
    const text = root.ownerDocument.createElement('div');
    text.setAttribute('data-footnote', label);
    moveContent(holder, text);
    if (holder.parentElement !== null) left.add(holder.parentElement);
    holder.remove();
    root.append(text);
  }
  for (const around of left) removeEmpty(root, around);
}

/** Removes what held nothing but notes, with the rule above it. */
function removeEmpty(root: HTMLElement, element: Element): void {
  let empty = element;
  while (empty !== root && empty.textContent.trim() === '' && empty.querySelector('img') === null) {
    const { parentElement, previousElementSibling: before } = empty;
    empty.remove();
    if (before?.localName === 'hr') before.remove();
    if (parentElement === null) return;
    empty = parentElement;
  }
}
