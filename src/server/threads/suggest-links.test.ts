import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';
import { testLink } from '#core/links/test-link.ts';

import { suggestLinks } from './suggest-links.ts';

function linksOf(fields: readonly (readonly [url: string, description: string])[]): Link[] {
  return fields.map(([url, description], index) => {
    const time = new Date(1_760_000_000_000 - index).toISOString();
    return testLink({ id: `link-${index}`, url, description, createdAt: time, updatedAt: time });
  });
}

async function* inBatches(links: readonly Link[]) {
  for (let start = 0; start < links.length; start += 500) yield links.slice(start, start + 500);
}

async function ask(content: string, links: readonly Link[], limit = 10) {
  return suggestLinks(inBatches(links), { content, limit });
}

async function best(content: string, links: readonly Link[]): Promise<string[]> {
  const { suggestions } = await ask(content, links);
  return suggestions.map(({ link }) => link.description);
}

const kitchen = linksOf([
  ['https://shop.example/knives/santoku?tag=lw-21', 'Santoku knife for vegetables and herbs'],
  ['https://board.example/oak', 'End-grain cutting board made of oak'],
  ['https://shop.example/hose', 'Garden hose with a spray nozzle'],
  ['https://bank.example/account', 'Savings account without fees'],
]);

const article = `# Learning to cook again

After ten years of ready meals I started to cook again this spring.

\`\`\`
hose nozzle garden
\`\`\`

A sharp knife changed more than any recipe. Onions stopped being a fight, and herbs stayed green.

By summer I cooked for friends. They asked for seconds.`;

test('the link that fits a text comes first, with the passage and the sentence that it fits', async () => {
  const { suggestions, searched } = await ask(article, kitchen);
  expect(suggestions.map(({ link }) => link.description)).toEqual(['Santoku knife for vegetables and herbs']);
  const [{ passage, sentence } = { passage: null, sentence: null }] = suggestions;
  expect(article.slice(passage?.start, passage?.end)).toBe(
    'A sharp knife changed more than any recipe. Onions stopped being a fight, and herbs stayed green.',
  );
  expect(article.slice(sentence?.start, sentence?.end)).toMatch(/^A sharp knife|^Onions/);
  expect(searched).toBe(4);
});

test('a link whose thing the text names clearly fits, even if another one fits much better', async () => {
  const text = `# Bread on weekdays

In the morning I heat a dutch oven for forty minutes. Then I score the loaf and bake it.

While it cools I make coffee with my AeroPress coffee maker. The AeroPress coffee maker is quick.`;
  const links = linksOf([
    ['https://shop.example/1', 'AeroPress coffee maker with 350 filters #coffee'],
    ['https://shop.example/2', 'Cast iron dutch oven, 5 litres, enamelled'],
    ['https://shop.example/3', 'Dutch oven #iron'],
    ['https://shop.example/4', 'Book about bread'],
  ]);
  const { suggestions } = await ask(text, links);
  expect(suggestions.map(({ link, isStrong }) => [link.description, isStrong])).toEqual([
    ['AeroPress coffee maker with 350 filters #coffee', true],
    ['Dutch oven #iron', true],
    ['Cast iron dutch oven, 5 litres, enamelled', true],
  ]);
});

test('many links for one sentence do not hide the link for another one, but weak links do not hide them', async () => {
  const places = 'river window market bridge forest island castle harbour valley meadow tunnel'.split(' ');
  const text = `I boil water in an enamelled electric kettle with a gooseneck and a lid. The onions need a kitchen knife.
    ${places.map((place) => `Later we saw a ${place}.`).join(' ')}`;
  const kettles = Array.from({ length: 12 }, () => 'Enamelled electric gooseneck kettle with lid');
  const weak = places.map(
    (place) =>
      `History of painting, sculpture, music and theatre with one ${place} among five hundred portraits, operas and statues`,
  );
  const links = [...kettles, 'Kitchen knife', ...weak].map((description, index) => {
    return [`https://shop.example/${index}`, description] as const;
  });
  expect(await best(text, linksOf(links))).toEqual([...kettles.slice(3), 'Kitchen knife']);
});

test('a link that the text has already is not suggested', async () => {
  const [knife] = kitchen;
  for (const link of [`[sharp knife](${knife?.url})`, `[[sharp knife]]((${knife?.url}))`])
    expect(await best(article.replace('sharp knife', link), kitchen)).toEqual([]);
});

test('words in code do not suggest a link', async () => {
  expect(await best(article, kitchen)).not.toContain('Garden hose with a spray nozzle');
});

test('nothing is suggested when nothing fits', async () => {
  expect(await best('The orchestra played Mahler until midnight, and nobody left early.', kitchen)).toEqual(
    [],
  );
  expect(await best('   \n#\n', kitchen)).toEqual([]);
});

test('a list without links returns no suggestions', async () => {
  expect(await ask(article, [])).toEqual({ suggestions: [], searched: 0 });
});

