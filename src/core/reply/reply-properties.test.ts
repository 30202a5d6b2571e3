import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atScale } from '#scripts/at-scale.ts';

import { eventsOf, told } from './test-events.ts';

/** Ways to write a marker with the name of a version. */
const markers: readonly ((name: string) => string)[] = [
  (name) => `VERSION: ${name}`,
  (name) => `**Version 1: ${name}**`,
  (name) => `### ${name} VERSION`,
  (name) => `## ${name.slice(0, 1)}${name.slice(1).toLowerCase()}`,
  (name) => `${name}:`,
  (name) => `[${name}]`,
  (name) => `=== ${name} ===`,
  (name) => `--- ${name} ---`,
  (name) => `2. ${name}`,
  (name) => `<version name="${name.toLowerCase()}">`,
  (name) => `| ${name} | | |`,
  (name) => `\uFEFFVERSION\u00A0：\u200B ${name}`,
];

/** Ways to write an insertion. */
const edits: readonly ((sentence: number, text: string) => string)[] = [
  (sentence, text) => `INSERT ${sentence}: ${text}`,
  (sentence, text) => `<INSERT ${sentence}: ${text}>`,
  (sentence, text) => `INSERT ${sentence} | ${text}`,
  (sentence, text) => `INSERT 1-${sentence}: ${text}`,
  (sentence, text) => `- **INSERT [${sentence}+]** - ${text}`,
  (sentence, text) => `INSERT after sentence ${sentence}:\n\n${text}`,
  (sentence, text) => `${sentence}: INSERT ${text}`,
  (sentence, text) => `[${sentence}] EINFÜGEN: ${text}`,
  (sentence, text) => `Insérer après la phrase ${sentence} : ${text}`,
  (sentence, text) => `| INSERT | ${sentence} | ${text} |`,
  (sentence, text) => `<insert sentence="${sentence}">${text}</insert>`,
  (sentence, text) => JSON.stringify({ action: 'insert', sentence, text }),
  (sentence, text) =>
    `${JSON.stringify([{ type: 'INSERT', after: String(sentence), new_text: text }], null, 2)},`,
];

const between = fc.constantFrom(
  '',
  '\n',
  '\n---\n',
  '\n```\n',
  '\n<think>\nVERSION: SAFE\nINSERT 9: A draft.\n</think>\n',
  '\n[THINK]INSERT 9: A draft.[/THINK]\n',
  '\n<edits>\n',
);
const end = fc.constantFrom(
  '',
  '\n',
  '<|im_end|>\nINSERT 9: More.',
  '\n<think>\nINSERT 9: A draft.',
  '\n\nLet me know if you want to adjust these versions.',
);
const words = fc.constantFrom(
  'A [[good pan]]((L1)) lasts.',
  'See this: a | b.',
  'Is it "hot"?',
  'Ça va très bien… 好。',
);
const section = fc.record({
  marker: fc.constantFrom(...markers),
  edits: fc.array(fc.tuple(fc.constantFrom(...edits), fc.integer({ min: 1, max: 99 }), words), {
    minLength: 1,
    maxLength: 3,
  }),
  gap: between,
});
const names = [
  ['SAFE', 'safe'],
  ['EXPLORATORY', 'exploratory'],
  ['CRAZY', 'experimental'],
] as const;

const answer = fc
  .tuple(
    fc.constantFrom('', 'Sure, here they are:\n\n', '<think>\nHm.\n</think>\n'),
    section,
    section,
    section,
    end,
  )
  .map(([before, ...rest]) => {
    const sections = rest
      .slice(0, 3)
      .flatMap((each, index) => (typeof each === 'string' ? [] : [{ ...each, index }]));
    const text = sections.map(({ marker, edits: own, gap, index }) => {
      const lines = own.map(([write, sentence, said]) => write(sentence, escaped(write, said)) + gap);
      return [marker(names[index]?.[0] ?? ''), ...lines].join('\n');
    });
    const expected = sections.flatMap(({ edits: own, index }) =>
      own.map(([, sentence, said]) => `${names[index]?.[1] ?? ''} insert ${sentence}: ${said}`),
    );
    return { reply: before + text.join('\n') + (rest[3] ?? ''), expected };
  });

