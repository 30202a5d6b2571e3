import fc from 'fast-check';
import { Marked } from 'marked';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';

import { linksFor, writtenFor } from '#provider/written-for.ts';
import { calloutMark } from '#core/edits/spots.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { prepareText, writeSource } from '#core/export/write-source.ts';
import { hostileTexts, naughtyStrings } from '#provider/corpus/hostile.ts';
import { writeVersions } from '#provider/write-versions.ts';
import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';

const tea = 'I drink my tea in the garden each day, and it is very good for me.';
const two = ['Steel kettle for tea', 'Paper filters, 100 pieces'];
const heading = 'Links in this article';
const items = (sign: string, end = '\n') =>
  `${sign} [[Steel kettle for tea]]${end}${sign} [[Paper filters]], 100 pieces`;
const htmlItems = `<ul>\n<li>[[Steel kettle for tea]]</li>\n<li>[[Paper filters]], 100 pieces</li>\n</ul>`;
const block = (html: string) => `<!-- wp:paragraph -->\n${html}\n<!-- /wp:paragraph -->`;

test.each([
  ['with headings', `# Day\n\n## Tea\n\n${tea}\n\n### Cup\n\n${tea}`, `## ${heading}\n\n${items('-')}`, ''],
  ['with deep headings', `### Tea\n\n${tea}`, `### ${heading}\n\n${items('-')}`, ''],
  ['with a title only', `# Day\n\n${tea}`, `**${heading}**\n\n${items('-')}`, ''],
  ['without headings', `${tea} It is **hot**.`, `**${heading}**\n\n${items('-')}`, ''],
  [
    'with underlined headings',
    `Day\n===\n\nTea\n---\n\n${tea} **Hot.** Yes.`,
    `## ${heading}\n\n${items('-')}`,
    '',
  ],
  ['with # in code', `# Day\n\n\`\`\`sh\n## more\n\`\`\`\n\n${tea}`, `**${heading}**\n\n${items('-')}`, ''],
  ['with other marks', `## Tea\n\n* a cup\n* a pot\n\n${tea}`, `## ${heading}\n\n${items('*')}`, ''],
  ['with plus signs', `## Tea\n\n+ a cup\n+ a pot\n\n${tea}`, `## ${heading}\n\n${items('+')}`, ''],
  [
    'with notes',
    `## Tea\n\n${tea}[^1]`,
    `## ${heading}\n\n${items('-')}`,
    '\n\n[^1]: A note.\n[x]: https://x.example',
  ],
  ['with a greeting', `## Tea\n\n${tea}`, `**${heading}**\n\n${items('-')}`, '\n\nCheers,\nTom'],
  [
    'with both',
    `## Tea\n\n${tea}[^1]`,
    `**${heading}**\n\n${items('-')}`,
    '\n\nCheers,\nTom\n\n[^1]: A note.',
  ],
  ['of plain text', tea, `${heading}:\n\n${items('-')}`, ''],
  ['of HTML', `<h1>Day</h1>\n<h2>Tea</h2>\n<p>${tea}</p>`, `<h2>${heading}</h2>\n\n${htmlItems}`, ''],
  ['of HTML without headings', `<p>${tea}</p>`, `<p><strong>${heading}</strong></p>\n\n${htmlItems}`, ''],
  [
    'of HTML with a greeting',
    `<h2>Tea</h2>\n<p>${tea}</p>`,
    `<p><strong>${heading}</strong></p>\n\n${htmlItems}`,
    '\n<p>Cheers,<br>Tom</p>',
  ],
  [
    'of WordPress',
    `<!-- wp:heading -->\n<h2>Tea</h2>\n<!-- /wp:heading -->\n\n${block(`<p>${tea}</p>`)}`,
    block(
      `<p><strong>${heading}</strong><br>→ [[Steel kettle for tea]]<br>→ [[Paper filters]], 100 pieces</p>`,
    ),
    '',
  ],
])('a list at the end of a text %s has its format', (_, above, list, below) => {
  const written = (content: string) => writtenFor(content, two).experimental;
  expect(written(`${above}${below}\n`)).toBe(`${above}\n\n${list}${below}\n`);
  const wide = (text: string) => text.replaceAll('\n', '\r\n');
  expect(written(wide(`${above}${below}\n`))).toBe(wide(`${above}\n\n${list}${below}\n`));
});

