import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { markerLinesFor } from './lines.ts';
import { createReplyReader } from './reply-reader.ts';
import { eventsOf, readReply } from './test-events.ts';

const texts = { safe: 'One.\n\nTwo.', exploratory: 'Eins.', experimental: 'Uno.' };

function reply(
  markers: { safe: string; exploratory: string; experimental: string },
  between = '\n\n',
): string {
  return [
    `${markers.safe}\n${texts.safe}`,
    `${markers.exploratory}\n${texts.exploratory}`,
    `${markers.experimental}\n${texts.experimental}`,
  ].join(between);
}

const plain = { safe: 'VERSION: SAFE', exploratory: 'VERSION: INTERESTING', experimental: 'VERSION: CRAZY' };

function decorated(write: (marker: string) => string): string {
  return reply({
    safe: write(plain.safe),
    exploratory: write(plain.exploratory),
    experimental: write(plain.experimental),
  });
}

function fenced(name: string, text: string): string {
  return `VERSION: ${name}\n\n\`\`\`markdown\n${text}\n\`\`\`\n`;
}

describe('a reply in the asked form', () => {
  test('gives its three versions', () => {
    expect(readReply(reply(plain))).toEqual(texts);
  });

  test('gives them in any order', () => {
    const shuffled = `${plain.experimental}\nUno.\n${plain.safe}\nOne.\n\nTwo.\n${plain.exploratory}\nEins.`;
    expect(readReply(shuffled)).toEqual(texts);
  });

  test('gives an empty string for a version that is missing', () => {
    expect(readReply(`${plain.safe}\nOne.`)).toEqual({ safe: 'One.', exploratory: '', experimental: '' });
    expect(readReply('')).toEqual({ safe: '', exploratory: '', experimental: '' });
    expect(readReply('I am sorry, I cannot do that.')).toEqual({
      safe: '',
      exploratory: '',
      experimental: '',
    });
  });

  test('keeps indentation, inner blank lines, trailing spaces inside and CRLF of a version', () => {
    const version = '    indented\r\n\r\n\r\nwrapped  \r\nand on';
    expect(readReply(`VERSION: SAFE\r\n\r\n${version}\r\n\r\n`).safe).toBe(version);
  });
});

describe('a marker line', () => {
  test.each<[string, (marker: string) => string]>([
    ['bold', (marker) => `**${marker}**`],
    ['half bold', (marker) => marker.replace('VERSION:', '**VERSION:**')],
    ['bold and underlined', (marker) => `__${marker}__`],
    ['a heading', (marker) => `## ${marker}`],
    ['a bold heading', (marker) => `### **${marker}**`],
    ['a list item', (marker) => `- ${marker}`],
    ['a numbered item', (marker) => `1. **${marker}**`],
    ['behind a dash', (marker) => `— ${marker}`],
    ['indented', (marker) => `  ${marker}  `],
    ['in lower case', (marker) => marker.toLowerCase()],
    ['in mixed case', (marker) => marker.replace('VERSION', 'Version').replace('INTERESTING', 'Interesting')],
    ['without a space', (marker) => marker.replace(' ', '')],
    ['with a note in brackets', (marker) => `${marker} (minimal changes)`],
    ['with words behind a dash', (marker) => `**${marker}** - as you wrote it`],
    ['with a colon', (marker) => `${marker}:`],
    ['with a word behind it', (marker) => `${marker} VERSION`],
    ['with the word in brackets', (marker) => marker.replace(/: (.*)/u, ': [$1]')],
    ['with a carriage return', (marker) => `${marker}\r`],
  ])('is read when it is %s', (_, write) => {
    expect(readReply(decorated(write))).toEqual(texts);
  });

  test('may carry the first sentence behind a colon or a dash', () => {
    expect(
      readReply('VERSION: SAFE: One of many. It goes on here, over a whole line of text.\nTwo.').safe,
    ).toBe('One of many. It goes on here, over a whole line of text.\nTwo.');
  });

  test.each([
    'Here is the short VERSION: SAFE and sound.',
    'in the abridged VERSION: safe is not the cubicle',
    'VERSION: safe is not the cubicle, safe is the sandwich. LUNCH!',
    'VERSION: SAFETY FIRST',
    'VERSION: SAFE is what they call it, and they are right to.',
    'VERSION: NOTES',
    'VERSION SAFE',
    'CONVERSION: SAFE',
    'The SAFE version:',
  ])('is not read in prose: %s', (line) => {
    expect(readReply(`VERSION: CRAZY\nBefore.\n${line}\nAfter.`)).toEqual({
      safe: '',
      exploratory: '',
      experimental: `Before.\n${line}\nAfter.`,
    });
  });
});

