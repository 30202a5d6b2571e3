import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { writeVersions } from '#provider/write-versions.ts';
import type { Edit } from '#core/edits/edit.ts';
import { formatOf } from '#core/document/text-format.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';
import { naughtyStrings } from '#provider/corpus/hostile.ts';
import { character, webUrl } from '#scripts/property-values.ts';
import { countsOf } from '#core/lib/helpers.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { linkedUrls } from '#core/document/own-links.ts';
import { versionNames } from '#core/edits/version-names.ts';

function link(url: string, description: string, index = 0): ChosenLink {
  return { id: `link-${index}`, integrations: 1, url, description };
}

function editsOf(content: string, links: readonly ChosenLink[]): Edit[][] {
  return writeVersions(content, links).map(({ edits }) => [...edits]);
}

function reportOf(content: string, links: readonly ChosenLink[]) {
  const [safe = [], exploratory = [], experimental = []] = editsOf(content, links);
  return checkEdits(content, { safe, exploratory, experimental }, links).report;
}

/** Returns the links of edits as a reader of link markup finds them. */
function linksOf(edits: readonly Edit[], links: readonly ChosenLink[]) {
  const selected = links.map(({ url }) => url);
  return edits.flatMap(({ text }) =>
    readMarkup(text, selected).flatMap((each) => (each.type === 'link' ? [each] : [])),
  );
}