/** Escapes the text if it is written into a row of a table. */
function escaped(write: (sentence: number, text: string) => string, text: string): string {
  return write(0, 'x').startsWith('|') ? text.replaceAll('|', String.raw`\|`) : text;
}

describe('an answer in any form', () => {
  test('is read the same', () => {
    fc.assert(
      fc.property(answer, ({ reply, expected }) => {
        expect(told(reply)).toEqual(expected);
      }),
      { numRuns: atScale(500, 2000) },
    );
  });

  test('is read the same at every cut', () => {
    fc.assert(
      fc.property(answer, ({ reply }) => {
        const whole = eventsOf([reply]);
        expect(eventsOf(reply.split(''))).toEqual(whole);
        for (let at = 1; at < reply.length; at += 1)
          expect(eventsOf([reply.slice(0, at), reply.slice(at)])).toEqual(whole);
      }),
      { numRuns: atScale(8, 20) },
    );
  });
});

const line = fc.constantFrom(
  ...markers.map((write) => write('SAFE')),
  ...edits.map((write) => write(3, 'A pan.')),
  ...edits.map((write) => write(3, 'A pan and')),
  'Safe',
  'CRAZY',
  '</think>',
  '<think>',
  'x <think> y',
  '<think> is a tag',
  '</s>',
  '<|channel|>analysis<|message|>',
  '<|channel|>final<|message|>x',
  '[6] One. [7+] Two. <3> {4} @@ sentence 5 @@ Three.',
  '[... the rest is unchanged ...]',
  '{"SAFE": [',
  '"INSERT 3: A pan.", {"CRAZY": "Uno."',
  ']}',
  '[',
  'Here is the text:',
  'more of it',
  'Pans last for a lifetime.',
  'A line that the author did not write, and that goes on for quite some time.',
  '---',
  '```json',
  '```',
  '',
  '',
  '  ',
  '\r',
  'PLAN',
  'L1: 4 "INSERT 3: A',
  'L2: unfit, why',
  'SKIP L1, L2: why',
  'SKIP L3',
  'LINK 4: [[words]]((L1))',
  'ADD 4 "words": , more',
  'ADD 4 "words":',
  'EINFÜGEN 4: A.',
  '[4] INSERT: A.',
  'REPLACE 4:',
  'Old: A.',
  'New: B.',
  'analysisWe want assistantfinal',
  'Here is VERSION: CRAZY',
  'INSERT 4: A. VERSION: SAFE INSERT 5: B.',
  'After "A" add: B.',
  '(none)',
  '[[anchor text]]',
  '<',
  '@',
  `INSERT 4: ${'a '.repeat(150)}`,
  `VERSION: SAFE - ${'a '.repeat(150)}`,
  'Let me know if you want to adjust these versions.',
);
const contents = fc.constantFrom(
  '',
  'Pans last for a lifetime.\n\nMore.',
  'Safe\n\n<think> is a tag\n</s>\n[6] One.\nINSERT 3: A pan.\n---',
);

test('any reply is read the same however it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n')),
      fc.array(fc.nat(60), { maxLength: 12 }),
      contents,
      fc.constantFrom(null, 'safe' as const),
      (reply, steps, content, assumed) => {
        const pieces: string[] = [];
        let at = 0;
        for (const step of steps) pieces.push(reply.slice(at, (at += step)));
        pieces.push(reply.slice(at));
        const whole = eventsOf([reply], content, assumed);
        expect(eventsOf(pieces, content, assumed)).toEqual(whole);
        expect(eventsOf(reply.split(''), content, assumed)).toEqual(whole);
      },
    ),
    { numRuns: atScale(500, 1500) },
  );
});
