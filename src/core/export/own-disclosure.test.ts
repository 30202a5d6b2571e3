import fc from 'fast-check';
import { Marked } from 'marked';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';

import { applyEdits, type Edit } from '#core/edits/edit.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import { character } from '#scripts/property-values.ts';

import { disclosureWords } from './disclosure.ts';
import { prepareText, withDisclosure, writeSource } from './write-source.ts';

const url = 'https://shop.example/pan';

const scraps =
  '* ** _ __ ~~ ` ``` \\ ! # - + 1. > | $ & < > " \' ( ) [ ] : ; / = {{ }} <!-- --> <script> </script> <b> </em></p> <a&#32;href=x> &lt; &amp; &#60; ' +
  `[x](https://evil.example) ![x](//evil.example) [x]: <https://evil.example> https://evil.example/a_b http:// www.evil.example WWW.x.y me@evil.example mailto:me@evil.example ftp://x.y ${writeMarkup('x', url)} [[x ]](( )) ` +
  'word Ad: é 한국 עברית 💰';
const scrap = fc.oneof(
  fc.constantFrom(
    ...scraps.split(' '),
    ' ',
    '\n',
    '\r\n',
    '\t',
    '\u202E',
    '\u200F',
    '\uD800',
    '\uFDD00\uFDD1',
    '\uFDD5',
  ),
  fc.string({ unit: character, maxLength: 3 }),
);
/** A text that a user may write, and its words. */
const ownText = fc
  .array(scrap, { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
  .filter((text) => disclosureWords(text) !== null);

const contents = {
  plain: 'One.\n\nTwo.',
  markdown: '# Title\n\nOne.\n\nTwo.',
  html: '<h1>Title</h1>\n<p>One.</p>\n<p>Two.</p>',
};
type Format = keyof typeof contents;

/** Reads bare addresses as links, as many sites do. */
const site = new Marked({ gfm: true });

function versionOf(format: Format, text: string) {
  const content = contents[format];
  const at = content.indexOf('Two');
  const edits: Edit[] = [
    { id: '1', start: at, end: at, text: `A ${writeMarkup('pan', url)}. `, by: 'model' },
  ];
  const texts = { en: text, other: text };
  const options = { relation: 'nofollow', disclosure: true, disclosureTexts: texts } as const;
  return { version: { content, edits, urls: [url] }, options };
}

function write(format: Format, text: string): string {
  const { version, options } = versionOf(format, text);
  return writeSource(prepareText(version, options), 'nofollow');
}

/** Returns the tags and the addresses of HTML, and the words of its first paragraph. */
function read(html: string) {
  const tags: string[] = [];
  const paragraphs: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): string => {
    if (node.nodeName === '#text' && 'value' in node) return node.value;
    if (!('childNodes' in node)) return '';
    const shown = node.attrs.map(({ name, value }) => ` ${name}=${value}`);
    tags.push(node.nodeName + shown.join(''));
    const words = node.childNodes.map(visit).join('');
    if (node.nodeName === 'p') paragraphs.push(words);
    return words;
  };
  parseFragment(html).childNodes.forEach(visit);
  return { tags: tags.toSorted(), words: paragraphs[0] };
}

const link = `a href=${url}`;
const linkInHtml = `${link} rel=nofollow`;

test.each([
  ['HTML', (text: string) => write('html', text), ['h1', 'p', 'p', 'p', 'em', linkInHtml]],
  [
    'Markdown',
    (text: string) => site.parse(write('markdown', text), { async: false }),
    ['h1', 'p', 'p', 'p', 'em', link],
  ],
])('in %s a disclosure of one’s own is words, and never a link or a tag', (_, write_, tags) => {
  fc.assert(
    fc.property(ownText, (text) => {
      expect(read(write_(text))).toEqual({ tags: tags.toSorted(), words: disclosureWords(text) });
    }),
    { numRuns: 2000 },
  );
});

test('in plain text it is the same words', () => {
  fc.assert(
    fc.property(ownText, (text) => {
      expect(write('plain', text)).toBe(`${disclosureWords(text)}\n\nOne.\n\nA pan (${url}). Two.`);
    }),
  );
});

test('it is drawn as it is copied', () => {
  fc.assert(
    fc.property(ownText, fc.constantFrom('plain', 'markdown', 'html' as const), (text, format) => {
      const { version, options } = versionOf(format, text);
      const drawn = withDisclosure(version, 'disclosure', options.disclosureTexts) ?? [];
      const words = drawn.find(({ id }) => id === 'disclosure')?.text ?? '';
      expect(write(format, text)).toContain(words);
      const bare = drawn.filter(({ id }) => id !== 'disclosure');
      expect(applyEdits(version.content, bare)).toBe(applyEdits(version.content, version.edits));
    }),
  );
});

test('a placeholder in the author’s text is not taken for the disclosure', () => {
  const { version, options } = versionOf('markdown', 'Ad: I am paid.');
  const edits = version.edits.map((edit) => ({ ...edit, start: edit.start + 1, end: edit.end + 1 }));
  const marked = { ...version, content: version.content.replace('One', '\uFDD5One'), edits };
  expect(writeSource(prepareText(marked, options), 'nofollow')).toBe(
    `# Title\n\n*Ad: I am paid.*\n\nOne.\n\nA [pan](${url}). Two.`,
  );
});