const prose = fc.constantFrom(
  'The kitchen smells of fresh bread in the morning. A good scale helps with the dough. Nothing else is needed.',
  'Running in the dark takes some courage. The lamp shows the way, and the shoes do the rest.',
  'Ein Brot braucht Zeit und Ruhe. Die Waage steht neben dem Ofen, z. B. auf dem Brett. Dann wird geknetet.',
  'El huerto necesita agua y sol. Las macetas se secan pronto en verano.',
  'She said: "It is late." He did not answer, but *he knew that. It was so* and nothing could be done.',
  'See [the guide. It is long](https://a.example/x_(y)) and `code. With dots` for more. That is all.',
  'Look: ![A loaf. And a scale](bread.jpg) stands here. It is done.',
  'Price: 3.50 a piece.  Two spaces here.\u00A0And a no-break space. Done 🎉!',
);
const guarded = fc.constantFrom(
  '# A heading. With a stop.',
  'A heading below\n===',
  '```js\nconst bread = 1. \n\nscale. Bread.\n```',
  '    indented code. With bread.',
  '| bread | scale. |\n| --- | --- |\n| one. | two. |',
  '> A quote. About bread and scales.\n> It goes on. Really.',
  '- A list item. With bread.\n- Another one. With a scale.',
  '1. First thing. About shoes.\n2. Second thing. Yes.',
  '[ref]: https://ref.example/bread "A title."',
  '[^1]: A footnote. About bread.',
  '{{< figure src="bread.jpg" title="Bread. Scale." >}}',
  '<figure>\n<img src="bread.jpg">\n<figcaption>Bread. And a scale.</figcaption>\n</figure>',
  '<pre>\nBread. Scale.\n</pre>',
  '<blockquote>Bread. Scale.</blockquote>',
  '<!-- Bread. A scale. -->',
  '---',
  '![Bread. Scale.](bread.jpg)',
  '**Bread. Scale.**',
  '<p class="x"><a href="x">Bread. Scale.</a></p>',
);
const block = fc.oneof(
  fc.record({ text: prose, open: fc.constant(true) }),
  fc.record({ text: guarded, open: fc.constant(false) }),
);
const documents = fc.record({
  blocks: fc.array(block, { minLength: 1, maxLength: 12 }),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  tail: fc.constantFrom('', '\n', '\n\n'),
});
const descriptions = fc.oneof(
  fc.constantFrom(
    '',
    'Scale',
    'BEST SCALE EVER!!!',
    'Digital scale for bread, set of 2',
    'Running shoes that last',
    'Lampe mit 80 Lux',
    'Báscula de cocina para pan',
    '🎁',
    'a ]] b (( c',
    'line\nbreak and more words',
    '<b>Bold</b> **scale** for [bread](x)',
    'the',
    '- -',
    '1',
    'word '.repeat(500),
    'Check out our shop',
    'Kettle, 1.7 litres',
    'Anathem by Neal Stephenson',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(...naughtyStrings),
);
const urls = fc.oneof(
  webUrl,
  fc.constantFrom(
    'https://a.example/x_(y)',
    'https://a.example/))',
    'https://a.example/((',
    'https://a.example/]]((',
    'ftp://x',
    'x',
    'https://a.example/kitchen/digital-scale?ref=1&x=%20',
  ),
);
const links = fc
  .uniqueArray(fc.tuple(urls, descriptions), { minLength: 1, maxLength: 8, selector: ([url]) => url })
  .map((pairs) => pairs.map(([url, description], index) => link(url, description, index)));

function assemble(blocks: readonly { text: string; open: boolean }[], lineEnd: string, tail: string) {
  let content = '';
  const closed: { start: number; end: number }[] = [];
  for (const { text, open } of blocks) {
    if (content !== '') content += lineEnd + lineEnd;
    const start = content.length;
    content += text.replaceAll('\n', lineEnd);
    if (!open) closed.push({ start, end: content.length });
  }
  return { content: content + tail.replaceAll('\n', lineEnd), closed };
}

describe('for any document and any links', () => {
  test('each version has each link once, and an anchor without markup', () => {
    fc.assert(
      fc.property(documents, links, ({ blocks, lineEnd, tail }, chosen) => {
        const { content } = assemble(blocks, lineEnd, tail);
        const all = chosen.map(({ url }) => url);
        // A link that the author has set needs no other place.
        const own = [...new Set(linkedUrls(content, all))];
        for (const edits of editsOf(content, chosen)) {
          const woven = linksOf(edits, chosen);
          expect([...own, ...woven.map(({ url }) => url)].toSorted()).toEqual(all.toSorted());
          for (const { anchor } of woven) expect(anchor).toMatch(/^[^[\]()<>\r\n]+$/);
        }
      }),
    );
  });

  test('additions are paragraphs of their own, and none of them is in a list', () => {
    fc.assert(
      fc.property(documents, links, ({ blocks, lineEnd, tail }, chosen) => {
        const { content } = assemble(blocks, lineEnd, tail);
        for (const { text } of editsOf(content, chosen)
          .flat()
          .filter(({ start, end }) => start === end))
          expect(text).toMatch(/^(?:\r?\n){2}\S/u);
      }),
    );
  });

  test('nothing is added inside a heading, code, a table, a quotation, a list or HTML', () => {
    fc.assert(
      fc.property(documents, links, ({ blocks, lineEnd, tail }, chosen) => {
        const { content, closed } = assemble(blocks, lineEnd, tail);
        // Among many tags, signs of Markdown are words.
        fc.pre(formatOf(content) !== 'html');
        for (const { start: at, end: to, text } of editsOf(content, chosen).flat()) {
          for (const { start, end } of closed) {
            // A link on words of the author may be in an item of a list.
            const isItem = to > at && /^(?:-|1\.) /.test(content.slice(start, end));
            expect(!isItem && (to > at ? at < end && to > start : at > start && at < end)).toBe(false);
            // Only a new paragraph may follow a closed block directly.
            if (at === end && to === at) expect(text).toMatch(/^(?:\r?\n){1,2}/);
          }
        }
      }),
    );
  });

  test('the check of the product finds every link woven once', () => {
    fc.assert(
      fc.property(documents, links, ({ blocks, lineEnd, tail }, chosen) => {
        const { content } = assemble(blocks, lineEnd, tail);
        const report = reportOf(content, chosen);
        const own = countsOf(linkedUrls(content, [...new Set(chosen.map(({ url }) => url))]));
        const wanted = countsOf(chosen.map(({ url }) => url));
        const isTooOften = ({ url }: ChosenLink) => (own.get(url) ?? 0) > (wanted.get(url) ?? 0);
        for (const name of versionNames) {
          const others = chosen.flatMap((each, at) =>
            isTooOften(each) ? [] : [report[name].links[at]?.status],
          );
          expect(others).toEqual(others.map(() => 'woven'));
        }
      }),
    );
  });

  test('text without any structure also gets its links', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 1, maxLength: 300 }), links, (content, chosen) => {
        for (const edits of editsOf(content, chosen))
          expect(linksOf(edits, chosen)).toHaveLength(chosen.length);
      }),
    );
  });
});

