import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { applyEdits, type Edit } from '#core/edits/edit.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { pageLanguage, t, tCount } from '#web/lib/language.ts';
import { keepsWords } from '#web/version-view/text-pieces.ts';

type LinkStripProps = {
  readonly content: string;
  readonly edits: readonly Edit[];
  readonly urls: readonly string[];
  readonly reading: RefObject<HTMLElement | null>;
};

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A small picture of the text: the positions of its links and of its new words. Each link has a button. */
export function LinkStrip({ content, edits, urls, reading }: LinkStripProps) {
  const { marks, changed } = useMemo(() => pictureOf(content, edits, urls), [content, edits, urls]);
  const [current, setCurrent] = useState(0);
  const buttons = useRef<HTMLDivElement>(null);
  const stop = Math.min(current, marks.length - 1);

  function moveByKey(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = buttons.current?.querySelectorAll('button')[stop + step];
    next?.focus();
  }

  return (
    <div className="link-strip" role="group" aria-label={labelOfMarks(marks)} ref={buttons}>
      <span className="strip-text" aria-hidden="true">
        {changed.map(({ from, to }) => (
          <span
            key={from}
            className="strip-change"
            style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }}
          />
        ))}
      </span>
      {marks.map(({ anchor, place }, index) => (
        <button
          key={place}
          type="button"
          className="strip-mark"
          style={{ insetInlineStart: `${place * 100}%` }}
          tabIndex={index === stop ? 0 : -1}
          aria-label={t('{anchor}, at {place} of the text', { anchor, place: percent(place) })}
          title={anchor}
          onKeyDown={moveByKey}
          onFocus={() => {
            setCurrent(index);
            showLink(reading.current, index);
          }}
          onClick={() => showLink(reading.current, index)?.focus({ preventScroll: true })}
        />
      ))}
    </div>
  );
}

/** The position of a link in a version's text: 0 is its beginning, 1 its end. */
type LinkMark = { readonly anchor: string; readonly place: number };

/** Returns the positions of the links, in their order, and of the new parts. */
function pictureOf(content: string, edits: readonly Edit[], urls: readonly string[]) {
  const text = applyEdits(content, edits);
  const share = (at: number) => (text.length === 0 ? 0 : at / text.length);
  const marks: LinkMark[] = [];
  let at = 0;
  for (const segment of readMarkup(text, urls)) {
    const { length } = segment.type === 'text' ? segment.text : segment.source;
    if (segment.type === 'link') marks.push({ anchor: segment.anchor, place: share(at + length / 2) });
    at += length;
  }
  let shift = 0;
  const changed = edits.flatMap((edit) => {
    const from = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    const isOwn = edit.start < edit.end && keepsWords(content, edit, urls);
    return isOwn ? [] : [{ from: share(from), to: share(from + edit.text.length) }];
  });
  return { marks, changed };
}

/** Describes the positions, such as "Links at 5 %, 40 % and 88 % of the text". */
function labelOfMarks(marks: readonly LinkMark[]): string {
  const places = marks.map(({ place }) => percent(place));
  if (places.length === 0) return t('No added links');
  const language = pageLanguage();
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(places);
  return tCount(places.length, 'Link at {places} of the text', 'Links at {places} of the text', {
    places: list,
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Scrolls to a link of the text and highlights it. Returns its element. `index` counts from 0. */
function showLink(reading: HTMLElement | null, index: number): HTMLElement | null {
  const link = reading?.querySelectorAll<HTMLElement>('.thread')[index] ?? null;
  if (link === null) return null;
  showInText(link);
  link.classList.remove('thread-found');
  // Reading the position makes the browser notice the removed class. Without this, the animation would not start again.
  link.getBoundingClientRect();
  link.classList.add('thread-found');
  return link;
}

/** Returns the visible range of the text: the head of the view covers its top. */
export function visibleRange(panel: Element): { readonly top: number; readonly bottom: number } {
  const { top, bottom } = panel.getBoundingClientRect();
  const head = panel.querySelector('.live-head, .version-head')?.getBoundingClientRect();
  return { top: head?.bottom ?? top, bottom };
}

export function showInText(element: Element): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
}
