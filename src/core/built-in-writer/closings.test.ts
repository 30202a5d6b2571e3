import { expect, test } from 'vitest';

import { versionNames } from '#core/edits/version-names.ts';
import { writeVersions } from '#provider/write-versions.ts';

const main = 'We went to the river and had a good time with all of the children.';
const link = { url: 'https://a.example/', description: 'Air fryer', id: 'link-0', integrations: 1 } as const;

const startsOf = (content: string) =>
  writeVersions(content, [link]).flatMap(({ edits }) => edits.map(({ start }) => start));

test.each([
  'Love,\nKim\n',
  'Love,\n\nKim and Tom',
  'xo, Mary',
  'cheers, Tom',
  'love, kim',
  'xoxo',
  'liebe Grüße,\nDeine Tina',
  '— Tom',
  'Liebe Grüße\nEure Tina',
  'P.S. Next month: Porto!',
  'PS Next month: Porto!',
  'P.P.S. Next month: Porto!',
  'PS. Next month: Porto!',
  '*Werbung / Affiliate-Links*',
  'See you next Sunday,\nHannah x',
  'Happy baking!\nSarah',
  'Much love,\nAnna',
  'Thanks for reading, and see you next week!',
  'Mit freundlichen Grüßen\nTina',
  'Liebe Grüße aus Wien!',
  'Nos leemos,\nLucía',
  'Lasst es euch schmecken!\n\nEure Katrin',
  'Habt einen schönen Sonntag und genießt die Sonne!\nEure Katrin',
  'Dein\nMarcus',
  'Eure\nKatrin\n',
  '¡Buen provecho!',
  '¡Hasta la próxima!',
  'À bientôt !',
  'As an Amazon Associate I earn from qualifying purchases.',
  '---\n\nUnsubscribe',
])('a link without a place stands before the closing %j', (closing) => {
  const content = `${main}\n\n${closing}`;
  expect(startsOf(content)).toEqual(versionNames.map(() => main.length));
});

test('a closing in HTML may have several elements', () => {
  const content = `<p>${main}</p>\n<p>love,<br><b>Kim</b></p>\n`;
  expect(startsOf(content)).toEqual(versionNames.map(() => content.indexOf('\n')));
});

test.each([
  'Love, that is what this recipe needs.',
  'Love, love, love it!',
  'Thanks to the new pump, the tank stays clear.',
  'Thanks, but no thanks.',
  'Best of all, it is free.',
  'Best Buy',
  'love it, and so do we.',
  'thanks to Tom',
  'Cheers to the river.',
  'See you in Berlin.',
  'Yours is bigger.',
  'Deine Tomaten wachsen schnell.',
  'Saludos a todos los niños del río.',
  '- Tom',
  'PS5',
  'Thanks for reading the label before you buy.',
  'PS codes are printed on the lid.',
  'Happy baking is what I wish you all this winter.',
  'Happy hour',
  'Stay connected',
  'Xbox Series X',
  'Your Garmin',
  'Eure Kommentare lese ich alle.',
  'Schreibt mir\neure Fragen.',
  'Thank you for reading this far, because the best part of the river comes now.',
  'An Amazon Associate account takes ten minutes; the first payment takes longer.',
  'Until next spring the river is too cold.',
  'Viel Spaß beim Lesen hatten wir alle.',
  'An affiliate link pays the writer of a blog.',
])('a link without a place stands behind %j, which is no closing', (paragraph) => {
  const content = `${main}\n\n${paragraph}`;
  expect(startsOf(content)).toEqual(versionNames.map(() => content.length));
});
