import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { toHtmlSubset } from './html-subset.ts';
import { linkRel } from './link-rel.ts';
import { toRichText } from './rich-text.ts';
import { formatOf } from './text-format.ts';
import { readMarkup, writeMarkup } from '#core/markup/link-markup.ts';

const url = 'https://a.example/x?a=1&b="2"';
const rel = `rel="${linkRel}"`;
const anchorHtml = `<a href="https://a.example/x?a=1&amp;b=&quot;2&quot;" ${rel}>a &lt;pan&gt;</a>`;

function copied(text: string, content = text): { html: string; plain: string } {
  return toRichText(readMarkup(text, [url]), content);
}

describe('a copied version', () => {
  test('carries its links as real links, marked as sponsored', () => {
    expect(linkRel).toBe('sponsored nofollow noopener noreferrer');
    const { html, plain } = copied(`Take ${writeMarkup('a <pan>', url)} & go.`);
    expect(html).toBe(`<p>Take ${anchorHtml} &amp; go.</p>`);
    expect(plain).toBe(`Take a <pan> (${url}) & go.`);
  });

  test('has a paragraph for each, and a break for each line', () => {
    expect(copied('One\r\ntwo\r\n\r\nThree').html).toBe('<p>One<br>\ntwo</p>\n<p>Three</p>');
  });

  test('of Markdown has headings and lists, and Markdown links in its plain form', () => {
    const content = '# Title\nText\n- one\n  more\n- two\n\n1. first\n2. second';
    expect(copied(content).html).toBe(
      '<h1>Title</h1>\n<p>Text</p>\n<ul><li>one more</li><li>two</li></ul>\n<ol><li>first</li><li>second</li></ol>',
    );
    expect(copied(`${content}\n\n${writeMarkup('pan', url)}`, content).plain).toBe(
      `${content}\n\n[pan](${url})`,
    );
  });

  test('of Markdown puts an address with parentheses between angle brackets', () => {
    const odd = 'https://a.example/x_(y) z';
    const segments = readMarkup(writeMarkup('pan', odd), [odd]);
    expect(toRichText(segments, '# Title').plain).toBe(`[pan](<${odd}>)`);
  });

  test('of HTML keeps its structure, and HTML links in its plain form', () => {
    const content = '<h2 class="x">Title</h2><p onclick="alert(1)">Fish &amp; chips &lt;3</p>';
    const { html, plain } = copied(`${content}<p>${writeMarkup('a pan', url)}</p>`, content);
    expect(html).toBe(
      `<h2>Title</h2><p>Fish &amp; chips &lt;3</p><p><a href="https://a.example/x?a=1&amp;b=&quot;2&quot;" ${rel}>a pan</a></p>`,
    );
    expect(plain).toContain(`<a href="https://a.example/x?a=1&amp;b=&quot;2&quot;" ${rel}>a pan</a>`);
    expect(plain).toContain('<p onclick="alert(1)">');
  });

  test('has no other link than the checked ones', () => {
    const content =
      '<h2>Title</h2><p>See <a href="https://evil.example">this</a> and [that](https://evil.example).</p>';
    const { html } = copied(`${content}[[stray]]((https://evil.example))`, content);
    expect(html).not.toContain('<a ');
    expect(html).toContain('See this and [that](https://evil.example).');
  });

  test('does not take one link for another where a tag hides one', () => {
    const content = '<p>x</p>';
    const { html } = copied(
      `<p title="${writeMarkup('hidden', url)}">${writeMarkup('seen', url)}</p>`,
      content,
    );
    expect(html).toMatch(/^<p><a [^>]*>seen<\/a><\/p>$/u);
  });

  test('never makes a link of an address that is none', () => {
    const script = 'javascript:alert(1)';
    const { html } = toRichText(readMarkup(writeMarkup('pan', script), [script]), '');
    expect(html).toBe('<p>pan</p>');
  });
});

test('whatever the source, bare tags of structure are all that is left of it', () => {
  const scrap = fc.constantFrom(
    '<p>',
    '</p>',
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:x">',
    '</a>',
    '<',
    '>',
    '"',
    "'",
    '&',
    '&lt;',
    '<svg><p onload=x>',
    '</svg>',
    '<!--',
    '-->',
    '<p/onclick=x>',
    '<p x="',
    'text',
    '<h1 ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 30 }), (scraps) => {
      const html = toHtmlSubset(scraps.join(''));
      const rest = html.replace(/<\/?(?:p|h1)>/gu, '');
      expect(rest).not.toMatch(/[<>"']/u);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['html', '<p>One</p>\n<p>Two</p>'],
  ['html', '<h2>One</h2> text<br>'],
  ['markdown', '# One'],
  ['markdown', '# One\n\n<figure>\n<img src="x.jpg">\n</figure>\n\n- two'],
  ['markdown', 'One\n\n- two'],
  ['markdown', 'See [this](https://a.example).'],
  ['markdown', 'A **bold** word'],
  ['plain', 'One. Two < three > two.'],
  ['plain', 'Use the <p> tag.'],
  ['plain', ''],
])('is recognised as %s: %j', (format, content) => {
  expect(formatOf(content)).toBe(format);
});
