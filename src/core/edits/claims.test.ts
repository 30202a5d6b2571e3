import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createClaimFinder } from './claims.ts';

const contents = {
  en: 'I baked this bread in the oven of my mother. It takes 40 minutes and 1,200 grams of flour, and the kitchen is warm.',
  de: 'Ich habe das Brot im Ofen gebacken, und die Küche ist warm. Es dauert 40 Minuten mit 1.200 Gramm Mehl.',
  es: 'Este pan se hace en el horno de la casa y es para los amigos que no tienen tiempo, con 40 minutos por pan.',
  fr: 'Ce pain est cuit dans le four de la maison, et les amis qui viennent sont contents pour 40 minutes avec vous.',
  it: 'Il pane di casa è per gli amici che non hanno tempo, e nel forno si cuoce in 40 minuti come una torta.',
  pt: 'O pão da casa é para os amigos que não têm tempo, e no forno leva 40 minutos como uma torta com você.',
  nl: 'Het brood van de bakker is niet duur en je kunt het ook met de hand maken, maar het is voor 40 minuten.',
  pl: 'Chleb jest na stole i nie jest drogi, a do tego się piecze w piecu od rana, jak dla gości, którzy są głodni.',
  sv: 'Brödet är på bordet och det är inte dyrt, för den som har en ugn och till det ett bord av trä som du kan få på 40 minuter.',
  ja: 'このパンは家で作ることができます。時間がないので、オーブンを使います。',
};
const links = [{ description: 'Cast iron pan, 28 cm, with a free lid' }];

function kinds(language: keyof typeof contents, added: string, replaced?: string): string[] {
  return createClaimFinder(contents[language], links)(added, replaced).map(({ kind }) => kind);
}

describe('an experience or an opinion of the author is a claim', () => {
  test.each([
    ['en', 'I bought a cast iron pan last year.'],
    ['en', ', which is what we use,'],
    ['en', 'The pan on my stove is a cast iron pan.'],
    ['en', "It's the pan that I've had for years."],
    ['de', 'Seitdem steht bei mir eine Pfanne.'],
    ['de', 'Unser Favorit ist eine Pfanne.'],
    ['es', 'Yo uso una sartén de hierro.'],
    ['es', 'Compré una sartén de hierro.'],
    ['fr', "J'utilise une poêle en fonte."],
    ['fr', 'C’est ma poêle de tous les jours.'],
    ['it', 'La mia padella è di ghisa.'],
    ['pt', 'Comprei uma frigideira de ferro.'],
    ['nl', 'Ik gebruik een gietijzeren pan.'],
    ['pl', 'Używam żeliwnej patelni.'],
    ['sv', 'Jag använder en gjutjärnspanna.'],
    ['ja', '私はこのフライパンを使っています。'],
  ] as const)('%s: %s', (language, added) => {
    expect(kinds(language, added)).toContain('experience');
  });

  test.each([
    ['en', 'If you bake often, a cast iron pan keeps the heat.'],
    ['en', ' in a heavy enameled dutch oven'],
    ['en', '(a digital kitchen scale is a must here)'],
    ['en', 'so good walking shoes are highly recommended'],
    ['en', 'It was made after World War I for US kitchens.'],
    ['en', 'While we are at it, let us say it again.'],
    ['en', 'As the baker said: “I love my pan, and we use it.”'],
    ['de', 'Wer es bequem mag, nimmt eine Pfanne aus Gusseisen.'],
    ['de', 'Ein Meinungsforscher kocht in seiner Pfanne.'],
    ['es', 'Quien tenga poco tiempo puede usar una sartén de hierro.'],
    ['fr', 'Si vous cuisinez souvent, une poêle en fonte garde la chaleur.'],
    ['it', 'Chi cucina spesso usa una padella di ghisa.'],
    ['pl', 'Kto piecze często, weźmie żeliwną patelnię.'],
    ['sv', 'Den som bakar i 40 min kan ta en gjutjärnspanna.'],
  ] as const)('and no other sentence: %s: %s', (language, added) => {
    expect(kinds(language, added)).toEqual([]);
  });

  test('what the author says in the replaced words is none', () => {
    expect(
      kinds('en', 'In the oven I baked this bread in a cast iron pan.', 'I baked this bread in the oven.'),
    ).toEqual([]);
    expect(
      kinds('en', 'I baked this bread in the oven, and I love my pan.', 'I baked this bread in the oven.'),
    ).toEqual(['experience']);
  });

  test('nor is what the author says, told in another order', () => {
    const said = 'I baked this bread, which I loved, in the oven of my mother, and my brother ate it.';
    expect(
      kinds(
        'en',
        'In the oven of my mother I baked this bread. I loved it. My brother ate it, and so did my dog.',
        said,
      ),
    ).toEqual([]);
    expect(
      kinds(
        'en',
        'I baked this bread, and I tested a dozen other pans before I chose mine, and it lasts.',
        'I baked this bread.',
      ),
    ).toContain('experience');
  });

  test('nor is a sentence that the author wrote', () => {
    expect(kinds('en', 'I baked this bread in the oven of my mother.')).toEqual([]);
  });
});

describe('what neither the content nor a description tells of a thing is a claim', () => {
  test.each([
    ['a price', 'It costs only $20.', ['price']],
    ['a price in words', 'A cheap pan does it.', ['price']],
    ['a figure', 'It lasts for 30 years.', ['figure']],
    ['a number in words', 'Dozens of recipes fit it.', ['figure']],
    ['the best', 'It is the best pan for bread.', ['superlative']],
    ['an effect on health', 'It relieves back pain.', ['health']],
    ['two kinds in one sentence', 'It is the best pan for 20 euros.', ['price', 'superlative']],
  ])('%s', (_, added, expected) => {
    expect(kinds('en', added)).toEqual(expected);
  });

  test.each([
    ['a number of the content', 'It bakes in 40 minutes.'],
    ['the same number with another mark', 'It holds 1200 grams.'],
    ['a number of a description', 'A pan of 28 cm is enough.'],
    ['a word of a description', 'It has a free lid.'],
    ['a part of a name', 'The E-M5 and an MP3 player are here.'],
    ['an adverb', 'A seat is best chosen early.'],
    ['most people', 'Most people bake at least once.'],
  ])('but not %s', (_, added) => {
    expect(kinds('en', added)).toEqual([]);
  });
});

test('the text of a claim is its sentence', () => {
  expect(createClaimFinder(contents.en, links)('A pan helps. I love it, too.')).toEqual([
    { kind: 'experience', text: 'I love it, too.' },
  ]);
});

test('words of a description are never a claim', () => {
  const word = fc.constantFrom('Cast', 'iron', 'pan,', '28', 'cm,', 'with', 'a', 'free', 'lid.');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      expect(kinds('en', words.join(' '))).toEqual([]);
    }),
  );
});

test.each(['I ', '1,', '“', 'a. ', '12 34 ', '最', "j'"])(
  'hostile text is read in little time: %j',
  (unit) => {
    const text = unit.repeat(100_000 / unit.length);
    expect(createClaimFinder(text, links)(text).length).toBeGreaterThanOrEqual(0);
  },
);
