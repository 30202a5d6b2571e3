import { describe, expect, test } from 'vitest';

import { told } from './test-events.ts';

const content = 'Pans last for a lifetime.\n\nMine is of iron, and I like it.';
const read = (text: string) =>
  told(`VERSION: SAFE\n${text}`, content).map((line) => line.replace('safe ', ''));

describe('of a whole text', () => {
  test.each([
    '[... the rest of the text remains unchanged ...]',
    '(rest unchanged)',
    '…',
    '[...]',
    '3. [...]',
    '*(The rest of the article stays the same as before.)*',
    '... (Rest unverändert) ...',
    'The rest of the text remains unchanged.',
    '@@ sentence 15 @@',
    'INSERT 34: My grandmother had one.',
    '**REPLACE 34:** My grandmother had one.',
    'insert 34: My [[grandmother]]((L1)) had one.',
    `INSERT 34: ${'My grandmother had one, and she '.repeat(20)}`,
    'DELETE 4: it.',
    '<insert sentence="34">My [[pan]]((L1)).</insert>',
  ])('a line of the protocol is reported as unreadable: %s', (line) => {
    expect(read(`Pans last for a lifetime.\n${line}\nMine is.`)).toEqual([
      'text: Pans last for a lifetime.',
      `unreadable: ${line.trim()}`,
      'text: \nMine is.',
    ]);
  });

  test.each(['<text>', '[[anchor text]]', '[[anchor text]]((L1))', '</version>', '<edits>'])(
    'a placeholder is left out: %s',
    (line) => {
      expect(read(`Pans last for a lifetime.\n${line}\nMine is.`)).toEqual([
        'text: Pans last for a lifetime.\nMine is.',
      ]);
    },
  );

  test.each([
    ['[6] Pans last. [12+] Mine is.', 'Pans last. Mine is.'],
    ['- [6] Pans last.\n> [7] Mine is.', '- Pans last.\n> Mine is.'],
    ['@@ sentence 15 @@ Pans last.', 'Pans last.'],
    ['Pans last.</safe>', 'Pans last.'],
    ['Pans [6], [x] and a[6] last.', 'Pans [6], [x] and a[6] last.'],
  ])('marks are removed: %j', (text, expected) => {
    expect(read(text)).toEqual([`text: ${expected}`]);
  });

  test('the author’s own marks are kept', () => {
    const own = '[6] Pans last.\n…\n(rest unchanged)\n<text>\n@@ 1 @@\nINSERT 3: a coin.\n{2} pans.';
    expect(told(`VERSION: SAFE\n${own}`, own)).toEqual([`safe text: ${own}`]);
    expect(told(`VERSION: SAFE\n<3> ${own}`, own)).toEqual([`safe text: ${own}`]);
  });

  test.each([
    'Here is the safe version:',
    '**Here is the revised text:**',
    '**SAFE VERSION**',
    '```markdown',
  ])('text before it is removed: %s', (line) => {
    expect(read(`${line}\n\n${content}`)).toEqual([`text: ${content}`]);
  });
});

describe('an introduction before edits', () => {
  const talk = 'I read the text with care, and chose places for the links.';

  test('is unreadable, and the edits are read', () => {
    expect(read(`${talk}\n\nINSERT 1: A pan.`)).toEqual([`unreadable: ${talk}`, 'insert 1: A pan.']);
    expect(read(`${talk}\n\n{"action":"insert","n":1,"text":"A pan."}`)).toEqual([
      `unreadable: ${talk}`,
      'insert 1: A pan.',
    ]);
  });

  test('is a text if no edits follow, or only much later', () => {
    expect(read(talk)).toEqual([`text: ${talk}`]);
    const long = `${talk} `.repeat(12).trim();
    expect(read(`${long}\nINSERT 1: A pan.\nMore.`)).toEqual([
      `text: ${long}`,
      'unreadable: INSERT 1: A pan.',
      'text: \nMore.',
    ]);
  });

  test('is not assumed if a text begins like the author’s', () => {
    expect(read('Pans last for long.\nINSERT 1: A pan.')).toEqual([
      'text: Pans last for long.',
      'unreadable: INSERT 1: A pan.',
    ]);
  });
});