test.each([
  [
    'German',
    'Im März säe ich die ersten Tomaten auf der Fensterbank. Später brauchen die Pflanzen eine Waage für den Dünger.',
    [
      'Digitale Küchenwaage, die aufs Gramm genau ist',
      'Anzuchtschale für Tomatenpflanzen',
      'Winterreifen für den Kleinwagen',
    ],
    2,
  ],
  [
    'Spanish',
    'Para hacer un buen pan en casa hace falta tiempo. El horno tiene que estar muy caliente y la masa, bien amasada.',
    ['Piedra para hornos de pan', 'Zapatillas para correr'],
    1,
  ],
  [
    'French',
    'Chaque matin je prépare du café avec un moulin manuel. Les grains sont torréfiés dans notre quartier.',
    ['Moulin à café manuel en acier', 'Assurance pour les voitures anciennes'],
    1,
  ],
  [
    'Russian',
    'Каждое утро я варю кофе в турке. Зёрна я мелю ручной кофемолкой перед завтраком.',
    ['Ручная кофемолка для зёрен', 'Зимние шины для автомобиля'],
    1,
  ],
  [
    'Japanese',
    '毎朝、公園でランニングをしています。新しいシューズを買いました。',
    ['軽量ランニングシューズ', '庭用ホース'],
    1,
  ],
  ['Chinese', '切蔬菜的时候，一把锋利的菜刀很重要。', ['日本菜刀，适合切蔬菜', '花园水管'], 1],
  ['Thai', 'ทุกเช้าฉันชงกาแฟด้วยเครื่องบดกาแฟ', ['เครื่องบดกาแฟแบบมือหมุน', 'สายยางรดน้ำต้นไม้'], 1],
])('links are found in %s', async (_language, content, descriptions, fitting) => {
  const links = linksOf(
    descriptions.map((description, index) => [`https://a.example/p/${index}`, description]),
  );
  expect((await best(content, links)).sort()).toEqual(descriptions.slice(0, fitting).toSorted());
});

test('a description in another script than the text is not suggested', async () => {
  const links = linksOf([
    ['https://a.example/1', '日本の包丁、野菜用'],
    ['https://a.example/2', 'Кухонный нож для овощей'],
  ]);
  expect(await best(article, links)).toEqual([]);
});

test('a link without a description is found by the words of its address, but not by its tracking codes', async () => {
  const links = linksOf([
    ['https://shop.example/santoku-knife?ref=1', ''],
    ['https://shop.example/p/8841?utm_campaign=knife&ref=sharp-knife', ''],
    ['https://network.example/go?id=5&ued=https%3A%2F%2Fshop.example%2Fsharp-knife%2F', ''],
  ]);
  const { suggestions } = await ask(article, links);
  expect(suggestions.map(({ link }) => link.id).sort()).toEqual(['link-0', 'link-2']);
});

test('a word that every link has does not count next to a rare one', async () => {
  const crowd = linksOf(
    Array.from({ length: 300 }, (_, index) => [
      `https://k.example/${index}`,
      `Kitchenland recipe card ${index}`,
    ]),
  );
  const rare = testLink({ ...kitchen[0], id: 'rare', url: 'https://r.example', description: 'Knife' });
  const [first, second] = (
    await ask('A Kitchenland knife changed more than any recipe of mine.', [...crowd, rare])
  ).suggestions;
  expect(first?.link.id).toBe('rare');
  expect((second?.score ?? 0) < (first?.score ?? 0) / 2).toBe(true);
});

test('links of a kind that a quarter of a long list has are suggested, but not a word of every link', async () => {
  const kinds = ['kettle', 'knife', 'lamp', 'tent'];
  const many = linksOf(
    Array.from({ length: 301 }, (_, index) => [
      `https://shop.example/p/${index}`,
      `Product number ${index} ${kinds[index % kinds.length]}`,
    ]),
  );
  const found = await best('Every morning I boil water in a kettle. Then I read the paper.', many);
  expect(found).toHaveLength(10);
  for (const description of found) expect(description).toMatch(/kettle$/);
  expect(await best('The product team met at ten. Everybody had a number.', many)).toEqual([]);
});

test('links that fit equally well come newest first in any reading order', async () => {
  const twins = linksOf(
    Array.from({ length: 9 }, (_, index) => [`https://t.example/${index}`, 'Sharp knife']),
  );
  const orders = [twins, twins.toReversed()];
  for (const order of orders) {
    const { suggestions } = await ask(article, order, 5);
    expect(suggestions.map(({ link }) => link.id)).toEqual([
      'link-0',
      'link-1',
      'link-2',
      'link-3',
      'link-4',
    ]);
  }
});

test('the best of ten thousand links is found at any position', async () => {
  const many: [url: string, description: string][] = Array.from({ length: 10_000 }, (_, index) => [
    `https://m.example/${index}`,
    `Green herbs, box ${index}`,
  ]);
  many.splice(7000, 0, ['https://m.example/knife', 'Sharp knife for onions and herbs']);
  const { suggestions, searched } = await ask(article, linksOf(many));
  expect(suggestions[0]?.link.url).toBe('https://m.example/knife');
  expect(searched).toBe(10_001);
});

const length = 300_000;
const hostile: readonly (readonly [string, string])[] = [
  ['one word', 'x'],
  ['emoji', '🌱'],
  ['zero width', 'a\u200B'],
  ['right to left', '\u202Eשלום עולם. '],
  ['marks', `a${'\u0301'.repeat(50)}`],
  ['lone surrogates', '\uD800'],
  ['one sentence, again and again', 'A sharp knife.\n\n'],
  ['list items', '- knife board\n'],
  ['tags', '<p>knife <a href=x>board</a></p>\n'],
  ['Chinese without a full stop', '锋利的菜刀切蔬菜'],
  ['ordinals', '1. '],
];

test.each(hostile)('a long text of %s takes no more than its share of time', async (_name, scrap) => {
  const content = scrap.repeat(Math.ceil(length / scrap.length));
  const { suggestions } = await ask(
    content,
    linksOf(
      Array.from({ length: 500 }, (_, index) => [`https://h.example/${index}`, 'Sharp knife board 菜刀 a x']),
    ),
  );
  for (const { passage, sentence } of suggestions) {
    expect(
      passage.start <= sentence.start && sentence.end <= passage.end && passage.end <= content.length,
    ).toBe(true);
  }
});