describe('with many links', () => {
  const content = `${'One sentence about the bread is here. Another one follows it. '.repeat(4)}\n\n`.repeat(
    20,
  );
  const many = Array.from({ length: 50 }, (_, index) =>
    link(`https://many.example/${index}`, `Blue thing ${index} for bread`, index),
  );

  test('each call-out stands behind its own section while one is free', () => {
    const things = 'kettle toaster blender grinder whisk ladle teapot colander skillet thermometer'.split(
      ' ',
    );
    const text = things
      .map((thing) => `## Part\n\nMy old ${thing} broke in spring. We fixed the ${thing} twice.`)
      .join('\n\n');
    const own = things.map((thing, index) => link(`https://a.example/${index}`, `Steel ${thing}`, index));
    const [, exploratory = []] = editsOf(text, own);
    expect(exploratory.map(({ text: added }) => added.replaceAll(/\(\(.*\)\)/gu, '').trim())).toEqual(
      things.map((thing) => `→ [[Steel ${thing}]]`),
    );
    for (const [at, { start }] of exploratory.entries())
      expect(text.slice(0, start).endsWith(`We fixed the ${things[at]} twice.`)).toBe(true);
  });

  test('those that fit no section stand in a single list with a heading', () => {
    for (const edits of editsOf(content, many)) {
      expect(edits.map((edit) => linksOf([edit], many).length)).toEqual([many.length]);
      expect(edits[0]?.text).toMatch(
        /^\n\nLinks in this article:\n\n(?:- \[\[Blue thing \d+\]\]\S+ for bread(?:\n|$)){50}$/u,
      );
    }
  });

  test('a content of one word gets all links behind it', () => {
    for (const edits of editsOf('Bread', many)) {
      expect(new Set(edits.map(({ start }) => start))).toEqual(new Set([5]));
      expect(linksOf(edits, many)).toHaveLength(many.length);
    }
  });
});

test('two links to one address are woven in both', () => {
  const twice = [link('https://a.example', 'Scale for bread', 0), link('https://a.example', 'Shoes', 1)];
  const report = reportOf('Bread is good.', twice);
  expect(report.safe.links.map(({ status }) => status)).toEqual(['woven', 'woven']);
});

describe('hostile content', () => {
  const hostile = [
    '[',
    '(',
    '<',
    '<a ',
    '`',
    '` `` ',
    '<!--',
    '*a ',
    '_a ',
    '"',
    '“',
    '](',
    '{{',
    '<div>',
    '<p>a</p>',
    'x\n',
    '- a\n',
    '> ',
    '😀. ',
    '\r',
    '\\[',
    'a. ',
  ];

  test.each(hostile)('that consists only of %j keeps its text and gets its link', (unit) => {
    const content = unit.repeat(20_000 / unit.length);
    // Content that is code, a comment or a tag up to its end takes no addition.
    const count = /^(?:`+$|<!--|<a )/u.test(unit) ? 0 : 1;
    for (const edits of editsOf(content, [link('https://a.example', 'Scale for bread')]))
      expect(edits).toHaveLength(count);
  });
});
