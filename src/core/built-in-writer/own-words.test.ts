import { expect, test } from 'vitest';

import { documentOf } from '#core/document/document.ts';
import { atOnce } from '#core/lib/helpers.ts';
import { numberSentences } from '#core/prompt/numbered-text.ts';
import type { VersionName } from '#core/edits/version-names.ts';

import { pointAtLinks } from './point-at-links.ts';

type Wish = { readonly version?: VersionName; readonly anchor?: string; readonly avoid?: readonly string[] };

/** Returns the words of the content that get the links, and null for each link that gets an addition. */
function linkedWords(content: string, descriptions: readonly string[], wish?: Wish): (string | null)[] {
  return fillingsOf(content, descriptions, wish).map((filling) =>
    'over' in filling ? content.slice(filling.over.start, filling.over.end) : null,
  );
}

function fillingsOf(content: string, descriptions: readonly string[], wish: Wish = {}) {
  const { version = 'safe', anchor, avoid = [] } = wish;
  const document = documentOf(content);
  const links = descriptions.map((description, index) => ({
    id: `${index}`,
    integrations: 1 as const,
    url: `https://shop.example/${index}`,
    description,
    anchor,
  }));
  const versions = [{ name: version, links, edits: [] }];
  return atOnce(pointAtLinks({ document, numbered: numberSentences(document), versions, avoid }));
}

test.each([
  [
    'the whole name',
    'I weigh the flour on a digital kitchen scale.',
    'Digital kitchen scale, to 0.1 g',
    'digital kitchen scale',
  ],
  [
    'a shorter name',
    'I weigh the flour on my kitchen scale.',
    'Digital kitchen scale, to 0.1 g',
    'kitchen scale',
  ],
  ['a plural', 'Good running shoes last a year.', 'Trail running shoe', 'running shoes'],
  ['a singular', 'One running shoe was wet.', 'Trail running shoes, wide', 'running shoe'],
  ['a hyphen', 'Heat the cast-iron skillet first.', 'Cast iron skillet, 26 cm', 'cast-iron skillet'],
  ['an apostrophe', 'A chef’s knife is enough.', "Chef's knife, 20 cm", 'chef’s knife'],
  [
    'one clear word, with the word before it',
    'Cotton shrinks. Rinse the muslin in cold water.',
    'Unbleached cotton muslin',
    'the muslin',
  ],
  [
    'a wrapped line',
    'I weigh flour on my kitchen\nscale and bake.',
    'Kitchen scale for flour',
    'kitchen\nscale',
  ],
  [
    'a wrapped line of HTML',
    '<p>I weigh flour on my kitchen\r\n    scale and bake.</p>',
    'Kitchen scale for flour',
    'kitchen\r\n    scale',
  ],
  ['emphasis', 'Use **a bread lame** for the cut.', 'Bread lame with ten blades', 'bread lame'],
  [
    'German',
    'Ich mahle den Kaffee mit der Handmühle und warte dann auf das Wasser.',
    'Handmühle mit konischem Stahlmahlwerk',
    'der Handmühle',
  ],
  [
    'a German name with a number',
    'Wir schließen die Räder mit einem Faltschloss und nicht mit einer Kette.',
    'ABUS Bordo Granit 6500 Faltschloss',
    'einem Faltschloss',
  ],
  ['an item of a list', 'You need:\n\n- a bread lame\n- flour', 'Bread lame with ten blades', 'bread lame'],
  [
    'a name with small words',
    "Pour commencer, j'utilise une balance de cuisine et je pèse la farine avec l'eau.",
    'Balance de cuisine précise au gramme',
    'balance de cuisine',
  ],
  ['a short word that is the whole name', 'Heat the pan on the stove.', 'Pan', 'the pan'],
  [
    'a number before it',
    'Ich habe mir drei Handmühlen geliehen und jede davon zwei Wochen lang benutzt.',
    'Handmühle mit konischem Stahlmahlwerk',
    'drei Handmühlen',
  ],
  [
    'a thing that is named after an ordinary verb',
    'I plan the week. A Papier order came, and the planner is blue.',
    'Papier planner',
    'the planner',
  ],
  [
    'Spanish',
    'Pongo el aceite en la sartén y espero un poco hasta que está muy caliente.',
    'Sartén de hierro mineral',
    'la sartén',
  ],
])('%s in the text gets the link', (_, content, description, words) => {
  expect(linkedWords(content, [description])).toEqual([words]);
});

