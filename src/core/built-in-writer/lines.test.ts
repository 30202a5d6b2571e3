import { describe, expect, test } from 'vitest';

import { linksFor, writtenFor } from '#provider/written-for.ts';
import { parseDocument } from '#core/document/document.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { Filling } from './gaps.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';

import { pointAtLinks } from './point-at-links.ts';

const tea = 'I drink my tea in the garden each day, and it is very good for me.';
const birds = 'We have many trees, and a bird sings in each of them until the evening.';
const [kettle, seed] = ['Steel kettle for tea', 'Seed for every bird'];

type Asked = {
  readonly version: VersionName;
  readonly avoid?: readonly string[];
  /** The places of those links that a model left out. */
  readonly skipped?: readonly number[];
};

function fillingsOf(content: string, descriptions: readonly string[], asked: Asked): Filling[] {
  const { version, avoid = [], skipped = [] } = asked;
  const document = parseDocument(content);
  const links = linksFor(descriptions);
  const left = skipped.flatMap((at) => links[at] ?? []);
  const versions = [{ name: version, links, skipped: left, edits: [] }];
  return pointAtLinks({ document, numbered: numberSentences(document), versions, avoid });
}

/** Returns the lines of a version as `[label, ...items]`, without addresses. Offers have a question mark. */
function linesOf(content: string, descriptions: readonly string[], asked: Asked): string[][] {
  return fillingsOf(content, descriptions, asked).map((filling) => {
    if ('over' in filling) return [content.slice(filling.over.start, filling.over.end)];
    const items = filling.lines.items.map((item) => item.replaceAll(/\(\(.*?\)\)/gu, ''));
    return [filling.isOffer ? '?' : filling.lines.label, ...items];
  });
}

describe('a link that is on no words of the author', () => {
  const content = `## Tea\n\n${tea}\n\n${tea}\n\n## Birds\n\n${birds}\n`;
  const written = writtenFor(content, [kettle, seed]);

  test('stands in one line at the end of safe', () => {
    expect(written.safe).toBe(
      `${content.trimEnd()}\n\nRelated: [[Steel kettle for tea]] and [[Seed for every bird]].\n`,
    );
  });

  test('has a line of its own in exploratory, behind the section that it fits', () => {
    expect(written.exploratory).toBe(
      `## Tea\n\n${tea}\n\n${tea}\n\n→ [[Steel kettle for tea]]\n\n` +
        `## Birds\n\n${birds}\n\n→ [[Seed for every bird]]\n`,
    );
  });

  test('stands in a list at the end of experimental', () => {
    expect(written.experimental).toBe(
      `${content.trimEnd()}\n\n## Links in this article\n\n- [[Steel kettle for tea]]\n- [[Seed for every bird]]\n`,
    );
  });

  test('has its description in a call-out and in a list, and only its name in a sentence', () => {
    const long = 'Steel kettle, which whistles, for tea';
    const plain = {
      safe: 'Related: [[Steel kettle]].',
      exploratory: `→ [[Steel kettle]], which whistles, for tea`,
    };
    expect(writtenFor(tea, [long])).toMatchObject({
      safe: `${tea}\n\n${plain.safe}`,
      exploratory: `${tea}\n\n${plain.exploratory}`,
      experimental: `${tea}\n\n${plain.safe}`,
    });
    expect(writtenFor(tea, [long, seed]).experimental).toContain(
      `\n- [[Steel kettle]], which whistles, for tea\n`,
    );
  });
});

