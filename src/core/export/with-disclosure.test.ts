import { expect, test } from 'vitest';

import { applyEdits, type Edit } from '#core/edits/edit.ts';

import { putDisclosure } from './disclosure.ts';
import { prepareText, withDisclosure } from './write-source.ts';

const url = 'https://shop.example/a_(b)?c=<d>';
const link = `[[words]]((${url}))`;
const options = { relation: 'nofollow', disclosure: true, disclosureTexts: {} } as const;

function edit(content: string, behind: string, text: string): Edit {
  const at = content.indexOf(behind) + behind.length;
  return { id: behind, start: at, end: at, text, by: 'model' };
}

const markdown = '# Title\n\nOne. Two.\n\n- three\n- four\n\n> five\n\nSix.';

test.each([
  ['in a paragraph', markdown, 'One.', ` A ${link}.`],
  ['as a paragraph of its own', markdown, 'Two.', `\n\nA ${link}.`],
  ['in a list', markdown, 'four', ` or ${link}`],
  ['in a quotation', markdown, 'five', ` ${link}`],
  ['at the beginning', 'One.\n\nTwo.', '', `A ${link}. `],
  ['at the end of plain text', 'One.\n\nTwo.', 'Two.', `\n\nA ${link}.`],
  ['with other line ends', 'One.\r\n\r\nTwo.\r\nThree.', 'Three.', ` A ${link}.`],
  ['in HTML', '<h1>One</h1><p>Two.</p><p>Three.</p>', 'Three.', ` A ${link}.`],
])('the disclosure for a link %s is drawn where it is exported', (_, content, behind, text) => {
  const edits = [edit(content, behind, text)];
  const exported = prepareText({ content, edits, urls: [url] }, options);
  const drawn = withDisclosure({ content, edits, urls: [url] }, 'disclosure', {}) ?? [];
  const written = putDisclosure(exported.text, exported.disclosure, exported.format);
  expect(applyEdits(content, drawn)).toBe(written.replace(/\uFDD0\d+\uFDD1/u, link));
  expect(drawn.filter(({ id }) => id === 'disclosure').length).toBe(1);
  expect(drawn.filter(({ id }) => id === behind).length).toBe(1);
  // Without the disclosure the version is what it was.
  expect(
    applyEdits(
      content,
      drawn.filter(({ id }) => id !== 'disclosure'),
    ),
  ).toBe(applyEdits(content, edits));
});

test.each([
  ['a title', '# Title\n\n', 'One.\n\nTwo four.'],
  ['a title with a line under it', 'Title\n=====\n\n', '## One\n\nTwo four.'],
  ['front matter and a title', '---\ntitle: x\n---\n\n# Title\n', '- One.\n- Two four.'],
  ['an import and a title', "import A from 'a'\n\n# Title\n\n", 'Two four.'],
  ['a title in HTML', '<h1 align="center">Title</h1>\n\n', '> One\n\nTwo four.'],
  ['no title', '', 'One.\n\n## Two\n\nThree four.'],
  ['front matter alone', '---\ntitle: x\n---\n\n', 'One.\n\nTwo four.'],
])('in Markdown with %s, the disclosure stands below it', (_, above, below) => {
  const content = above + below;
  const edits = [edit(content, 'four', ` ${link}`)];
  const drawn = withDisclosure({ content, edits, urls: [url] }, 'disclosure', {}) ?? [];
  const text = applyEdits(content, drawn);
  expect(text.replace(/\*I get commissions [^\n]*\*\n\n/u, '')).toBe(applyEdits(content, edits));
  expect(text.slice(above.length)).toMatch(/^\*I get commissions /u);
});