test.each([
  ['a verb', 'The board must muslin the cotton.', 'Unbleached cotton muslin'],
  ['another thing with the same last word', 'I lit the paper lantern at night.', 'Solar garden lantern'],
  ['a thing that only begins with the word', 'The kettle corn was sweet.', 'Steel kettle for a litre'],
  ['a common word', 'I read the book about bread twice.', 'A book on sourdough bread'],
  ['a link in a list', '- my [kitchen scale](https://a.example)\n- flour', 'Kitchen scale for flour'],
  [
    'a word behind a small German word',
    'Zum Frühstück gab es Haferflocken mit Obst.',
    'Bio Haferflocken, 5 kg',
  ],
  ['a short word that is a part of the name', 'Heat the pan on the stove.', 'Steel pan'],
  ['a thing of another kind', 'The doctor showed me the needle before the vaccine.', 'Knitting needle, 4 mm'],
  ['a German thing of another kind', 'Wir haben die Flasche mit Milch im Auto vergessen.', 'Thermos Flasche'],
  ['a part of a longer word', 'The kitchen scalebar is broken.', 'Kitchen scale'],
  ['a container', 'The collection of shells is on the shelf.', 'Large collection of postcards'],
  ['an advertising word', 'My new gear came by post.', 'Brand new gear'],
  ['a heading', '# My kitchen scale\n\nI weigh flour.', 'Kitchen scale for flour'],
  ['code', 'Call `kitchen scale` for flour.', 'Kitchen scale for flour'],
  ['a link of the author', 'My [kitchen scale](https://a.example) weighs flour.', 'Kitchen scale for flour'],
  ['a paragraph end', 'I weigh flour in my kitchen\n\nScale and bake.', 'Kitchen scale for flour'],
])('%s gets no link', (_, content, description) => {
  expect(linkedWords(content, [description])).toEqual([null]);
});

test('two links never get the same words', () => {
  const content = 'My kitchen scale is old. The new kitchen scale is better.';
  expect(linkedWords(content, ['Kitchen scale', 'Kitchen scale', 'Kitchen scale'])).toEqual([
    'kitchen scale',
    'kitchen scale',
    null,
  ]);
});

test('a wished anchor gets the link if the author wrote exactly these words', () => {
  const content = 'My kitchen scale is old.';
  expect(linkedWords(content, ['Digital kitchen scale'], { anchor: 'kitchen scale' })).toEqual([
    'kitchen scale',
  ]);
  expect(linkedWords(content, ['Digital kitchen scale'], { anchor: 'digital scale' })).toEqual([null]);
});

test('words that the user does not want again get no link', () => {
  const wish = { avoid: ['kitchen scale'] };
  expect(linkedWords('My kitchen scale is old.', ['Kitchen scale'], wish)).toEqual([null]);
});

test('exploratory links words of the author if there is nothing to add, and experimental always adds', () => {
  const content = 'My kitchen scale is old, and the bread knife is blunt.';
  const links = ['Kitchen scale', 'Bread knife with a walnut handle', 'Serrated bread knife'];
  expect(linkedWords(content, links, { version: 'exploratory' })).toEqual(['kitchen scale', null, null]);
  expect(linkedWords(content, links, { version: 'experimental' })).toEqual([null, null, null]);
});

test('an addition stays at its passage if another place fits clearly less', () => {
  const content = [
    'In the morning I heat a dutch oven for forty minutes. The lid keeps the steam in, and the crust gets thin.',
    'I score the loaf with a bread lame and bake it.\n\nWhile the bread cools on a rack, I make coffee.\n',
  ].join(' ');
  const additions = fillingsOf(content, ['Dutch oven of five litres', 'Bread lame with ten blades'], {
    version: 'exploratory',
  });
  for (const filling of additions)
    expect('asked' in filling && filling.asked.at.offset).toBeLessThan(content.indexOf('While'));
});

test('no paragraph is added between a title and its text', () => {
  const content =
    'My first sourdough\n\nIt was flat. I threw it away, and the next one was as flat as that.\n';
  const [addition] = fillingsOf(content, ['Sourdough course for a first loaf'], { version: 'experimental' });
  expect(addition !== undefined && 'asked' in addition && addition.asked.at.offset).toBe(content.length - 1);
});

test.each([
  ['a bold question', '**Q: Which gloves do you wear?**', 'Whatever keeps me warm.', true],
  ['a bold title', '**Gloves**', 'I wear a pair that keeps me warm.', true],
  ['a title with another title behind it', '**Gloves**', '**Ink**', false],
])('an addition that fits %s stands behind the text below it', (_, title, below, isBelow) => {
  const content = `We answer what you asked us.\n\n${title}\n\n${below}\n\nThe ink is from a shop in town, and it dries fast.\n`;
  const [addition] = fillingsOf(content, ['Merino gloves for cold days'], { version: 'exploratory' });
  const end = isBelow ? content.indexOf(below) + below.length : content.length - 1;
  expect(addition !== undefined && 'asked' in addition && addition.asked.at.offset).toBe(end);
});

test.each([
  ['I think that I plan too much in the week.', 'Papier planner', false],
  ['I keep a planner in the kitchen.', 'Papier planner', true],
  ['The wind was stronger than in the week before.', 'Bands for stronger legs', false],
])('whether %j is a place for %j: %s', (content, description, fits) => {
  expect(fillingsOf(content, [description], { version: 'experimental' })).toMatchObject([{ fits }]);
});

test.each([
  ['names the thing', 'Warm slippers', true],
  ['does not name it', 'Warm things', false],
])('an addition stands below a heading that %s: %s, %s', (_, heading, isBelow) => {
  const below = 'My mum lives in these, and the soles last for years.';
  const content = `We made a list of gifts.\n\n### 5. ${heading}\n\n${below}\n\n### 6. Tea\n\nHappy wrapping to all of you.\n`;
  const [addition] = fillingsOf(content, ['Haflinger slippers'], { version: 'exploratory' });
  const end = isBelow ? content.indexOf(below) + below.length : content.length - 1;
  expect(addition !== undefined && 'asked' in addition && addition.asked.at.offset).toBe(end);
});
