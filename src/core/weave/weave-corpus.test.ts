import fc from 'fast-check';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { faultsOfAsked, faultsOfText } from './fixtures/honesty.ts';
import type { AskedEdit } from './edit.ts';
import { readReply } from '#core/reply/reply-reader.ts';

const shared = new URL('../../../../shared/', import.meta.url);
const isHere = existsSync(new URL('corpus/', shared)) && existsSync(new URL('corpora/', shared));
if (!isHere) console.info('real texts for the weave: skipped, ../shared is not here');

function readShared(path: string): string {
  return readFileSync(new URL(path, shared), 'utf8');
}

const texts = [
  'A [[good scale]]((L1)) helps.',
  'Take [[this one]]((L2)). It is good.',
  'Nothing is the same, though [[that. One]]((https://b.example/two?t=1&u=[2])) is.',
  'An [[evil thing]]((https://evil.example)) here.',
  'So it was, and <b>so</b> it is.\n\n## And will be',
];

describe.runIf(isHere)('of real texts', () => {
  const articles = isHere
    ? readdirSync(new URL('corpus/articles/', shared)).map((name) => readShared(`corpus/articles/${name}`))
    : [];

  test('articles keep what they must, whatever edits are asked for', () => {
    let count = 0;
    const askedEdit: fc.Arbitrary<AskedEdit> = fc.record({
      action: fc.constantFrom('insert', 'insert', 'replace'),
      sentence: fc.nat(200),
      text: fc.constantFrom(...texts),
    });
    for (const [index, article] of articles.entries()) {
      for (const asked of fc.sample(fc.array(askedEdit, { minLength: 5, maxLength: 40 }), {
        numRuns: 4,
        seed: index,
      })) {
        expect(faultsOfAsked(article, asked)).toEqual([]);
        count += 1;
      }
    }
    console.info(`asked edits of real articles: ${count} replies to ${articles.length} articles`);
  });

  test('articles keep what they must, whatever whole text a model gave', () => {
    let count = 0;
    for (const kind of ['rewrite', 'sloppy']) {
      const folder = `corpus/answers/${kind}/`;
      const names = readdirSync(new URL(folder, shared)).filter((name) => name.endsWith('.answer.txt'));
      for (const name of names) {
        const article =
          articles[
            readdirSync(new URL('corpus/articles/', shared)).findIndex((each) =>
              each.startsWith(name.slice(0, 2)),
            )
          ] ?? '';
        for (const text of Object.values(readReply(readShared(folder + name), article))) {
          expect(faultsOfText(article, text)).toEqual([]);
          count += 1;
        }
      }
    }
    console.info(`whole texts of real models: ${count} texts`);
  });

  test('hostile strings are kept as content and tamed as edits', () => {
    const strings = z.array(z.string()).parse(JSON.parse(readShared('corpora/blns/blns.json')));
    const more = readShared('corpora/xss-payloadbox/xss-payload-list.txt')
      .split('\n')
      .filter((_, index) => index % 40 === 0);
    const all = [...strings, ...more];
    for (const text of all) {
      const asked: AskedEdit[] = [
        { action: 'insert', sentence: 1, text: `${text} [[a thing]]((L1)) ${text}` },
        { action: 'replace', sentence: 2, text },
        { action: 'insert', sentence: 3, text: `[[${text}]]((L2))` },
      ];
      expect(faultsOfAsked('# Top\n\nOne is here. Two is there.\n\nThree is far.\n', asked)).toEqual([]);
      expect(faultsOfAsked(text, asked.slice(0, 1))).toEqual([]);
    }
    console.info(`hostile strings: ${all.length}`);
  });
});
