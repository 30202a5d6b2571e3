import { expect, test } from 'vitest';

import type { ExportFormat } from '#core/export/export-format.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import type { Edit } from '#core/edits/edit.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';

import { writeFormat, writeRichText } from './write-format.ts';

const url = 'https://shop.example/pan';
const links = [{ id: '1', url, description: 'A cast iron pan', integrations: 1 as const }];
const options = { relation: 'none', disclosure: true, disclosureTexts: {} } as const;

/** Writes a content with a link on the first "pan", or without one. */
function written(content: string, target: ExportFormat | 'copy', isLinked = false): string {
  const start = content.indexOf('pan');
  const edit: Edit = { id: '1', start, end: start + 3, text: writeMarkup('pan', url), by: 'model' };
  const edits = isLinked ? [edit] : [];
  const all = { safe: edits, exploratory: edits, experimental: edits };
  const { versions, report } = checkEdits(content, all, links);
  const generation = { text: content, links, versions, edits: all, report, unfinished: [], usage: null };
  const shown = { generation, version: 'safe', edits, report: report.safe } as const;
  return target === 'copy' ? (writeRichText(shown, options).html ?? '') : writeFormat(target, shown, options);
}

const classic =
  '<h2>Pans</h2>\nIron holds heat well.\n\nIt is heavy.\nVery.\n\n<blockquote>One.\n\nTwo.</blockquote>\nThe end.';

test('text of the classic editor keeps its paragraphs in each format', () => {
  const words = ['Iron holds heat well.', 'It is heavy.\nVery.', 'One.', 'Two.', 'The end.'];
  expect(written(classic, 'plain')).toBe(['Pans', ...words].join('\n\n'));
  expect(written(classic, 'markdown')).toBe(
    '## Pans\n\nIron holds heat well.\n\nIt is heavy.\nVery.\n\n> One.\n>\n> Two.\n\nThe end.',
  );
  const copied = written(classic, 'copy');
  expect(copied).toContain('<p>Iron holds heat well.</p>\n<p>It is heavy.<br>Very.</p>');
  expect(copied).toContain('<blockquote><p>One.</p>\n<p>Two.</p></blockquote>');
  expect(written(classic, 'wordpress')).toContain('<p>It is heavy.<br>Very.</p>\n<!-- /wp:paragraph -->');
  expect(written(classic, 'wordpress').match(/<!-- wp:paragraph -->/gu)).toHaveLength(5);
  expect(written(classic, 'html')).toBe(classic);
});

test.each([
  "The pan is **old**.\n\n[affiliate url=\"https://own.example/?a=1\"]\n\n[caption id='a']Ann's[/caption]",
  "The pan is old.\n\n[affiliate url=\"https://own.example/?a=1\"]\n\n[caption id='a']Ann's[/caption]",
  "<p>The pan is old.</p><p>[affiliate url=\"https://own.example/?a=1\"]</p><p>[caption id='a']Ann's[/caption]</p>",
])('the shortcodes of %j keep their quotes', (content) => {
  for (const target of ['html', 'wordpress', 'copy'] as const) {
    const html = written(content, target, true);
    expect(html).toContain(`<a href="${url}">pan</a>`);
    expect(html).toContain('[affiliate url="https://own.example/?a=1"]');
    expect(html).toContain("[caption id='a']Ann's[/caption]");
  }
});

const notes =
  'A pan is heavy.[^1][^b] It lasts.\n\n[^1]: I *weighed* it.\n[^b]: See [own](https://own.example/).';

test.each(['html', 'wordpress'] as const)(
  'in %s, a mark of a footnote leads to the list and back',
  (target) => {
    const page = new DOMParser().parseFromString(written(notes, target, true), 'text/html');
    const marks = [...page.querySelectorAll('sup > a')];
    expect(marks.map(({ textContent }) => textContent)).toEqual(['1', '2']);
    for (const [at, mark] of marks.entries()) {
      const back = page.querySelector(mark.getAttribute('href') ?? '');
      expect(back?.closest('ol > li')).toBe(page.querySelectorAll('ol > li')[at]);
      expect(back?.getAttribute('href')).toBe(`#${mark.id}`);
    }
  },
);

test('in plain text, code keeps its lines and its indents', () => {
  const code = 'if a:\n    print("x")\n\n\n    y()';
  expect(written(`Run it.\n\n\`\`\`py\n${code}\n\`\`\`\n\nIt runs.`, 'plain')).toBe(
    `Run it.\n\n${code}\n\nIt runs.`,
  );
});

test('in plain text, small characters keep what they mean', () => {
  const small = '10<sup>5</sup> drops, 3 m<sup>2</sup>, 2<sup>1</sup>⁄<sub>2</sub> cups of H<sub>2</sub>O';
  expect(written(`${small}.`, 'plain')).toBe('10⁵ drops, 3 m², 2½ cups of H₂O.');
});

test('in a copy and in plain text, footnotes have numbers and a list without anchors', () => {
  expect(written(notes, 'copy', true)).toContain(
    'heavy.<sup>1, 2</sup> It lasts.</p>\n<hr>\n<ol>\n<li>I <em>weighed</em> it.</li>',
  );
  expect(written(notes, 'plain')).toBe(
    'A pan is heavy.[1][2] It lasts.\n\n1. I weighed it.\n2. See own (https://own.example/).',
  );
  expect(written(notes, 'markdown')).toBe(notes);
});

test.each(['---\ntitle: A pan\n---\n\n', '+++\ntitle = "A pan"\n+++\n'])(
  'the front matter %j is kept in Markdown and left out of the other formats',
  (front) => {
    const content = `${front}The *iron* is hot.`;
    expect(written(content, 'markdown')).toBe(content);
    expect(written(content, 'html')).toBe('<p>The <em>iron</em> is hot.</p>');
    expect(written(content, 'copy')).toBe('<p>The <em>iron</em> is hot.</p>');
    expect(written(content, 'plain')).toBe('The iron is hot.');
    expect(written(content, 'wordpress')).toBe(
      '<!-- wp:paragraph -->\n<p>The <em>iron</em> is hot.</p>\n<!-- /wp:paragraph -->',
    );
    const html = `${front}<h2>Iron</h2>\n<p>Hot.</p>`;
    expect(written(html, 'plain')).toBe('Iron\n\nHot.');
    expect(written(html, 'copy').trim()).toBe('<h2>Iron</h2>\n<p>Hot.</p>');
  },
);

test('a disclosure of the author is the only one', () => {
  const own = 'Some links on this page are affiliate links.';
  for (const target of ['copy', 'html', 'wordpress', 'plain', 'markdown'] as const) {
    expect(written(`*${own}*\n\nThe pan is old.`, target, true)).not.toContain('commissions');
    expect(written('Some links are long.\n\nThe pan is old.', target, true)).toContain('commissions');
  }
});
