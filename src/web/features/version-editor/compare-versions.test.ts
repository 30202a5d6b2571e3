import { expect, test } from 'vitest';

import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { generationSchema } from '#contract/generations.ts';
import { checkEditedVersion } from '#core/report/report.ts';

import { passageOf } from './compare-versions.tsx';

const url = 'https://shop.example/stone?tag=a&b=(1)';
const links = [{ id: 'stone', url, description: 'Baking stone', integrations: 1 as const }];
const text = `${'Long ago, '.repeat(12)}a stone in the oven holds the heat.\r\n\r\nBake on.`;
const at = text.indexOf('stone');

function generationWith(edits: Readonly<Record<VersionName, readonly Edit[]>>): FinishedGeneration {
  const checked = versionNames.map((name) => [name, checkEditedVersion(text, edits[name], links)] as const);
  const of = <T>(read: (each: (typeof checked)[number][1]) => T) =>
    Object.fromEntries(checked.map(([name, each]) => [name, read(each)]));
  return generationSchema.parse({
    text,
    links,
    versions: of((each) => each.text),
    edits,
    report: of((each) => each.report),
    unfinished: [],
    usage: null,
  });
}

test('each version shows its own words with the link, and no address', () => {
  const edit = (start: number, end: number, words: string): Edit => ({
    id: `${start}`,
    start,
    end,
    text: words,
    by: 'model',
  });
  const generation = generationWith({
    safe: [edit(text.length, text.length, `\n\nSee a [[baking stone]]((${url})).`)],
    exploratory: [edit(at, at + 5, `[[stone]]((${url}))`)],
    experimental: [],
  });
  const seen = (version: VersionName) =>
    passageOf(generation, 'stone', version)
      ?.map((part) => (part.isLink ? `<${part.text}>` : part.text))
      .join('') ?? null;
  expect(seen('safe')).toBe('See a <baking stone>.');
  expect(seen('exploratory')).toMatch(/^….{58,60}<stone> in the oven holds the heat\.$/u);
  expect(seen('experimental')).toBeNull();
});