test.each([
  ['## גינה\n\nגינה קטנה במרפסת עם השקיה ופרחים יפים מאוד שגדלים שם כל השנה.', '← [[מזמרה]]'],
  ['<p>גינה קטנה במרפסת עם השקיה ופרחים יפים מאוד.</p>\n<p>היא יפה.</p>', '<p>← [[מזמרה]]</p>'],
])('in a text that runs to the left, a line of its own points to the left: %s', (content, line) => {
  expect(writtenFor(content, ['מזמרה']).exploratory).toBe(`${content}\n\n${line}`);
});

test.each([
  ['מזמרה', '←'],
  ['سقي', '←'],
  ['100% طقم', '←'],
  ['Drip kit', '→'],
  ['Зонт', '→'],
  ['', '→'],
])('before %j the mark is %s', (words, mark) => {
  expect(calloutMark(words)).toBe(mark);
});

type Node = DefaultTreeAdapterTypes.Node;

/** Returns the tags and attributes of HTML as a browser reads them, without texts: `<p></p>`. */
function outlineOf(node: Node): string {
  if (node.nodeName === '#comment') return '<!>';
  const inner = 'childNodes' in node ? node.childNodes.map(outlineOf).join('') : '';
  if (!('attrs' in node)) return inner;
  const attributes = node.attrs.map(({ name, value }) => ` ${name}="${value}"`).join('');
  return `<${node.nodeName}${attributes}>${inner}</${node.nodeName}>`;
}

const marked = new Marked({ gfm: true });
const formats = [
  ['Markdown', `## Tea\n\n${tea}\n`],
  ['HTML', `<h2>Tea</h2>\n<p>${tea}</p>\n`],
  ['WordPress', `${block(`<p>${tea}</p>`)}\n`],
] as const;

/** Returns the outline of a version of links with these descriptions. */
function outlineFor(content: string, version: number, descriptions: readonly string[]): string {
  const links = linksFor(descriptions);
  const edits = writeVersions(content, links)[version]?.edits ?? [];
  const urls = links.map(({ url }) => url);
  const options = { relation: 'none', disclosure: false, disclosureTexts: {} } as const;
  const source = writeSource(prepareText({ content, edits, urls }, options), 'none');
  const html = content.startsWith('#') ? marked.parse(source, { async: false }) : source;
  return outlineOf(parseFragment(html));
}

const hostile = fc.oneof(
  fc.constantFrom(...hostileTexts, ...naughtyStrings),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        ...'kettle|cup|</li>|</ul>|</p>|<br>|<h2>|<a href="https://evil.example">|https://evil.example|www.evil.example'.split(
          '|',
        ),
        ...'[[x]]((y))|[x](https://evil.example)|**|_|`|#|- |> |1. |\n\n|\r\n|<!-- -->|-->|<!-- wp:html -->|&lt;|\\|\u2028'.split(
          '|',
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(' ')),
);

test.for(formats)(
  'no description breaks out of its place in a line or a list of %s, and none loses its link',
  ([, content], { task }) => {
    const numRuns = atScale(50, 2000);
    countCases({ task }, numRuns);
    const names = ['Kettle', 'Umbrella', 'Sofa'];
    const plain = versionNames.map((_name, version) => shapeOf(outlineFor(content, version, names)));
    fc.assert(
      fc.property(hostile, fc.nat(2), (description, at) => {
        const descriptions = names.with(at, description);
        const shapes = versionNames.map((_name, version) =>
          shapeOf(outlineFor(content, version, descriptions)),
        );
        expect(shapes).toEqual(plain);
      }),
      { numRuns },
    );
  },
);

/** Returns the links of an outline, and its other tags without those of lines: a link that fits may have its own. */
function shapeOf(outline: string) {
  return {
    links: (outline.match(/<a[^>]*>/gu) ?? []).toSorted(),
    others: outline.replaceAll(/<a[^>]*><\/a>/gu, '').replaceAll(/<!><p><\/p><!>|<p><\/p>/gu, ''),
  };
}
