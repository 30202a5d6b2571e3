import { expect, test } from 'vitest';

import { detectLanguage, foldedWordsIn, languageTag } from './language.ts';

test('names written as one word also give their parts', () => {
  expect(foldedWordsIn('YubiKey, NordVPN')).toEqual(['yubikey', 'yubi', 'key', 'nordvpn', 'nord', 'vpn']);
  expect(foldedWordsIn('1Password 4K TVs')).toEqual(['1password', '1', 'password', '4k', 'tvs']);
});

test.each([
  ['en', 'The bread is on the table and it smells of the morning.'],
  ['de', 'Das Brot liegt auf dem Tisch und es riecht nach dem Morgen.'],
  ['es', 'El pan está en la mesa y huele a la mañana.'],
])('%s is recognised by its small words', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

const address = 'https://shop.example/kitchen/knives/fibrox-pro-8-inch?tag=me-20&ref=blog&linkCode=as2';

test.each([
  ['en', '## My pan\n\nI bought [a pan](https://shop.example/pan?a=1) and it is still as good as new.'],
  ['en', 'Ingredients: 500 g flour, 350 g water, 10 g salt. Mix flour and water, rest 30 minutes, add salt.'],
  [
    'en',
    'The Fibrox Pro is a stamped blade. Lightweight, affordable, dishwasher-safe; reviewers praise grip.',
  ],
  [
    'en',
    'Install Node.js, Redis and nginx. Configure environment variables, run database migrations, open 8080.',
  ],
  ['en', `My tools this year: [knife](${address}), [salad spinner](${address}) and [scale](${address}).`],
  [
    'en',
    '<!-- wp:paragraph {"align":"left"} -->\n<p class="wp-block-paragraph has-text-align-left">My garden is small, and ' +
      `I like it.</p>\n<!-- /wp:paragraph --><figure class="wp-block-image size-large"><img src="${address}"></figure>`,
  ],
  ['de', 'Im letzten Frühjahr habe ich meinen ersten Sauerteig angesetzt, und er stand in einem Glas.'],
  ['de', 'Installieren Sie Node.js und nginx. Setzen Sie Variablen, und öffnen Sie Port 8080.'],
  ['es', 'Mi jardín es pequeño, pero basta para nosotros. Tomates, pepinos y hierbas crecen allí en abril.'],
  ['es', 'Mezcla la harina con el agua y la sal. Deja reposar los panes hasta el día siguiente.'],
  ['', 'Le printemps dernier, j’ai préparé mon premier levain. Il vivait dans un bocal de la cuisine.'],
  [
    '',
    'On a un petit jardin. Il y a des tomates et on les arrose le soir. La terre est bonne, on y a de la chance.',
  ],
  ['', 'La primavera scorsa ho fatto il mio primo lievito madre. Viveva in un barattolo sul piano.'],
  [
    '',
    'Il pane è la base della cena, e la sera si cena a casa con un bicchiere di vino. Me lo ha detto lei.',
  ],
  ['', 'Na primavera passada fiz o meu primeiro fermento natural. Vivia num frasco na bancada da cozinha.'],
  [
    '',
    'Para a minha mãe, o café é o melhor do dia. Como se faz? É só o que se tem em casa: pão e um queijo.',
  ],
  [
    '',
    'El pa és a la taula i la mantega també. Si em dones temps, faig un pastís per a la festa de la mare.',
  ],
  [
    '',
    'In de winter was het water in de tuin bevroren. Het is geen probleem, want de slang ligt in de schuur.',
  ],
  ['', 'De tuin is in de zomer groot en mooi. Die was al in orde. We zijn er in juni over begonnen.'],
  [
    '',
    'Vi har en have, og i den er der en stor dam. Man kan se fisk i den om sommeren, men for os er det koldt.',
  ],
  ['', 'Vi har en damm i vår trädgård och den är stor. Man kan se fiskar i den så länge det är varmt.'],
  ['', 'Zeszłej wiosny zrobiłem swój pierwszy zakwas. Stał w słoiku i nic się nie działo.'],
  ['', 'حديقتي صغيرة، لكنها تكفي لعائلتي.'],
  ['', ''],
])('%j is the tag for the language of %j', (tag, text) => {
  expect(languageTag(text)).toBe(tag);
});

test.each(['', '12345', 'Xylophon Quark', '日本語のテキスト'])('the language of %j is unknown', (text) => {
  expect(detectLanguage(text)).toBeNull();
});
