import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { problemTemplates } from '#core/errors/german-problem-messages.ts';
import { ownKeyMessages, problemMessages } from '#core/errors/problem-messages.ts';
import { contentTooLong } from '#core/limits/content-limit.ts';
import { byEnglish, german } from '#web/german/german.ts';

const entries = [...byEnglish];

/** Returns the names of values and elements in a text. */
function marksOf(text: string): string[] {
  return (text.match(/\{\w+\}|<\/?\w+>/gu) ?? []).toSorted();
}

function sourcesIn(...folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const own = files.filter((file) => /\.(?:tsx?|html)$/u.test(file) && !/\.test\.|web\/german\//u.test(file));
  return own.map((file) => readFileSync(file, 'utf8')).join('\n');
}

test('each text has the same values and elements in German', () => {
  const different = entries.filter(([english, other]) => marksOf(english).join() !== marksOf(other).join());
  expect(different).toEqual([]);
});

test('each text of the catalogue is used', () => {
  const plain = (text: string) => text.replaceAll(/\\n|\s+/gu, ' ').replaceAll('\\', '');
  const sources = plain(sourcesIn('src/web', 'src/core', 'src/server', 'src/llm-client'));
  expect([...byEnglish.keys()].filter((english) => !sources.includes(plain(english)))).toEqual([]);
});

test('links are added, and never woven, in what a visitor reads', () => {
  const read = (text: string) => text.replaceAll(/\{\w+\}|<\/?\w+>/gu, '');
  const texts = [...entries, ...Object.entries(problemTemplates)].flat().map(read);
  // A setting of the operator has this word in its name.
  const woven = texts.filter((text) => /woven|weav|weben|webt/iu.test(text.replaceAll('WEAVE_PROTOCOL', '')));
  expect(woven).toEqual([]);
});

test('no attribute and no announcement has a bare text', () => {
  const read = 'aria-label|aria-description|title|placeholder|label|tooltip|alt|message';
  // The example of an address is no text.
  const bare = new RegExp(String.raw`\s(?:${read})="(?!https://)[^"$\n]*\p{L}|\bannounce\(["']`, 'gu');
  expect(sourcesIn('src/web').match(bare)).toBeNull();
  expect('<p title="Bare">'.match(bare)).not.toBeNull();
});

test('no file of the catalogue gives a text another German one', async () => {
  const names = readdirSync('src/web/german').flatMap(
    (file) => /^(?!german)(.+)\.ts$/u.exec(file)?.[1] ?? [],
  );
  const files: object[] = await Promise.all(
    // Vite must not read this path, because its cache would keep an old list of these files.
    names.map(async (name) => import(/* @vite-ignore */ resolve('src/web/german', `${name}.ts`))),
  );
  const tables = files.flatMap((file) => Object.values(file)).filter((table) => !Array.isArray(table));
  const texts = tables
    .flatMap((table) => Object.entries(table))
    .filter(([english]) => byEnglish.has(english));
  expect(texts.filter(([english, other]) => byEnglish.get(english) !== other)).toEqual([]);
});

test('each message about a failure has a German one, also with numbers', () => {
  const messages = [...Object.values(problemMessages), ...Object.values(ownKeyMessages)];
  expect(messages.filter((message) => german.find(message) === undefined)).toEqual([]);
  expect(
    german.find('Your daily limit with the AI provider is reached. Please try again in 2 hours.'),
  ).toContain('in 2 Stunden');
  expect(german.find(contentTooLong({ fits: false, characters: 123_456, atMost: 100_000 }).message)).toBe(
    'Ihr Text hat 123.456 Zeichen. Erlaubt sind höchstens 100.000. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  );
  const quoted =
    'The AI model wrote no versions. It replied: “No, links of 1,000 days.” Please change your text or your links, or use the built-in writer.';
  expect(german.find(quoted)).toBe(
    'Das KI-Modell hat keine Fassungen geschrieben. Es antwortete: „No, links of 1,000 days.“ Bitte ändern Sie Ihren Text oder Ihre Links, oder nutzen Sie den eingebauten Texter.',
  );
});

test('the names of models stay as they are in a German message', () => {
  const names =
    'The AI provider doesn’t have the model “acme/a.b:c”. It has these: “days, x-1.5 …” Please choose one of them.';
  expect(german.find(names)).toContain('„acme/a.b:c“ nicht. Er hat diese: „days, x-1.5 …“ Bitte');
});
