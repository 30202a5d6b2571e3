import { describe, expect, test } from 'vitest';

import { linesOf } from './blocks.ts';
import { parseDocument } from './document.ts';
import { frontMatterLength } from './front-matter.ts';

const lengthOf = (text: string) => frontMatterLength(linesOf(text));

describe('front matter', () => {
  test.each([
    ['a comment first', '---\n# Docs: https://own.example\ntitle: "A"\n---'],
    ['a blank line first', '---\n\ntitle: A\n\n---'],
    ['a blank line above', '\n\n---\ntitle: A\n---'],
    ['a note at its fence', '--- # A note\ntitle: A\n---'],
    ['a space before its fences', ' ---\ntitle: A\n ---'],
    ['a key of five words', '---\nThis is a long key: A\nb: c\n---'],
    ['an alias', '---\n<<: *base\ntitle: A\n---'],
    ['a value that goes on', '---\ntitle: "A value\nthat goes on: here"\nb: \'c\nd\'\n---'],
    ['lists and objects', '---\ntags:\n- a\n- b: c\nimage:\n  caption: "A. B."\nd: {\n}\n---'],
    ['dots at its end', '---\ntitle: A\n...'],
    ['an apostrophe', "---\ntitle: 'Tis old\nb: c\n---"],
    ['TOML', '+++\n# A note\ntitle = "A"\n[params]\na = 1\n+++'],
    ['long strings of TOML', '+++\ntitle = """\nA text. It: is long\n"""\n+++'],
    ['JSON', '{\n  "title": "A",\n  "tags": ["b"]\n}'],
    ['JSON on one line', '{ "title": "A" }'],
    ['code of Astro', "---\nimport A from './a.astro';\n\nconst b = 1;\n---"],
    ['the name of a language', '---js\nconst a = 1;\n---'],
    ['line ends of Windows', '---\r\n# A note\r\ntitle: A\r\n---'],
  ])('has %s', (_, source) => {
    const content = `${source}\n\nText is here.`;
    expect(lengthOf(content)).toBe(linesOf(source).length);
    expect(parseDocument(content).blocks.map(({ kind }) => kind)).toEqual(['closed', 'prose']);
  });

  test.each([
    '---\nA text between two rules.\n---\nOne.',
    '---\nTip: one sentence with a colon.\n\nAnd one without.\n---\nOne.',
    '---\nDear reader: hello.\n---\nOne.',
    '---\n\n---\nOne.',
    '---\ntitle: A\n\nOne.',
    '{a, b} is a set.',
    '{}\nOne.',
    'Words\n---\ntitle: A\n---',
    '',
  ])('is not in %j', (content) => {
    expect(lengthOf(content)).toBe(0);
  });
});
