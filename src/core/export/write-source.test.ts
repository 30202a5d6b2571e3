import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { prepareText, withDisclosure, writeSource, type ExportOptions } from './write-source.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import { applyEdits, type Edit } from '#core/edits/edit.ts';
import { relinkEdits } from '#core/relink/relink-edits.ts';

const url = 'https://a.example/x?a=1&b="2"';
const link = writeMarkup('a <pan>', url);
const bare: ExportOptions = { relation: 'sponsored nofollow', disclosure: false, disclosureTexts: {} };
const disclosed: ExportOptions = { ...bare, disclosure: true };
const notice = 'I get commissions for purchases made through links in this post.';

function insertion(content: string, before: string, text: string): Edit {
  const start = content.indexOf(before);
  return { id: '1', start, end: start, text, by: 'model' };
}

function exported(content: string, edits: readonly Edit[], options = bare, urls = [url]): string {
  return writeSource(prepareText({ content, edits, urls }, options), options.relation);
}

describe('HTML', () => {
  const content =
    '<!-- wp:paragraph -->\n<p class="x" onclick=\'go(1)\'>Fish & chips <3 <a href="https://own.example">own</a>.</p>\n<!-- /wp:paragraph -->\n<script>if (a<b) go("<p>")</script><img src="x.jpg" alt="a > b">';

  test('keeps each byte of the author’s text, and gets real links with the chosen relation', () => {
    const edits = [insertion(content, '</p>', ` Take ${link}.`)];
    const anchor = (rel: string) =>
      content.replace(
        '.</p>',
        `. Take <a href="https://a.example/x?a=1&amp;b=&quot;2&quot;"${rel}>a &lt;pan&gt;</a>.</p>`,
      );
    expect(exported(content, edits)).toBe(anchor(' rel="sponsored nofollow"'));
    expect(exported(content, edits, { ...bare, relation: 'nofollow' })).toBe(anchor(' rel="nofollow"'));
    expect(exported(content, edits, { ...bare, relation: 'none' })).toBe(anchor(''));
  });

  test('has the disclosure before the block of the first link, in a comment of WordPress', () => {
    const edits = [insertion(content, '</p>', ` Take ${link}.`)];
    expect(exported(content, edits, disclosed)).toMatch(
      `<!-- wp:paragraph -->\n<p><em>${notice}</em></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p class="x"`,
    );
  });

  test('has no tag that is neither the author’s nor simple structure', () => {
    const added =
      '<p>ok</p><img src=x onerror=alert(1)><script>alert(1)</script><a href="https://evil.example">e</a><p onclick=x>';
    const html = exported('<p>One.</p><p>Two.</p>', [insertion('<p>One.</p><p>Two.</p>', '<p>Two', added)]);
    expect(html).toBe(
      '<p>One.</p><p>ok</p>&lt;img src=x onerror=alert(1)>&lt;script>alert(1)&lt;/script>&lt;a href="https://evil.example">e&lt;/a>&lt;p onclick=x><p>Two.</p>',
    );
  });

  test('does not accept a change inside a tag as the author’s', () => {
    const html = exported('<p class="x">One.</p>', [
      { id: '1', start: 2, end: 12, text: ' onclick="alert(1)"', by: 'model' },
    ]);
    expect(html).toBe('&lt;p onclick="alert(1)">One.</p>');
  });

  test('does not form a tag from a sign and the author’s words behind it', () => {
    const words = '<p>I had a good day.</p>';
    expect(exported(words, [insertion(words, 'a good', '<')])).toBe(words.replace('a good', '&lt;a good'));
  });

  test('has the disclosure under its title, else at the top', () => {
    const list = '<div>\n<p>Intro</p>\n<ul>\n<li><p>One</p></li></ul></div>';
    expect(exported(list, [insertion(list, 'One', link)], disclosed)).toContain(
      `<div>\n<p><em>${notice}</em></p>\n<p>Intro</p>\n<ul>`,
    );
    const loose = '<h2>Title</h2>\nFirst paragraph.\n\nSecond one.';
    expect(exported(loose, [insertion(loose, 'Second', link)], disclosed)).toContain(
      `</h2>\n<p><em>${notice}</em></p>\nFirst paragraph.\n\n<a href=`,
    );
  });
});

