import { useEffect, useMemo, useRef } from 'react';

import { wordsIn } from '#core/document/words.ts';
import type { ContentFit } from '#core/limits/content-limit.ts';
import { announce } from '#web/ui/announcer.tsx';

import { lengthWords, roomLevel, roomNote } from './room-messages.ts';

type ContentLengthProps = {
  readonly content: string;
  readonly fit: ContentFit;
  readonly flood: number | 'file';
};

/** Nobody wants to hear of each key. */
const quiet = 1_000;

/** How long the content is; from shortly before its limit on, beside it. */
export function ContentLength({ content, fit, flood }: ContentLengthProps) {
  const words = useMemo(() => wordsIn(content).length, [content]);
  const level = roomLevel(fit);
  const note = roomNote(fit, flood);
  const counter = lengthWords(fit, words);
  // Once for each level: between them the length is the listener's to look at.
  const spoken = useRef('');
  useEffect(() => {
    spoken.current = note ?? counter;
  });
  useEffect(() => {
    if (level === 'fine' && flood === 0) return undefined;
    const timer = setTimeout(() => announce(spoken.current), quiet);
    return () => clearTimeout(timer);
  }, [level, flood]);

  return (
    <>
      {words === 0 && level === 'fine' ? null : (
        <span className="word-count" data-level={level}>
          {counter}
        </span>
      )}
      {note === null ? null : <p className="content-note">{note}</p>}
    </>
  );
}