describe('text that models put around the versions', () => {
  test('is removed before them', () => {
    expect(readReply(`Sure! Here are the three versions:\n\n---\n\n${reply(plain)}`)).toEqual(texts);
  });

  test.each([
    "I hope these versions work for you! Let me know if you'd like me to adjust the tone of any of them.",
    'Let me know if you would like any further changes.',
    'Feel free to ask for tweaks to any version!',
    '*Would you like me to rewrite one of these versions?*',
    'Ich hoffe, diese Versionen gefallen Ihnen.',
    'Espero que estas versiones te sirvan.',
  ])('is removed behind them: %s', (remark) => {
    expect(readReply(`${reply(plain)}\n\n${remark}`)).toEqual(texts);
    expect(readReply(`${reply(plain)}\n\n---\n\n${remark}\n`)).toEqual(texts);
  });

  test('stays if the user wrote it', () => {
    const closing = "Let me know if you'd like more versions of this recipe.";
    const content = `Bread.\n\n${closing}`;
    expect(readReply(`VERSION: SAFE\n${content}`, content).safe).toBe(content);
    expect(readReply(`VERSION: SAFE\n${content}`).safe).toBe('Bread.');
  });

  test('stays if more of the version follows', () => {
    const version = 'One.\n\nI hope these versions work.\n\nTwo.\n\n---\n\nThree.';
    expect(readReply(`VERSION: SAFE\n${version}\n`).safe).toBe(version);
  });

  test('stays if it contains a link', () => {
    const version = 'One.\n\nLet me know which [[version]]((https://a.example)) you like.';
    expect(readReply(`VERSION: SAFE\n${version}`).safe).toBe(version);
  });

  test.each(['```', '```markdown', '~~~', '```text\r'])('is a code fence around everything: %j', (fence) => {
    const closing = fence.slice(0, 3);
    expect(readReply(`Here you are:\n${fence}\n${reply(plain)}\n${closing}\n`)).toEqual(texts);
  });

  test('is a code fence around each version', () => {
    expect(
      readReply(
        fenced('SAFE', texts.safe) +
          fenced('INTERESTING', texts.exploratory) +
          fenced('CRAZY', texts.experimental),
      ),
    ).toEqual(texts);
  });

  test('never includes a code block of the user', () => {
    const content = '```\ncode\n```\n\nText.\n\n```js\nmore\n```';
    expect(readReply(`VERSION: SAFE\n${content}\n`, content).safe).toBe(content);
  });

  test.each(['---', '***', '___', '=====', '- - -'])('is a rule between them: %s', (rule) => {
    expect(readReply(reply(plain, `\n\n${rule}\n\n`))).toEqual(texts);
  });

  test('never includes the rule with which the user ends', () => {
    expect(readReply('VERSION: SAFE\nOne.\n\n---\n', 'One.\n\n---\n').safe).toBe('One.\n\n---');
  });
});

test('marker lines in the user’s own text are text, and the prompt asks for others', () => {
  const content = 'How it works:\nVERSION: CRAZY\nVERSION: SAFE (reply 1)\nThat is all.';
  const asked = markerLinesFor(content);
  expect(asked.safe).toBe('VERSION: SAFE (reply 2)');
  expect(markerLinesFor('Plain.')).toEqual(plain);
  const whole = Object.values(asked).map((line) => `${line}\n${content}`);
  expect(readReply(whole.join('\n\n'), content)).toEqual({
    safe: content,
    exploratory: content,
    experimental: content,
  });
});

describe('a repeated section', () => {
  test('does not replace the first that has text', () => {
    expect(readReply(`${reply(plain)}\n\nVERSION: SAFE\nAgain.`)).toEqual(texts);
  });

  test('counts if the first had no text', () => {
    expect(
      readReply(`${plain.safe}\n${plain.exploratory}\n${plain.experimental}\n\n${reply(plain)}`),
    ).toEqual(texts);
  });
});

describe('reading as it arrives', () => {
  test('reports when a version begins and ends', () => {
    expect(eventsOf(['VERSION: SA', 'FE\nOne.\nVERSION: CRAZY\nU', 'no.'])).toEqual([
      { type: 'version-start', version: 'safe' },
      { type: 'version-text', version: 'safe', text: 'One.' },
      { type: 'version-end', version: 'safe' },
      { type: 'version-start', version: 'experimental' },
      { type: 'version-text', version: 'experimental', text: 'Uno.' },
      { type: 'version-end', version: 'experimental' },
    ]);
  });

  const line = fc.constantFrom(
    'VERSION: SAFE',
    '**Version: Interesting**',
    '## VERSION: CRAZY (bold)',
    'VERSION:',
    'VERSION: SAFE and sound it is',
    '1. VERSION: SAFE',
    '---',
    '```',
    '```md',
    '',
    '',
    ' ',
    '    ',
    'Prose that runs on for some while, and then a little more, to be long enough.',
    'short',
    '\t',
    'Let me know if you want to adjust these versions.',
    'I hope so',
    '- item',
    '* * x',
    '\r',
    'x\r',
    '1',
    'VER',
    `${' '.repeat(90)}x`,
    '=',
  );
  const text = fc.array(line, { maxLength: 24 }).map((lines) => lines.join('\n'));

  test('gives the same result however the reply is cut', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.nat(60), { maxLength: 12 }),
        fc.constantFrom('', 'x\n---', '```\nx\n```'),
        (rest, steps, content) => {
          const whole = `VERSION: SAFE\n${rest}`;
          const pieces: string[] = [];
          let at = 0;
          for (const step of steps) pieces.push(whole.slice(at, (at += step)));
          pieces.push(whole.slice(at));
          const expected = eventsOf([whole], content);
          expect(eventsOf(pieces, content)).toEqual(expected);
          expect(eventsOf(whole.split(''), content)).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('holds back only a little of endless white space', () => {
    const reader = createReplyReader();
    reader.feed('VERSION: SAFE\nOne.');
    let received = 0;
    for (let round = 0; round < 100; round += 1) {
      for (const event of reader.feed(' \n'.repeat(500)))
        received += event.type === 'version-text' ? event.text.length : 0;
    }
    expect(100_000 - received).toBeLessThan(6000);
  });
});