describe('Markdown', () => {
  const content =
    '---\r\ntitle: x\r\n---\r\n# Title\r\nSee [own](https://own.example).\r\n\r\n- one\r\n- two\r\n';

  test('keeps each byte of the author’s text, and gets Markdown links', () => {
    expect(exported(content, [insertion(content, 'See', `Take ${link}. `)])).toBe(
      content.replace('See', String.raw`Take [a \<pan>](https://a.example/x?a=1&b="2"). See`),
    );
  });

  test.each([
    ['Buy!', String.raw`Buy\!`],
    [String.raw`Buy\!`, String.raw`Buy\!`],
    [String.raw`Buy\\!`, String.raw`Buy\\\!`],
    ['C:\\', 'C:\\\\'],
  ])('does not turn a link right behind %s into an image or text', (before, escaped) => {
    const edits = [insertion(`# Top\n${before}|`, '|', link)];
    expect(exported(`# Top\n${before}|`, edits)).toBe(
      `# Top\n${escaped}[a \\<pan>](https://a.example/x?a=1&b="2")|`,
    );
  });

  test('has a link of HTML inside an element, where Markdown is not read', () => {
    const before = '# Top\n\nBuy here!|\n\n<div class="box">\nA | word!|\n</div>\n\n<details>\n\nLast |\n';
    const edits = [...before.matchAll(/\|/gu)].map(({ index: start }) => ({
      id: String(start),
      start,
      end: start + 1,
      text: link,
      by: 'model' as const,
    }));
    const [md, html] = [
      String.raw`[a \<pan>](https://a.example/x?a=1&b="2")`,
      '<a href="https://a.example/x?a=1&amp;b=&quot;2&quot;" rel="sponsored nofollow">a &lt;pan&gt;</a>',
    ];
    expect(exported(before, edits)).toBe(
      `# Top\n\nBuy here\\!${md}\n\n<div class="box">\nA ${html} word!${html}\n</div>\n\n<details>\n\nLast ${md}\n`,
    );
  });

  test.each(['---', '```\ncode\n```', '$$\na\n$$', '# Two'])(
    'has a link of HTML below a tag and %j without a blank line',
    (between) => {
      const own = `One **two**.\n\n<img src="https://own.example/i.png">\n${between}\nThree.`;
      expect(exported(own, [insertion(own, 'Three', `${link} `)])).toMatch(/<\/a> Three\.$/u);
      expect(exported(own.replace('">', '">\n'), [insertion(own, 'ree', link)])).not.toContain('<a');
    },
  );

  test('has no second disclosure if the author’s text has the same words', () => {
    const own = `${content}\n*${notice}*\n`;
    const edits = [insertion(own, 'See', `Take ${link}. `)];
    expect(exported(own, edits, disclosed).split(notice)).toHaveLength(2);
    const html = `<h1>One</h1><p class="x"><em>${notice}</em></p><p>See Two.</p>`;
    const change = [insertion(html, 'See', `Take ${link}. `)];
    expect(exported(html, change, disclosed).split(notice)).toHaveLength(2);
    const short = { ...disclosed, disclosureTexts: { en: 'Ad', other: 'Ad' } };
    expect(exported(`${content}\nAd hoc.`, edits, short)).toContain('*Ad*');
  });

  test('has the disclosure under its title, wherever the first link stands', () => {
    expect(exported(content, [insertion(content, 'See', `Take ${link}. `)], disclosed)).toContain(
      `# Title\r\n*${notice}*\r\n\r\nTake`,
    );
    expect(exported(content, [insertion(content, 'two', `${link} `)], disclosed)).toContain(
      `# Title\r\n*${notice}*\r\n\r\nSee [own]`,
    );
  });

  test('writes a model’s own links and tags as text', () => {
    const added =
      'A [bad](https://evil.example) <https://evil.example> <b onclick=x>. [own](https://own.example)\n[1]: https://evil.example\n';
    expect(exported(content, [insertion(content, 'See', added)])).toContain(
      String.raw`A [bad]\(https://evil.example) &lt;https://evil.example> &lt;b onclick=x>. [own](https://own.example)
\[1]: https://evil.example
`,
    );
  });

  test('does not link an address that no browser opens', () => {
    const script = 'javascript:alert(1)';
    const edits = [insertion(content, 'See', writeMarkup('pan', script))];
    expect(exported(content, edits, disclosed, [script])).toBe(
      content.replace('See', 'pan (javascript:alert(1))See'),
    );
  });
});

test.each([
  'This post contains affiliate links.\n\nSee the pan.',
  'See the pan.\n\n---\n\n*As an Amazon Associate I earn from qualifying purchases.*',
  '# Pans\n\n> Some links on this page are affiliate links.\n\nSee the pan.',
  '<p>Anzeige</p><p>See the pan.</p>',
  'Anzeige\n\nSee the pan.',
])('%j has a disclosure of its own, so none is added', (content) => {
  const edits = [insertion(content, 'See', `Take ${link}. `)];
  expect(exported(content, edits, disclosed)).toBe(exported(content, edits));
  expect(withDisclosure({ content, edits, urls: [url] }, 'disclosure', {})).toBeNull();
});

test('a text about affiliate links gets a disclosure', () => {
  const content = 'Affiliate links earn a commission when a reader buys.\n\nSee the pan.';
  const edits = [insertion(content, 'See', `Take ${link}. `)];
  expect(exported(content, edits, disclosed)).toContain(notice);
});