describe('a call-out', () => {
  const behind = (content: string, descriptions: readonly string[]): string[] =>
    fillingsOf(content, descriptions, { version: 'exploratory' }).map((filling) =>
      'lines' in filling ? content.slice(0, filling.lines.at.offset).trimEnd().slice(-30) : '',
    );
  const end = (text: string) => text.slice(-30);

  test.each([
    [
      'HTML',
      `<h2>Tea</h2>\n<p>${tea}</p>\n<p>It is hot.</p>\n<h2>Birds</h2>\n<p>${birds}</p>`,
      'It is hot.</p>',
    ],
    ['text without headings', `${tea}\n\nIt is hot.\n\n${birds}\n`, tea],
    ['a section with a greeting', `## Tea\n\n${tea}\n\n## Birds\n\n${birds}\n\nCheers,\nTom\n`, tea],
  ])('in %s stands behind its section', (_, content, last) => {
    expect(behind(content, [kettle])).toEqual([end(content.slice(0, content.indexOf(last) + last.length))]);
  });

  test('stands behind the best passage if its section is long', () => {
    const content = `## Tea\n\n${tea}\n\n${'The day is long. '.repeat(100).trim()}\n`;
    expect(behind(content, [kettle])).toEqual([end(tea)]);
  });

  test('stands in another section that fits nearly as well if the best one has one already', () => {
    const content = `## One\n\n${tea}\n\n## Two\n\n${tea}\n\n## Birds\n\n${birds}\n`;
    const spots = fillingsOf(content, [kettle, 'Glass mug for tea'], { version: 'exploratory' });
    const offsets = spots.map((filling) => ('lines' in filling ? filling.lines.at.offset : -1));
    expect(new Set(offsets).size).toBe(2);
    expect(Math.max(...offsets)).toBeLessThan(content.indexOf('## Birds'));
  });

  test.each([
    ['### 5. Warm slippers', true],
    ['### 5. Warm things', false],
    ['<h3>Warm slippers</h3>', true],
  ])('stands below the heading %s, which names its thing: %s', (heading, isBelow) => {
    const below = 'My mum lives in these, and the soles last for years.';
    const [p, other] = heading.startsWith('<') ? ['<p>', '<h3>Tea</h3>'] : ['', '### 6. Tea'];
    const text = p === '' ? below : `<p>${below}</p>`;
    const content = `${p}We made a list of gifts.\n\n${heading}\n\n${text}\n\n${other}\n\n${p}Happy wrapping to all of you.\n`;
    const last = isBelow ? text : 'Happy wrapping to all of you.';
    expect(behind(content, ['Haflinger slippers'])).toEqual([
      end(content.slice(0, content.indexOf(last) + last.length)),
    ]);
  });

  test.each([
    ['**Q: Which gloves do you wear?**', 'Whatever keeps me warm.', 'Whatever keeps me warm.'],
    ['**Gloves**', 'I wear a pair that keeps me warm.', 'I wear a pair that keeps me warm.'],
    ['My gloves', 'I wear a pair that keeps me warm.', 'I wear a pair that keeps me warm.'],
    ['**Gloves**', '**Ink**', 'it dries fast.'],
  ])('does not part the title %s from the text %s', (title, below, last) => {
    const content = `We answer what you asked us.\n\n${title}\n\n${below}\n\nThe ink is from a shop, and it dries fast.\n`;
    expect(behind(content, ['Merino gloves'])).toEqual([
      end(content.slice(0, content.indexOf(last) + last.length)),
    ]);
  });

  test('does not follow a greeting or a postscript that it fits', () => {
    const content = `${birds}\n\nCheers,\nTom\n\nP.S. The tea is in the garden.\n`;
    expect(behind(content, [kettle])).toEqual([end(birds)]);
  });

  test.each([
    ['a large couché', 'Linen couche'],
    ['a large couche', 'Linen couché'],
  ])('for %s may be of %s: accents make no other word', (words, description) => {
    const content = `I let the dough rest on ${words} for a day.\n\n${birds}\n`;
    expect(behind(content, [description])).toEqual([content.slice(0, content.indexOf('\n')).slice(-30)]);
  });

  test.each([
    ['I think that I plan too much in the week.', false],
    ['I keep a planner in the kitchen.', true],
  ])('for a planner fits %j: %s', (content, fits) => {
    const lines = linesOf(content, ['Leather planner'], { version: 'safe' });
    expect(lines).toEqual([[fits ? 'Related: ' : '?', '[[Leather planner]]']]);
  });
});

