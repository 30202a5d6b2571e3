import { expect, test } from 'vitest';

import { writtenFor } from '#provider/written-for.ts';

import { formsFor, labelAmong, languages } from './languages.ts';

const texts = {
  English: 'The bread is on the table and you have to wait for it.',
  German: 'Das Brot liegt auf dem Tisch, und es ist noch nicht für dich.',
  Spanish: 'El pan está en la mesa y hay que esperar para comerlo con los niños.',
  French: 'Le pain est sur la table et il ne faut pas le manger avec les enfants.',
  Italian: 'Il pane è sulla tavola e non si mangia con i bambini della casa.',
  Portuguese: 'O pão está na mesa e não é para comer com os meninos da casa.',
  Dutch: 'Het brood ligt op de tafel en het is niet voor jou, maar ook van ons.',
  Polish: 'Chleb jest w kuchni i nie je się go przez cały dzień, ale jest dobry.',
  Swedish: 'Brödet ligger på bordet och det är inte för dig, som jag också sade.',
  Japanese: 'パンはテーブルの上にあります。まだ食べることができません。',
};

test.each(Object.entries(languages))(
  '%s has several labels and headings, each with its colon',
  (_, forms) => {
    for (const options of [forms.labels, forms.headings]) {
      expect(new Set(options).size).toBeGreaterThanOrEqual(3);
      for (const option of options) expect(option).toMatch(/^\p{L}[^:：]*\p{L}(?: ?: |：)$/u);
    }
  },
);

test.each([
  ['English', 'Kettle, Umbrella, Sofa', 'Related: [[0]], [[1]] and [[2]].', 'Links in this article'],
  ['German', 'Kessel, Schirm, Sofa', 'Passend dazu: [[0]], [[1]] und [[2]].', 'Links in diesem Artikel'],
  ['Spanish', 'Tetera, Paraguas, Sofá', 'Relacionado: [[0]], [[1]] y [[2]].', 'Enlaces de este artículo'],
  [
    'French',
    'Bouilloire, Parapluie, Canapé',
    'À voir aussi : [[0]], [[1]] et [[2]].',
    'Liens de cet article',
  ],
  ['Italian', 'Bollitore, Ombrello, Divano', 'Vedi anche: [[0]], [[1]] e [[2]].', 'Link di questo articolo'],
  ['Portuguese', 'Chaleira, Toldo, Sofá', 'Veja também: [[0]], [[1]] e [[2]].', 'Links deste artigo'],
  ['Dutch', 'Waterkoker, Paraplu, Bank', 'Zie ook: [[0]], [[1]] en [[2]].', 'Links bij dit artikel'],
  ['Polish', 'Czajnik, Parasol, Kanapa', 'Zobacz też: [[0]], [[1]] i [[2]].', 'Linki do tego artykułu'],
  ['Swedish', 'Kittel, Paraply, Soffa', 'Se även: [[0]], [[1]] och [[2]].', 'Länkar i artikeln'],
  ['Japanese', 'やかん, 傘, ソファ', '関連リンク：[[0]]、[[1]]、[[2]]。', 'この記事のリンク'],
] as const)('in %s, %s are listed in a line, and below a heading', (language, names, line, heading) => {
  const descriptions = names.split(', ');
  const named = line.replaceAll(/\[\[(\d)\]\]/gu, (_, at: string) => `[[${descriptions[Number(at)]}]]`);
  const list = descriptions.map((name) => `- [[${name}]]`).join('\n');
  expect(writtenFor(texts[language], descriptions).exploratory).toBe(`${texts[language]}\n\n${named}`);
  const titled = `## X\n\n${texts[language]}`;
  expect(writtenFor(titled, descriptions).experimental).toBe(`${titled}\n\n## ${heading}\n\n${list}`);
});

test('each language is distinguished from all others', () => {
  const found = Object.values(texts).map((text) => formsFor(text, []).page);
  expect(new Set(found).size).toBe(Object.keys(texts).length);
});

