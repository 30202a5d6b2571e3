import { expect, test } from 'vitest';

import { documentOf } from '#core/document/document.ts';

import { countSentences } from './count-changes.ts';

const content = `# Top

One is here. Two is *there*, with Dr. Who. Three is far.

- four
- five

Six
runs on. Seven.`;

function counted(...edits: readonly (readonly [from: string, to: string, text: string])[]) {
  const changes = edits.map(([from, to, text]) => ({
    start: content.indexOf(from),
    end: content.indexOf(to) + to.length,
    text,
  }));
  const sentences = documentOf(content).parts.flatMap((part) => part.sentences);
  const { sentencesAdded, sentencesKept, sentencesTotal } = countSentences(
    content,
    sentences,
    changes,
    (text) => text,
  );
  expect(sentencesTotal).toBe(8);
  return { added: sentencesAdded, kept: sentencesKept };
}

test('headings, items of lists and wrapped lines are sentences, and without edits each is kept', () => {
  expect(counted()).toEqual({ added: 0, kept: 8 });
});

test('an addition behind a sentence does not change it', () => {
  const at = content.indexOf(' Two');
  const sentences = documentOf(content).parts.flatMap((part) => part.sentences);
  const edit = { start: at, end: at, text: ' It fits. It is new.' };
  expect(countSentences(content, sentences, [edit], (text) => text)).toEqual({
    sentencesAdded: 2,
    sentencesKept: 8,
    sentencesTotal: 8,
  });
});

test('a full stop that closes an item before an addition is not a sentence', () => {
  const at = content.indexOf('\n- five');
  const sentences = documentOf(content).parts.flatMap((part) => part.sentences);
  const edit = { start: at, end: at, text: '. It fits.' };
  const { sentencesAdded, sentencesKept } = countSentences(content, sentences, [edit], (text) => text);
  expect([sentencesAdded, sentencesKept]).toEqual([1, 8]);
});

test('a changed sentence counts as missing, and as a new one', () => {
  expect(counted(['One is', 'here.', 'One was here.'])).toEqual({ added: 1, kept: 7 });
  expect(counted(['One is', 'here.', 'One was here.'], ['is *there*', 'is *there*', 'was'])).toEqual({
    added: 2,
    kept: 6,
  });
});

test('two changes of one sentence count as one', () => {
  expect(counted(['Two', 'Two', '2'], ['Who', 'Who', 'What'])).toEqual({ added: 1, kept: 7 });
});

test('a replacement of two sentences may keep one of them', () => {
  expect(counted(['Two is', 'far.', 'Three is far. Two was there.'])).toEqual({ added: 1, kept: 7 });
  expect(counted(['One is', 'far.', 'Nothing is left.'])).toEqual({ added: 1, kept: 5 });
});

test('lines that are wrapped in another way are the same sentence', () => {
  expect(counted(['Six', 'runs', 'Six runs'])).toEqual({ added: 0, kept: 8 });
});

test('an address does not divide a sentence, so a link around its last word does not change it', () => {
  const text = 'I buy at www.foo.com. The kettle is good.';
  const sentences = documentOf(text).parts.flatMap((part) => part.sentences);
  const at = text.indexOf('good');
  const edit = { start: at, end: at + 4, text: '[good]' };
  const plain = (shown: string) => shown.replaceAll(/[[\]]/gu, '');
  const counts = { sentencesAdded: 0, sentencesKept: sentences.length, sentencesTotal: sentences.length };
  expect(countSentences(text, sentences, [edit], plain)).toEqual(counts);
});