test.each([
  ['<h1>T</h1>\n', '<p>One.</p>\n<p>Two four.</p>'],
  [
    '<article>\n<header><h1>T</h1></header>\n<div>',
    '<p>One.</p><h2>Two</h2><p>Three four.</p></div></article>',
  ],
  ['<head><title>X</title><style>p {}</style></head><body><h1><b>T</b> t</h1>', '<p>Two four.</p></body>'],
  ['', '<p>One.</p><h2>Two</h2><p>Three four.</p>'],
  [
    '<!-- wp:heading -->\n<h2>T</h2>\n<!-- /wp:heading -->\n\n',
    '<!-- wp:paragraph -->\n<p>One.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>Two four.</p>\n<!-- /wp:paragraph -->',
  ],
])('in HTML it stands below %j', (above, below) => {
  const content = above + below;
  const edits = [edit(content, 'four', ` ${link}`)];
  const drawn = withDisclosure({ content, edits, urls: [url] }, 'disclosure', {}) ?? [];
  const text = applyEdits(content, drawn);
  expect(text.slice(above.length)).toMatch(/^(?:<!-- wp:paragraph -->\n)?<p><em>I get commissions /u);
});

test.each([
  ['My little garden\n\n', 'One.\n\nTwo four.'],
  ['', 'One is here.\n\nTwo four.'],
  ['', 'One\nTwo four.'],
])('in plain text it stands below a first line alone: %j', (above, below) => {
  const content = above + below;
  const edits = [edit(content, 'four', ` ${link}`)];
  const drawn = withDisclosure({ content, edits, urls: [url] }, 'disclosure', {}) ?? [];
  expect(applyEdits(content, drawn).slice(above.length)).toMatch(/^I get commissions [^\n]*\n\nOne/u);
});

test('it never stands behind the first link', () => {
  const content = '# Our four pots\n\nTwo.';
  const edits = [{ id: 'a', start: 6, end: 10, text: link, by: 'model' as const }];
  const drawn = withDisclosure({ content, edits, urls: [url] }, 'disclosure', {}) ?? [];
  expect(applyEdits(content, drawn)).toMatch(/^\*I get commissions [^\n]*\n\n# Our \[\[/u);
});

test.each(['# Two', '```\ncode\n```', '$$\na\n$$', ':::tip'])(
  'for a link below HTML and %j, the disclosure stands below the title',
  (between) => {
    for (const html of ['<br>', '<p>\nThree.</p>', '</div>', '<img src="https://own.example/i.png">']) {
      const content = `# One\n\n${html}\n${between}\nWe like [it](https://own.example/). Four.`;
      const edits = [edit(content, 'Four.', ` A ${link}.`)];
      const drawn = withDisclosure({ content, edits, urls: [url] }, 'disclosure', {}) ?? [];
      expect(applyEdits(content, drawn)).toMatch(/^# One\n\n\*I get commissions [^\n]*\n\n</u);
    }
  },
);

test('an edit that replaces words and begins a paragraph keeps its id at its links', () => {
  const content = 'One.\n\nTwo.';
  const edits: Edit[] = [{ id: 'a', start: 0, end: 4, text: `New.\n\nA ${link}.`, by: 'model' }];
  const drawn = withDisclosure({ content, edits, urls: [url] }, 'disclosure', {}) ?? [];
  expect(drawn.map(({ id }) => id)).toEqual(['disclosure', 'a']);
  expect(applyEdits(content, drawn)).toMatch(/^.*commissions.*\n\nNew\.\n\nA \[\[words\]\].*\n\nTwo\.$/u);
});

test.each([
  ['without links', 'One.', 'One.', ' Two.', []],
  ['whose link no browser opens', 'One.', 'One.', ' [[a]]((mailto:b))', ['mailto:b']],
])('a version %s has no disclosure', (_, content, behind, text, urls) => {
  expect(
    withDisclosure({ content, edits: [edit(content, behind, text)], urls }, 'disclosure', {}),
  ).toBeNull();
});

test.each([
  ['a script', '<script>\nvar a = 1;\n\nvar b = 2;\n</script>'],
  ['a style sheet', '<style>\np {}\n\na {}\n</style>'],
  ['a comment', '<!-- hidden\n\nwords -->'],
])('the disclosure is not written into %s', (_, above) => {
  const content = `<h2>One</h2>\n${above}\nTwo.`;
  const edits = [edit(content, 'Two.', ` A ${link}.`)];
  const drawn = withDisclosure({ content, edits, urls: [url] }, 'disclosure', {}) ?? [];
  expect(applyEdits(content, drawn)).toContain(`${above}\n<p><em>I get commissions`);
});
