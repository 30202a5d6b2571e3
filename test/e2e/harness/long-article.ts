import type { NewLink } from './save-links.ts';

/** A text of 900 words with five links, and a correct answer of a model for it. */
export const fiveLinks = [
  { url: 'https://shop.example/grinder', description: 'Hand grinder with steel burrs' },
  { url: 'https://shop.example/kettle', description: 'Gooseneck kettle with a thermometer' },
  { url: 'https://shop.example/scale', description: 'Small scale with a timer' },
  { url: 'https://shop.example/press', description: 'AeroPress coffee maker for travel' },
  { url: 'https://shop.example/beans', description: 'Fresh coffee beans from a small roaster' },
] as const satisfies readonly NewLink[];

const sentences = [
  'Every morning I weigh the beans and write the number on a small card.',
  'The water rests for a minute after it has boiled, and so do I.',
  'Then I pour in slow circles and listen to the drops in the glass.',
  'Some days the cup is bright, and some days it tastes of little at all.',
];

const paragraphs = Array.from({ length: 16 }, (_, index) =>
  [...sentences.slice(index % 4), ...sentences.slice(0, index % 4)].join(' '),
);

export const longContent = ['# A year of better coffee', ...paragraphs].join('\n\n');

/** The numbers of the sentences after which the links stand. The heading is the first sentence. */
const places = [25, 35, 43, 51, 61];

function version(marker: string, words: string): string {
  const inserts = fiveLinks.map(({ url, description }, index) => {
    const anchor = description.split(' ').slice(0, 2).join(' ').toLowerCase();
    return `INSERT ${places[index]}: ${words} the [[${anchor}]]((${url})) changed more than anybody thought it would.`;
  });
  return `VERSION: ${marker}\n${inserts.join('\n')}\n`;
}

export const longAnswer = [
  version('SAFE', 'In the end'),
  version('INTERESTING', 'To my surprise'),
  version('CRAZY', 'Against all odds'),
].join('\n');

/** The first words of the first woven sentence of the safe version. */
export const firstWoven = 'In the end the hand grinder';
