import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plainSentences } from './words-and-sentences.ts';

test('the sentences, joined, are the text, and each has the right offset', () => {
  const scrap = fc.constantFrom(
    'One. ',
    'Two! ',
    '1. ',
    'e.g. this ',
    '\n',
    '\r\n',
    'x'.repeat(700),
    '„Ja.“ ',
    '🌱',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 40 }), (scraps) => {
      const text = scraps.join('');
      const sentences = plainSentences(text);
      expect(sentences.map((sentence) => sentence.text).join('')).toBe(text);
      for (const { text: words, start } of sentences) expect(text.startsWith(words, start)).toBe(true);
    }),
  );
});

test('a long text is cut in the same places as a short one', () => {
  const sentence = 'This is a sentence of a certain length, which ends here. ';
  const sentences = plainSentences(sentence.repeat(500));
  expect(sentences).toHaveLength(500);
  expect(new Set(sentences.map(({ text }) => text))).toEqual(new Set([sentence]));
});

test('initials and ordinal numbers end no sentence; line breaks do', () => {
  const text = 'Dr. A. Smith came, e.g. on the 3. of May. He left 200 kg. Of cheese Gr. 10.\nThen I slept';
  expect(plainSentences(text).map((sentence) => sentence.text)).toEqual([
    'Dr. A. Smith came, e.g. on the 3. of May. ',
    'He left 200 kg. ',
    'Of cheese Gr. 10.\n',
    'Then I slept',
  ]);
});

test.each([
  [
    'English',
    '8 oz. Parmesan; 8oz. Parmesan; a 12-oz. Can; 1 tsp. Vanilla; 2 Tbsp. Butter; 1 pkg. Cream; 6 in. Skillet; 2 qt. Pot; ' +
      "Gen. Lee; Capt. Jones; 'Mr. Jones; Ft. Worth; St. Louis; Acme Inc. Chicago; No. 5; no. 5; Nos. 5 and 6; Vol. II; " +
      'fig. V; Sept. 5; on Sun. 5 May; U.S. Army; Lt.Cdr. Jones; Ph.D. Jones; Min. Price; vs. Rome',
  ],
  [
    'German',
    '2 Mio. Stück; 1 Pck. Backpulver; 1 Msp. Zimt; ½ Bd. Petersilie; 3 Stk. Eier; 2 Std. Ruhezeit; 30 Min. Ruhezeit; ' +
      '2 EL. Zucker; 200 gr. Mehl; Fa. Kern; „Fa. Kern; Gebr. Kern; Dipl.-Ing. Maier; lt. Hersteller; Bahnhofstr. Nummer 5; ' +
      'Karl-Maier-Str. 5; im 5. Jh. Karl; v. Chr. Karl; z. Zt. Karl; ca. 180 Grad; mind. 30 Minuten; Kap. II; inkl. Versand',
  ],
  [
    'Spanish',
    'El Ing. Pérez; Sr. Pérez; Sras. Pérez; 2 cdas. Azúcar; cap. 3; 12 oct. 2024; Avda. Goya; por ej. Madrid; p.ej. Madrid; ' +
      'FF.CC. Goya; n. Madrid',
  ],
  [
    'French',
    'env. 30 €; d’env. 30 €; chap. 3; M. Petit; Mme. Petit; 2 cuil. Sucre; en 52 av. J.-C. Rome; par ex. Paris; éd. Petit',
  ],
  [
    'Italian',
    'sig. Rossi; Sig.ra Rossi; la sig.ra Rossi; dott. Verdi; l’ing. Verdi; cap. 3; pag. 3; ad es. Roma',
  ],
  [
    'Portuguese',
    'Exma. Sousa; Eng. Sousa; Av. Paulista; 2 xíc. Farinha; p. ex. Lisboa; 5 out. 2024; séc. V; pág. 3',
  ],
  ['Dutch', 'Dhr. Jansen; mevr. Jansen; bijv. Delft; d.w.z. Delft; 2 el. Olie; hfst. 3; blz. 3; ca. 30'],
  ['Polish', 'ul. Długiej; np. Kraków; m.in. Kraków; dr hab. Nowak; 5 tys. Polaków; ok. 30; godz. 12'],
  ['Swedish', '2 msk. Socker; bl.a. Lund; t.ex. Lund; kl. 14; jfr. Lund'],
  [
    'Russian',
    'Проф. Иванов; стр. 12; ул. Мира; г. Тверь; 5 тыс. Рублей; см. 3; см. Руководство; 2 ст. Ложки',
  ],
  ['Czech', 'např. 30; Ing. Novák; tzv. Praha'],
  ['Greek', 'π.χ. 30; σελ. 12; κ. Παππάς'],
  ['Hindi', 'डॉ. शर्मा; रु. 3,000'],
])('abbreviations of %s end no sentence', (_, list) => {
  const cut = list.split('; ').filter((words) => plainSentences(`It is ${words}`).length > 1);
  expect(cut).toEqual([]);
});

test.each([
  'I do not mind.|Then',
  'It is a piece of art.|Then',
  'He said no.|Then',
  'Come in.|Then',
  'It is as long.|Then',
  'We went out.|Then',
  'He has a cat.|Then',
  'It is the port.|Then',
  'Ich mag es.|Dann',
  'Es ist so.|Dann',
  'Er ist alt.|Dann',
  'Junto al mar.|Luego',
  'It has 5 apps.|Then',
  'It weighs 2 kg.|Then',
  'It runs at 12V.|Then',
  'Una decisi&oacute;n.|Si',
  'Read a.example/art.|Then',
])('words end their sentence: %s', (text) => {
  const sentences = plainSentences(text.replace('|', ' ')).map((sentence) => sentence.text);
  expect(sentences.join('|')).toBe(text.replace('|', ' |'));
});
