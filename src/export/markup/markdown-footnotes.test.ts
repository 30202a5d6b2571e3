import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';

import { markdownToHtml } from './markdown-to-html.ts';

const list = (...items: readonly string[]) =>
  `\n<hr>\n<ol>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ol>`;

test.each([
  [
    'a mark and its footnote',
    'It is heavy.[^1]\n\n[^1]: I have *weighed* it.',
    `<p>It is heavy.<sup>1</sup></p>${list('I have <em>weighed</em> it.')}`,
  ],
  [
    'numbers in the order of the marks',
    '[^b]: Two.\n[^a]: One.\n\nA[^a] and b[^B] and a[^a].',
    `<p>A<sup>1</sup> and b<sup>2</sup> and a<sup>1</sup>.</p>${list('One.', 'Two.')}`,
  ],
  [
    'marks that follow each other',
    'Heavy.[^1][^2]\n\n[^1]: One.\n\n[^2]: Two.',
    `<p>Heavy.<sup>1, 2</sup></p>${list('One.', 'Two.')}`,
  ],
  [
    'a footnote of several lines and paragraphs',
    'Heavy.[^1]\r\n\r\n[^1]: One\r\ntwo.\r\n\r\n    Three.\r\n\r\n    - four\r\n\r\nFive.',
    `<p>Heavy.<sup>1</sup></p>\n<p>Five.</p>${list('<p>One<br>two.</p>\n<p>Three.</p>\n<ul>\n<li>four</li>\n</ul>')}`,
  ],
  [
    'a footnote directly below text, and above a heading',
    'Heavy.[^1]\n[^1]: One.\n## Two',
    `<p>Heavy.<sup>1</sup></p>\n<h2>Two</h2>${list('One.')}`,
  ],
  [
    'a footnote with the mark of another, and one without a mark',
    'A.[^1]\n\n[^3]: Three.\n[^1]: One.[^2]\n[^2]: Two.',
    `<p>A.<sup>1</sup></p>${list('One.<sup>2</sup>', 'Two.', 'Three.')}`,
  ],
  [
    'a footnote that is an address',
    'A study[^1].\n\n[^1]: https://a.example/\n',
    `<p>A study<sup>1</sup>.</p>${list('https://a.example/')}`,
  ],
  [
    'marks in a heading, a list, a table and emphasis',
    '# A[^1]\n\n- **b[^1]**\n\n| c[^1] |\n| - |\n\n[^1]: One.',
    `<h1>A<sup>1</sup></h1>\n<ul>\n<li><strong>b<sup>1</sup></strong></li>\n</ul>\n<table>\n<thead>\n<tr>\n<th>c<sup>1</sup></th>\n</tr>\n</thead>\n</table>${list('One.')}`,
  ],
])('%s are written without anchors', (_, markdown, html) => {
  expect(markdownToHtml(markdown, false)).toBe(html);
});

test.each([
  ['A mark[^1] without a footnote.', '<p>A mark[^1] without a footnote.</p>'],
  ['`[^1]`\n\n[^1]: One.', `<p><code>[^1]</code></p>${list('One.')}`],
  ['```\n[^1]: One.\n```', '<pre><code>[^1]: One.\n</code></pre>'],
  ['\\[^1]\n\n[^1]: One.', `<p>[^1]</p>${list('One.')}`],
  ['[^1]: One.\n\n[^1]: Again.', `<p>[^1]: Again.</p>${list('One.')}`.replace('[^1]', '<sup>1</sup>')],
  ['> [^1]: One.', '<blockquote>\n<p>[^1]: One.</p>\n</blockquote>'],
])('in %j, no words are lost', (markdown, html) => {
  expect(markdownToHtml(markdown, false)).toBe(html);
});

type Anchors = { readonly ids: string[]; readonly targets: string[] };

function anchorsOf(html: string): Anchors {
  const anchors: Anchors = { ids: [], targets: [] };
  const visit = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if (!('attrs' in node)) return;
    for (const { name, value } of node.attrs) {
      if (name === 'id') anchors.ids.push(value);
      if (name === 'href') anchors.targets.push(value);
    }
    node.childNodes.forEach(visit);
  };
  parseFragment(html).childNodes.forEach(visit);
  return anchors;
}

const content = 'A[^1], b[^2] and a[^1].\n\n[^1]: One.\n[^2]: Two.';

test('a mark leads to its footnote, and the footnote leads back', () => {
  const { ids, targets } = anchorsOf(markdownToHtml(content));
  expect(new Set(ids).size).toBe(ids.length);
  expect(targets.map((target) => ids.indexOf(target.slice(1)))).toEqual([3, 4, 3, 0, 1]);
});

test('the ids of two texts on one page are different, and so are those of the text itself', () => {
  const { ids } = anchorsOf(markdownToHtml(content));
  expect(markdownToHtml(content)).toBe(markdownToHtml(content));
  const other = anchorsOf(markdownToHtml(content.replace('Two', 'Three')));
  expect(other.ids.filter((id) => ids.includes(id))).toEqual([]);
  const own = `<b id="${ids[0]}">x</b>\n\n${content}`;
  const beside = anchorsOf(markdownToHtml(own));
  expect(new Set(beside.ids).size).toBe(beside.ids.length);
});

test.each(['[^1]', '[^1]: a\n', '[^1] ', '[^', '[^x]', '[^1]:\n\n    a\n\n', '\n'])(
  'text full of %j is read in linear time',
  (unit) => {
    const text = `[^1]: One.\n[^2]: Two.\n\n${unit.repeat(100_000 / unit.length)}`;
    expect(markdownToHtml(text)).toContain('One.');
  },
  10_000,
);

test('many footnotes are read in linear time', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => index);
  const text = numbers.map((at) => `A[^${at}] b.\n\n[^${at}]: Note ${at}.\n\n`).join('');
  expect(markdownToHtml(text)).toContain('Note 4999.');
}, 10_000);
