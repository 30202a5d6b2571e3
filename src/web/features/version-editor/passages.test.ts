import { expect, test } from 'vitest';

import { applyEdits } from '#core/edits/apply-edits.ts';
import type { Edit } from '#core/edits/edit.ts';

import { createPassages, wordsOf } from './passages.ts';

function addition(text: string, start = 0): Edit {
  return { id: 'a', start, end: start, text, by: 'model' };
}

/** The content with the addition at each passage that is fit for it. */
function everywhere(content: string, text: string): string[] {
  const { fitFor, set } = createPassages(content, [url]);
  const edit = addition(text);
  return fitFor(edit).map((passage) => applyEdits(content, [set(edit, passage)]));
}

const url = 'https://a.example/x';
const link = `[[stone]]((${url}))`;

test('an addition is a sentence of its own, not words within a sentence of the author', () => {
  const { isAddition } = createPassages('One stone. Two birds.', [url]);
  expect(isAddition(addition(` See the ${link}.`, 10))).toBe(true);
  expect(isAddition(addition(`See the ${link}. `, 0))).toBe(true);
  expect(isAddition(addition(` like the ${link}`, 9))).toBe(false);
  expect(isAddition({ ...addition(link, 4), end: 9 })).toBe(false);
});

test('a sentence may stand behind each sentence of a paragraph, or as a paragraph behind it', () => {
  expect(everywhere('One stone. Two birds.', ` See the ${link}.`)).toEqual([
    `One stone. See the ${link}. Two birds.`,
    `One stone. Two birds. See the ${link}.`,
    `One stone. Two birds.\n\nSee the ${link}.`,
  ]);
});

test('the line ends of the content are kept, and taken over for a paragraph', () => {
  const content = '# Stones\r\n\r\nOne stone.\r\n\r\n```\r\ncode.\r\n```\r\n';
  expect(everywhere(content, ` See the ${link}.`)).toEqual([
    content.replace('One stone.', `One stone. See the ${link}.`),
    content.replace('One stone.', `One stone.\r\n\r\nSee the ${link}.`),
  ]);
});

test('HTML gets its paragraphs in tags', () => {
  const content = '<p>One stone.</p>\n<p>Two birds.</p>';
  expect(everywhere(content, `\n\n<p>See the ${link}.</p>`)).toContain(
    `<p>One stone.</p>\n\n<p>See the ${link}.</p>\n<p>Two birds.</p>`,
  );
  expect(everywhere(content, `\n\n<p>See the ${link}.</p>`)).toContain(
    `<p>One stone. See the ${link}.</p>\n<p>Two birds.</p>`,
  );
});

test('several paragraphs stand between paragraphs alone', () => {
  const text = `\n\nA paragraph about the ${link}.\n\nAnd another.`;
  expect(everywhere('One stone. Two birds.', text)).toEqual([`One stone. Two birds.${text}`]);
});

test('what makes a list, a heading or a quotation of itself is not moved at all', () => {
  for (const text of [`\n- ${link}`, `\n\n## The ${link}`, `\n\n> The ${link}.`, `\n1. ${link}`])
    expect(everywhere('One stone. Two birds.', text)).toEqual([]);
});

test('the words of an addition are without what joins them to the text around', () => {
  expect(wordsOf(' See\nthe stone.')).toBe('See the stone.');
  expect(wordsOf('\r\n\r\n<p>See the stone.</p>\r\n')).toBe('See the stone.');
  expect(wordsOf('. See the stone.')).toBe('See the stone.');
  expect(wordsOf('。石。')).toBe('石。');
  expect(wordsOf('.NET runs it.')).toBe('.NET runs it.');
});

test('other words stand where the addition stands, joined to the text around it as it was', () => {
  const content = 'One stone. Two birds.';
  const { inPlaceOf } = createPassages(content, [url]);
  const words = addition(`\n\nOther words on the ${link}.`);
  expect(inPlaceOf(addition(` See the ${link}.`, 10), words)).toEqual({
    ...words,
    start: 10,
    end: 10,
    text: ` Other words on the ${link}.`,
  });
  expect(inPlaceOf(addition(`See the ${link}. `, 11), words)?.text).toBe(`Other words on the ${link}. `);
  expect(inPlaceOf(addition(`. See the ${link}.`, 10), words)?.text).toBe(`. Other words on the ${link}.`);
  expect(inPlaceOf(addition(` See the ${link}.`, 10), addition(`\n- ${link}`))).toBeNull();
});