test('in plain text, the address follows the words, and the disclosure precedes the text', () => {
  const content = 'One.\r\n\r\nTwo.';
  expect(exported(content, [insertion(content, 'Two', `${link} `)], disclosed)).toBe(
    `${notice}\r\n\r\nOne.\r\n\r\na <pan> (${url}) Two.`,
  );
});

const scraps = [
  '<p>',
  '</p>',
  '<b',
  'x',
  ' ',
  '>',
  '"',
  "'",
  '=',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '\n',
];
const signs = [
  '\r\n',
  '# ',
  '- ',
  '](',
  '[',
  ')',
  '`',
  '```',
  '&',
  '\\',
  '<i class="y">',
  '| ',
  'Two words. ',
];
const scrap = fc.constantFrom(...scraps.concat(signs));

test.each([
  ['<!--](', '<p>-->'],
  ['<!--](<p', '>-->'],
  ['<!-- [x](https://own.example', ') --> # [y](z)'],
  ['<!-- \n[1]: ', 'https://own.example --> [y](z)'],
])('a link between %j and %j does not change the author’s brackets', (before, after) => {
  const edits = [
    { id: '1', start: before.length, end: before.length, text: ` ${link}`, by: 'model' as const },
  ];
  expect(exported(before + after, edits)).toBe(
    `${before.replaceAll('<', '&lt;')} [a \\<pan>](https://a.example/x?a=1&b="2")${after}`,
  );
});

test('every byte of the author’s text is kept, whatever is inserted', () => {
  fc.assert(
    fc.property(
      fc.array(scrap, { maxLength: 25 }),
      fc.nat(),
      fc.constantFrom('# ', '<p>a</p><p>b</p>', ''),
      (pieces, place, head) => {
        const content = head + pieces.join('');
        const start = place % (content.length + 1);
        const text = exported(content, [{ id: '1', start, end: start, text: ` ${link}`, by: 'model' }]);
        const inside = text.replace(
          / (?:<a href="https:\/\/a\.ex.*?<\/a>|\[a.*?\]\(.*?\)|a <pan> \(.*?\)|\[\[a <pan>\]\]\(\(.*?\)\))/u,
          '',
        );
        expect(inside.replaceAll('&lt;', '<')).toBe(content);
      },
    ),
    { numRuns: 3000 },
  );
});

describe('an exchanged link', () => {
  const own = 'https://shop.example/pan';
  const relinked = (content: string) => relinkEdits(content, [{ from: own, url, source: { linkId: 'a' } }]);

  test.each([
    [`<a href="${own}">`, '<a rel="sponsored nofollow" href="URL">'],
    [`<A class='x' HREF='${own}'>`, "<A rel=\"sponsored nofollow\" class='x' HREF='URL'>"],
    [`<a href="${own}" rel="noopener nofollow">`, '<a href="URL" rel="noopener nofollow sponsored">'],
    [`<a rel="nofollow sponsored" href="${own}">`, '<a rel="nofollow sponsored" href="URL">'],
  ])('of HTML has the chosen relation: %s', (tag, expected) => {
    const content = `<p>A ${tag}b</a> <a href="https://c.example">c</a>.</p><p>D.</p>`;
    const written = content.replace(
      tag,
      expected.replace('URL', 'https://a.example/x?a=1&amp;b=&quot;2&quot;'),
    );
    expect(exported(content, relinked(content))).toBe(written);
    expect(exported(content, relinked(content), { ...bare, relation: 'none' })).toBe(
      content.replace(own, 'https://a.example/x?a=1&amp;b=&quot;2&quot;'),
    );
  });

  test.each([
    ['a link', `# A\n\nB.\n\nC [d](${own}).`, 'B.'],
    ['a definition below its use', `# A\n\nB [d].\n\nC.\n\n[d]: ${own}`, 'B [d].'],
    ['HTML', `<h2>A</h2>\n<p>B.</p>\n<p>C <a href="${own}">d</a>.</p>`, '<p>B'],
    ['plain text', `A\n\nB: ${own}`, 'B: '],
  ])('of %s has the disclosure under the title', (_, content, block) => {
    const edits = relinked(content);
    const text = exported(content, edits, disclosed);
    expect(text).toContain(notice);
    expect(text.slice(text.indexOf(notice) + notice.length)).toMatch(/^\S*\s/u);
    expect(
      text
        .slice(text.indexOf(notice))
        .replace(/^[^\n]*\n\s*/u, '')
        .startsWith(block),
    ).toBe(true);
    const shown = withDisclosure({ content, edits, urls: [] }, 'x', {});
    expect(applyEdits(content, shown ?? [])).toBe(
      exported(content, edits, { ...disclosed, relation: 'none' }),
    );
  });

  test('behind a woven one leaves the disclosure before that one', () => {
    const content = `A.\n\nB [d](${own}).`;
    const edits = [insertion(content, '\n\nB', ` Take ${link}.`), ...relinked(content)];
    expect(exported(content, edits, disclosed).replace(/^\*/u, '').startsWith(notice)).toBe(true);
  });
});
