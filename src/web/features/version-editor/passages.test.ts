import { expect, test } from 'vitest';

import { applyEdits, type Edit } from '#core/edits/edit.ts';

import { bareText } from './edit-words.ts';
import { createPassages } from './passages.ts';

function addition(text: string, start = 0): Edit {
  return { id: 'a', start, end: start, text, by: 'model' };
}

/** Returns the content with the addition at each of its passages. */
function everywhere(content: string, text: string): string[] {
  const { fitFor, putAt } = createPassages(content, [url]);
  const edit = addition(text);
  return fitFor(edit).map((passage) => applyEdits(content, [putAt(edit, passage)]));
}

const url = 'https://a.example/x';
const link = `[[stone]]((${url}))`;

test('an addition is a sentence of its own, not words inside a sentence of the author', () => {
  const { isAddition } = createPassages('One stone. Two birds.', [url]);
  expect(isAddition(addition(` See the ${link}.`, 10))).toBe(true);
  expect(isAddition(addition(`See the ${link}. `, 0))).toBe(true);
  expect(isAddition(addition(` like the ${link}`, 9))).toBe(false);
  expect(isAddition({ ...addition(link, 4), end: 9 })).toBe(false);
});

test('a clause is no sentence of its own, also in an item of a list and at the end of a line', () => {
  const content = '- A knife, well kept\n- One `stone` more\n\nTwo birds.';
  const { isAddition } = createPassages(content, [url]);
  const behind = (words: string, text: string) =>
    isAddition(addition(text, content.indexOf(words) + words.length));
  expect(behind('A knife', ` (with a ${link})`)).toBe(false);
  expect(behind('well kept', `, on a ${link}`)).toBe(false);
  expect(behind('`stone`', `, a ${link},`)).toBe(false);
  expect(behind('well kept', ` [[polished]]((${url}))`)).toBe(false);
  expect(behind('Two birds.', ` (See the ${link}.)`)).toBe(true);
  expect(behind('well kept', `. See the ${link}.`)).toBe(true);
});

test('a sentence can follow each sentence of a paragraph, or be a paragraph after it', () => {
  expect(everywhere('One stone. Two birds.', ` See the ${link}.`)).toEqual([
    `One stone. See the ${link}. Two birds.`,
    `One stone. Two birds. See the ${link}.`,
    `One stone. Two birds.\n\nSee the ${link}.`,
  ]);
});

test('a line that begins with an arrow is always a paragraph of its own', () => {
  expect(everywhere('One stone. Two birds.\n\nThree trees.', `\n\n→ ${link}`)).toEqual([
    `One stone. Two birds.\n\n→ ${link}\n\nThree trees.`,
    `One stone. Two birds.\n\nThree trees.\n\n→ ${link}`,
  ]);
});

test('a list keeps its lines, and one of HTML keeps its place', () => {
  const list = `**Links**\n\n- ${link}\n- a bird`;
  expect(everywhere('One stone.\n\nThree trees.', `\n\n${list}`)).toEqual([
    `One stone.\n\n${list}\n\nThree trees.`,
    `One stone.\n\nThree trees.\n\n${list}`,
  ]);
  const html = `\n\n<p><strong>Links</strong></p>\n\n<ul>\n<li>${link}</li>\n</ul>`;
  expect(everywhere('<p>One stone.</p>\n<p>Three trees.</p>', html)).toEqual([]);
});

test('the line ends of the content are kept and used for a new paragraph', () => {
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

test('several paragraphs can only be between paragraphs', () => {
  const text = `\n\nA paragraph about the ${link}.\n\nAnd another.`;
  expect(everywhere('One stone. Two birds.', text)).toEqual([`One stone. Two birds.${text}`]);
});

test('a list, a heading or a quotation cannot move', () => {
  for (const text of [`\n- ${link}`, `\n\n## The ${link}`, `\n\n> The ${link}.`, `\n1. ${link}`])
    expect(everywhere('One stone. Two birds.', text)).toEqual([]);
});

test('the bare text of an addition lacks the signs and spaces that join it to the text around it', () => {
  expect(bareText(' See\nthe stone.')).toBe('See the stone.');
  expect(bareText('\r\n\r\n<p>See the stone.</p>\r\n')).toBe('See the stone.');
  expect(bareText('. See the stone.')).toBe('See the stone.');
  expect(bareText('。石。')).toBe('石。');
  expect(bareText('.NET runs it.')).toBe('.NET runs it.');
});

test('a passage is named by the sentence before it, also if it is a new paragraph', () => {
  const content = 'One stone. Two birds.\n\nThree trees.';
  const { fitFor, textBefore } = createPassages(content, [url]);
  expect(fitFor(addition(` See the ${link}.`)).map(textBefore)).toEqual([
    'One stone.',
    'Two birds.',
    'Two birds.',
    'Three trees.',
    'Three trees.',
  ]);
});