test.each([
  ['English', 'A fine blade helped more. Masking tape along the line helped a bit, too.'],
  ['English', 'Running helps me sleep. It’s really boring, but I guess I should give it a try.'],
  ['English', "Right now, I'm mostly a sewist. I did try coding 15 years ago in a course."],
  ['English', 'Forgive me! Sometimes I think twice about what I say, sometimes I just say it.'],
  ['German', 'Kaltes Wasser in einen Topf geben, Salz dazu, langsam erhitzen, nur zehn Minuten kochen.'],
  ['German', 'Im Sommer wird jede Tomate täglich gegossen, im Herbst kann man weniger geben.'],
] as const)('a short text in %s is recognized: %s', (language, text) => {
  expect(formsFor(text, []).page).toBe(formsFor(texts[language], []).page);
});

test.each([
  ['Danish', 'Kedlen står på bordet, og det er ikke for dig, men jeg har også en kop til dig i køkkenet.'],
  ['Czech', 'Konvice stojí na stole a je velmi dobrá, ale není to ta, kterou jsem chtěl koupit dnes.'],
  ['Croatian', 'Čajnik je na stolu i vrlo je dobar, ali to nije onaj koji sam danas htio kupiti u gradu.'],
  ['Catalan', 'La tetera és a la taula i és molt bona, però no és la que volia comprar avui amb els amics.'],
  ['Afrikaans', 'Die ketel staan op die tafel en dit is baie goed, maar dit is nie wat ek wou koop nie.'],
  ['Norwegian', 'Kjelen står på bordet her, men den er ikke for deg før at vi har fått en kopp til.'],
  ['Finnish', 'Keitin on keittiön pöydällä ja se on hyvä, mutta tänään me juomme vain vettä.'],
  ['Indonesian', 'Ketel ada di atas meja dan sangat bagus, tetapi bukan itu yang ingin saya beli hari ini.'],
  ['Chinese', '我早上喜欢喝优の良品茶，然后去公园散步，看看花和树。'],
])('%s is not taken for another language, whatever the descriptions are', (_, text) => {
  const forms = formsFor(text, [{ url: 'https://a.example', description: 'The best kettle for the tea' }]);
  expect([forms.labels, forms.headings]).toEqual([[], []]);
});

test('the descriptions decide the language if the text is too short', () => {
  const link = { url: 'https://a.example', description: 'Das ist ein Brett für die Küche' };
  expect(formsFor('Brot', [link]).page).toBe('diese Seite');
});

test('in another language, there are only descriptions', () => {
  const text = 'Хлеб лежит на столе, и его пока нельзя есть.';
  expect(writtenFor(text, ['Зонт для дождя'])).toEqual({
    safe: `${text}\n\n→ [[Зонт для дождя]]`,
    exploratory: `${text}\n\n→ [[Зонт для дождя]]`,
    experimental: `${text}\n\n→ [[Зонт для дождя]]`,
  });
  expect(writtenFor(text, ['Зонт', 'Лампа'])).toMatchObject({
    exploratory: `${text}\n\n→ [[Зонт]], [[Лампа]]`,
    experimental: `${text}\n\n- [[Зонт]]\n- [[Лампа]]`,
  });
});

test.each([
  [[], 'Related: '],
  [['Related: Kettle and Sofa.'], 'See also: '],
  [['See also: Kettle.', 'Related: Kettle.'], 'Useful here: '],
  [['We are related.'], 'Related: '],
  [['Related: a. See also: b. Useful here: c.'], 'Related: '],
  [['Useful here: a.', 'Related: b.', 'See also: c.'], 'See also: '],
])('where %j is refused, the label is %j', (avoid, label) => {
  expect(labelAmong(languages.english.labels, avoid)).toBe(label);
});

test.each([
  [texts.English, 'Online course: basic watercolour', 'Related: [[Online course – basic watercolour]].'],
  [texts.French, 'Cours en ligne : aquarelle', 'À voir aussi : [[Cours en ligne]].'],
  [texts.Japanese, '講座：水彩画', '関連リンク：[[講座]]。'],
  [texts.English, 'Alarm clock that rings at 9:30', 'Related: [[Alarm clock]].'],
])('behind %s, the line for %j has a single colon', (text, description, line) => {
  expect(writtenFor(text, [description]).exploratory).toBe(`${text}\n\n${line}`);
});
