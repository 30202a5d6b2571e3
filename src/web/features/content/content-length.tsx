import { useEffect, useMemo, useRef } from 'react';

import { wordsIn } from '#core/document/sentences.ts';
import type { ContentFit } from '#core/limits/content-limit.ts';
import { announce } from '#web/ui/announcer.tsx';

import { lengthMessage, roomLevel, roomNote } from './room-messages.ts';

type ContentLengthProps = {
  readonly content: string;
  readonly fit: ContentFit;
  readonly flood: number | 'file';
};

/** The length is announced when the user stops typing, in milliseconds. */
const announceDelay = 1_000;

/** Shows the length of the content, and its limit if it is near. */
export function ContentLength({ content, fit, flood }: ContentLengthProps) {
  const words = useMemo(() => wordsIn(content).length, [content]);
  const level = roomLevel(fit);
  const note = roomNote(fit, flood);
  const counter = lengthMessage(fit, words);
  // Announced once for each level.
  const spoken = useRef('');
  useEffect(() => {
    spoken.current = note ?? counter;
  });
  useEffect(() => {
    if (level === 'fine' && flood === 0) return undefined;
    const timer = setTimeout(() => announce(spoken.current), announceDelay);
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