describe('no line stands', () => {
  test.each([
    ['between a question and its answer', `${tea} "Is it hot?"\n\nIt was, and I drank it.`],
    ['before words that somebody says', `${tea}\n\nHe said: "It is hot."`],
    ['before words that somebody says, in HTML', `<p>${tea}</p>\n\n<p>„Es ist heiß.“</p>`],
  ])('%s', (_, scene) => {
    const content = `${scene}\n\n${birds}\n`;
    for (const text of Object.values(writtenFor(content, [kettle]))) {
      expect(text).toContain(`${scene}\n\n`);
      expect(text).not.toBe(content);
    }
  });

  test('behind an introduction at the end', () => {
    const open = 'This is what I take along:';
    const text = `## Tea\n\n${tea}\n\n${birds}`;
    expect(writtenFor(`${text}\n\n${open}`, [kettle, 'Lamp'])).toEqual({
      safe: `${text}\n\nRelated: [[Steel kettle for tea]].\n\n→ [[Lamp]]\n\n${open}`,
      exploratory: `## Tea\n\n${tea}\n\n→ [[Steel kettle for tea]]\n\n${birds}\n\nRelated: [[Lamp]].\n\n${open}`,
      experimental: `${text}\n\n**Links in this article**\n\n- [[Steel kettle for tea]]\n- [[Lamp]]\n\n${open}`,
    });
  });

  test('at the end of a content that ends inside a comment, but all links are placed', () => {
    const content = `${tea}\n\n${birds}\n\n<!-- A note`;
    const texts = Object.values(writtenFor(content, [kettle, seed]));
    for (const text of texts) {
      expect(text.endsWith('\n\n<!-- A note')).toBe(true);
      expect(text).toContain('[[Steel kettle for tea]]');
      expect(text).toContain('[[Seed for every bird]]');
    }
  });

  const intro = `${tea} I found these kettles for tea to be great:`;
  test.each([
    ['with a colon', intro, '- one for tea\n- two\n'],
    ['with a full stop', intro.replace(':', '.'), '- one for tea\n- two\n'],
    ['in HTML', `<p>${intro}</p>`, '<ul>\n<li>one for tea</li>\n<li>two</li>\n</ul>\n<p>It is late.</p>\n'],
  ])('between an introduction %s and its list, or in the list', (_, above, list) => {
    const content = `${above}\n\n${list}\n${birds}\n`;
    for (const name of versionNames) {
      const text = writtenFor(content, ['Steel kettle', 'Lamp'])[name];
      expect(text).toContain(`${above}\n\n${list}`);
      expect(text).not.toBe(content);
    }
  });

  test('behind a notice at the end', () => {
    const notice = 'As an Amazon Associate I earn from qualifying purchases.';
    for (const text of Object.values(writtenFor(`${tea}\n\n${notice}\n`, [kettle, seed])))
      expect(text.trimEnd().endsWith(notice)).toBe(true);
  });

  test.each([['Dein\nMarcus'], ['Cheers,<br>\nTom']])(
    'behind the greeting %j between comments of WordPress',
    (greeting) => {
      const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
      const content = `${block(tea)}\n\n${block(birds)}\n\n${block(greeting)}\n`;
      for (const text of Object.values(writtenFor(content, [kettle, 'Lamp'])))
        expect(text.slice(text.lastIndexOf('<!-- wp:'))).toBe(`${block(greeting)}\n`);
    },
  );
});

test.each([
  [5, 'Related: '],
  [6, 'Links in this article: '],
])('%i links stand in safe below the label %j', (count, label) => {
  const names = Array.from({ length: count }, (_, at) => `${'ABCDEF'[at]}nna tea kettle`);
  expect(linesOf(tea, names, { version: 'safe' })).toEqual([[label, ...names.map((name) => `[[${name}]]`)]]);
});

test.each([
  ['safe', ['Related: Kettle.'], 'See also: '],
  ['exploratory', ['→ Kettle'], 'Related: '],
  ['exploratory', ['→ Kettle', 'Related: Kettle.'], 'See also: '],
  ['exploratory', ['Related: Kettle.'], ''],
] as const)('a refused wording gives another label: %s, %j, %j', (version, avoid, label) => {
  expect(linesOf(tea, [kettle], { version, avoid })).toEqual([[label, '[[Steel kettle for tea]]']]);
});

test('a refused heading gives another one', () => {
  const avoid = ['Links in this article Steel kettle for tea'];
  const [[heading] = []] = linesOf(tea, [kettle, seed], { version: 'experimental', avoid });
  expect(heading).toBe('Links on this subject: ');
});

test('safe only offers a link that fits no passage, and the others place it', () => {
  const links = [kettle, 'Income tax course'];
  expect(linesOf(tea, links, { version: 'safe' })).toEqual([
    ['Related: ', '[[Steel kettle for tea]]'],
    ['?', '[[Income tax course]]'],
  ]);
  expect(linesOf(tea, links, { version: 'exploratory' })).toEqual([
    ['', '[[Steel kettle for tea]]'],
    ['Related: ', '[[Income tax course]]'],
  ]);
  expect(linesOf(tea, links, { version: 'experimental' })).toEqual([
    ['Links in this article: ', '[[Steel kettle for tea]]', '[[Income tax course]]'],
  ]);
});

test.each(versionNames)(
  '%s only offers links that a model left out, also on words of the author',
  (version) => {
    const content = `${tea} My kitchen scale is old.`;
    const fillings = fillingsOf(content, ['Kitchen scale', kettle, 'Glass mug for tea'], {
      version,
      skipped: [0, 1],
    });
    const offered = fillings.flatMap((filling) => {
      if (!filling.isOffer) return [];
      return 'over' in filling ? [filling.link.id] : filling.calls.map(({ link }) => link.id);
    });
    expect(offered).toEqual(['link-0', 'link-1']);
    expect(fillings.filter(({ isOffer }) => !isOffer)).toHaveLength(1);
  },
);
