import { expect, test } from 'vitest';

import { wordlessMarkIn } from '#core/edits/edit.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { writeVersions } from '#provider/write-versions.ts';

import { createFormChooser, formsFor } from './languages.ts';

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

test.each(Object.entries(texts))('%s has its own forms, and each fits behind any text', (_, text) => {
  const forms = formsFor(text, []);
  const all = versionNames.flatMap((name) => forms[name]);
  expect(new Set(all).size).toBe(all.length);
  for (const name of versionNames) expect(forms[name].length).toBeGreaterThanOrEqual(8);
  for (const opening of all) expect(opening + forms.behind).toMatch(/^\p{L}[^{}]+\p{L} ?[:：] ?\{\}[.。]$/u);
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
  const link = { id: '1', url: 'https://a.example', integrations: 1 as const };
  const forms = formsFor(text, [{ ...link, description: 'The best kettle for the tea' }]);
  expect(createFormChooser(forms, 'safe', [])('https://a.example', '', text)).toBe('→ {}');
});

test('the descriptions decide the language if the text is too short; other languages get no words of ours', () => {
  const link = { id: '1', url: 'https://a.example', integrations: 1 as const };
  expect(formsFor('Brot', [{ ...link, description: 'Das ist ein Brett für die Küche' }]).page).toBe(
    'diese Seite',
  );
  const russian = formsFor('Хлеб лежит на столе, и его пока нельзя есть.', []);
  expect(createFormChooser(russian, 'safe', [])('https://a.example', '', 'Хлеб')).toBe('→ {}');
});

test('no form is used twice, nor one to avoid; after the last form there are no words', () => {
  const forms = formsFor(texts.English, []);
  const [first = ''] = forms.safe;
  const choose = createFormChooser(forms, 'safe', [`${first}: a kettle.`]);
  const chosen = Array.from({ length: forms.safe.length }, (_, index) =>
    choose(`https://a.example/${index}`, '', 'Bread'),
  );
  expect(new Set(chosen).size).toBe(chosen.length);
  expect(chosen).not.toContain(`${first}: {}.`);
  expect(chosen.at(-1)).toBe('→ {}');
});

test.each([
  ['גינה קטנה. ', 'השקיה', '←'],
  ['גינה קטנה. ', 'Drip kit', '←'],
  ['גינה עם Drip. ', 'השקיה', '←'],
  ['גינה עם Drip. ', 'Drip kit', '→'],
  ['גינה עם [השקיה](https://a.example/). ', 'Drip kit', '←'],
  ['Linkweft הוא כלי. ', 'השקיה', '←'],
  ['Linkweft הוא כלי. ', 'Drip kit', '→'],
  ['A garden. ', 'طقم ري', '→'],
  ['<p>2024 حديقتي. ', '[[طقم]]((https://a.example/))', '←'],
  ['', '100% طقم', '←'],
  ['', '', '→'],
])('between “%s” and “%s”, the mark is %s', (before, words, mark) => {
  expect(wordlessMarkIn(before, words)).toBe(mark);
});

test.each([
  [texts.English, 'Online course: basic watercolour', ' – {}.'],
  [texts.French, 'Cours en ligne : aquarelle', ' – {}.'],
  [texts.Japanese, '講座：水彩画', ' – {}。'],
  [texts.English, 'Alarm clock that rings at 9:30', ': {}.'],
  [texts.French, 'Cours en ligne', ' : {}.'],
])('in %s, %s has a single colon before or in its words', (text, words, end) => {
  const forms = formsFor(text, []);
  const form = createFormChooser(forms, 'safe', [])('https://a.example/', text, words);
  expect(forms.safe.map((opening) => opening + end)).toContain(form);
});

test.each([
  ['Linkweft.\nאני Drip אוהב את הגינה.', 'Drip kit', '\n→'],
  ['אני Drip אוהב את הגינה.\nLinkweft Drip.', 'השקיה Drip', '\n←'],
  ['Linkweft Linkweft\nLinkweft,\nאני Drip אוהב את הגינה.', 'Drip kit', ' ←'],
  ['גינה קטנה במרפסת,\nאני אוהב את\nLinkweft Drip.', 'השקיה Drip', ' →'],
  ['אני Drip אוהב את הגינה.', 'Drip kit', ' ←'],
])('in %j, the mark before %s follows its own line: %j', (content, description, mark) => {
  const link = { url: 'https://a.example/', description, id: 'link-0', integrations: 1 } as const;
  const [safe] = writeVersions(content, [link]);
  expect(safe?.edits.map(({ text }) => text)).toEqual([`${mark} [[${description}]]((${link.url})).`]);
});
