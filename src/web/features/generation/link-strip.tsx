import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';

import type { Edit } from '#core/edits/edit.ts';

import { percent, pictureOf, pictureWords } from './link-marks.ts';
import { showLink } from './show-link.ts';

type LinkStripProps = {
  readonly content: string;
  readonly edits: readonly Edit[];
  readonly urls: readonly string[];
  /** The text that it is a picture of. */
  readonly reading: RefObject<HTMLElement | null>;
};

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A small picture of the text: where its links sit, and where words are new. Each link can be gone to. */
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
    <div className="link-strip" role="group" aria-label={pictureWords(marks)} ref={buttons}>
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
          aria-label={`${anchor}, at ${percent(place)} of the text`}
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
