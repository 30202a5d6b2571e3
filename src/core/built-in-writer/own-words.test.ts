import { expect, test } from 'vitest';

import { parseDocument } from '#core/document/document.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';

import { pointAtLinks } from './point-at-links.ts';

type Wish = { readonly version?: VersionName; readonly anchor?: string; readonly avoid?: readonly string[] };

/** Returns for each link the words of the content that get it. Null: none do. */
function linkedWords(
  content: string,
  descriptions: readonly string[],
  { version = 'safe', anchor, avoid = [] }: Wish = {},
): (string | null)[] {
  const document = parseDocument(content);
  const links = descriptions.map((description, index) => ({
    id: `${index}`,
    integrations: 1 as const,
    url: `https://shop.example/${index}`,
    description,
    anchor,
  }));
  const versions = [{ name: version, links, skipped: [], edits: [] }];
  const numbered = numberSentences(document);
  const fillings = pointAtLinks({ document, numbered, versions, avoid });
  return links.map((link) => {
    const [over] = fillings.flatMap((filling) =>
      'over' in filling && filling.link === link ? [filling.over] : [],
    );
    return over === undefined ? null : content.slice(over.start, over.end);
  });
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
  [
    'a name before a note',
    'I weigh the flour on a kitchen scale.[^1]',
    'Digital kitchen scale',
    'kitchen scale',
  ],
  ['a name beside a note', 'My kitchen scale [2] is precise.', 'Digital kitchen scale', 'kitchen scale'],
  [
    'a name before a note of HTML',
    '<h2>Flour</h2><p>My kitchen scale<sup><a href="#fn1">1</a></sup> is precise.</p>',
    'Digital kitchen scale',
    'kitchen scale',
  ],
  ['a plural', 'Good running shoes last a year.', 'Trail running shoe', 'running shoes'],
  ['a singular', 'One running shoe was wet.', 'Trail running shoes, wide', 'running shoe'],
  ['a hyphen', 'Heat the cast-iron skillet first.', 'Cast iron skillet, 26 cm', 'cast-iron skillet'],
  ['an apostrophe', 'A chef’s knife is enough.', "Chef's knife, 20 cm", 'chef’s knife'],
  [
    'one clear word, without the article before it',
    'Cotton shrinks. Rinse the muslin in cold water.',
    'Unbleached cotton muslin',
    'muslin',
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
    'Handmühle',
  ],
  [
    'a German name with a number',
    'Wir schließen die Räder mit einem Faltschloss und nicht mit einer Kette.',
    'ABUS Bordo Granit 6500 Faltschloss',
    'Faltschloss',
  ],
  ['an item of a list', 'You need:\n\n- a bread lame\n- flour', 'Bread lame with ten blades', 'bread lame'],
  [
    'a name with small words',
    "Pour commencer, j'utilise une balance de cuisine et je pèse la farine avec l'eau.",
    'Balance de cuisine précise au gramme',
    'balance de cuisine',
  ],
  ['a short word that is the whole name', 'Heat the pan on the stove.', 'Pan', 'pan'],
  [
    'a word behind a number',
    'Ich habe mir drei Handmühlen geliehen und jede davon zwei Wochen lang benutzt.',
    'Handmühle mit konischem Stahlmahlwerk',
    'Handmühlen',
  ],
  [
    'a thing that is named after an ordinary verb',
    'I plan the week. A Papier order came, and the planner is blue.',
    'Papier planner',
    'planner',
  ],
  [
    'Spanish',
    'Pongo el aceite en la sartén y espero un poco hasta que está muy caliente.',
    'Sartén de hierro mineral',
    'sartén',
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

test.each([
  ['I grind with the hand grinder each morning.', 'Hand grinder with a steel burr', 'hand grinder'],
  ['I grind with the Porlex Mini Hand Grinder each morning.', 'Hand grinder with a steel burr', null],
  ['I grind with the Porlex hand grinder each morning.', 'Hand grinder with a steel burr', null],
  ['I grind with the Porlex hand grinder each morning.', 'Porlex hand grinder', 'Porlex hand grinder'],
  ['I grind with my hand grinder Porlex Mini each morning.', 'Hand grinder with a steel burr', null],
  ['Having started a subscription, I get coffee by post.', 'Coffee subscription', 'subscription'],
  ['Having started a subscription with SampleCoffee, I get coffee by post.', 'Coffee subscription', null],
  ['I got a **hand grinder** from Porlex last year.', 'Hand grinder with a steel burr', null],
  ['Ich mahle den Kaffee mit der Handmühle von Comandante und warte.', 'Handmühle aus Stahl', null],
  ['Ich mahle den Kaffee mit der Handmühle und warte.', 'Handmühle aus Stahl', 'Handmühle'],
])('words beside the name of somebody else get no link: %s, %s, %j', (content, description, words) => {
  expect(linkedWords(content, [description])).toEqual([words]);
});

test.each([
  ['This post contains affiliate links to a kitchen scale.', null],
  ['This post is about a kitchen scale.', 'kitchen scale'],
])('a notice gets no link: %s, %j', (notice, words) => {
  const content = `${notice}\n\nI bake for my friends each day.`;
  expect(linkedWords(content, ['Kitchen scale'])).toEqual([words]);
});

test.each(versionNames)('%s links the same words of the author, and not a part of them', (version) => {
  const content =
    'They did a professional running analysis on a treadmill, and I use a slow release fertilizer.';
  const links = ['Running analysis with video', 'Slow release fertilizer', 'Keeps coffee hot longer'];
  expect(linkedWords(content, links, { version })).toEqual([
    'running analysis',
    'slow release fertilizer',
    null,
  ]);
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
