import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createStore } from '#web/lib/store.ts';

import { ContentMeter } from './content-meter.tsx';

const limits = { maxContentChars: 5_800, protocol: 'edits', model: null } as const;
const model = { contextWindow: 100, outputLimit: null, reasons: false, tokenizer: 'wide' } as const;

type Drawn = { readonly flood?: number | 'file'; readonly isCrowded?: boolean };

/** Returns the level, the counter and the note of a content with this many characters, in words of five. */
function draw(characters: number, { flood = 0, isCrowded = false }: Drawn = {}) {
  const html = renderToStaticMarkup(
    <ContentMeter
      content={'word '.repeat(Math.ceil(characters / 5)).slice(0, characters)}
      ownProvider={createStore(null)}
      usesBrowserModel={createStore(false)}
      instructions={createStore('')}
      links={isCrowded ? [{ url: 'https://a.example', description: 'long '.repeat(400) }] : []}
      limits={isCrowded ? { ...limits, model } : limits}
      ownKeyProtocol="edits"
      flood={flood}
      onTooLong={() => {}}
    />,
  );
  const [, level, counter] = /data-level="(\w+)">([^<]*)</u.exec(html) ?? [];
  return { level, counter, note: /content-note">([^<]*)</u.exec(html)?.[1] };
}

test('words are counted far from the limit, characters from four fifths of it', () => {
  expect(draw(5)).toMatchObject({ level: 'fine', counter: '1 word' });
  expect(draw(4_639)).toMatchObject({ level: 'fine', counter: '928 words' });
  expect(draw(4_640)).toEqual({ level: 'near', counter: '4,640 of 5,800 characters' });
});

test('a content that is too long has a note by how much, and what to do', () => {
  expect(draw(6_310)).toEqual({
    level: 'over',
    counter: '6,310 of 5,800 characters',
    note: '510 characters too many. Shorten your content to at most 5,800 characters.',
  });
});

test('too many links are named as the reason', () => {
  expect(draw(10, { isCrowded: true })).toEqual({
    level: 'over',
    counter: '2 words',
    note: 'You’ve selected too many links for the model. Select fewer.',
  });
});

test('for a file, the note says what to do', () => {
  expect(draw(10, { flood: 'file' }).note).toContain('Open the file, copy its text and paste it.');
});

test('for a refused text, the note says how long it was, and what the limit is', () => {
  expect(draw(10, { flood: 52_428_800 }).note).toBe(
    'That text has 52,428,800 characters and wasn’t added. The limit is 5,800.',
  );
});
