import type { NewLink } from './save-links.ts';

/** Text and links for tests that need no particular ones. */
export const sampleLinks = [
  {
    url: 'https://shop.example/knives/santoku?tag=lw-21&ref=a%20b',
    description: 'Santoku knife for vegetables and herbs',
  },
  {
    url: 'https://board.example/oak_(end-grain)#sizes',
    description: 'End-grain cutting board made of oak',
  },
] as const satisfies readonly NewLink[];

export const sampleContent = `# Learning to cook again

After ten years of ready meals I started to cook again this spring. The first weeks were slow, and most of my dinners came late.

What helped was a short list of rules. I cut the vegetables before I light the stove. I taste everything twice, and I clean the board while the rice is on.

A sharp knife changed more than any recipe. Onions stopped being a fight, and herbs stayed green instead of turning to paste.

By summer I cooked for friends. They asked for seconds, and nobody asked where I had bought it.`;

/** Twelve links. The last one is the newest. */
export const twelveLinks: readonly NewLink[] = Array.from({ length: 12 }, (_, index) => ({
  url: `https://shop.example/item/${index + 1}`,
  description: `Item number ${String(index + 1).padStart(2, '0')}`,
}));

const [knife, board] = sampleLinks;

function version(marker: string, opening: string): string {
  return `VERSION: ${marker}
INSERT 8: ${opening} A good [[santoku knife]]((${knife.url})) makes short work of a pile of carrots.
INSERT 10: Under it lies an [[oak cutting board]]((${board.url})), heavy enough to stay where it is. It has been there since the day of the move, and it looks the better for every scratch.
`;
}

/** A correct answer of a model for both sample links. */
export const sampleAnswer = [
  version('SAFE', 'Cooking begins with two tools.'),
  version('INTERESTING', 'Two tools turn a kitchen into a workshop.'),
  version('CRAZY', 'Give me two tools and I will feed a street.'),
].join('\n');
