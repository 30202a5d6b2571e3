import { expect, test } from 'vitest';

import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { generationSchema } from '#contract/generations.ts';
import { checkEditedVersion } from '#core/report/report.ts';

import { passageOf, withChanges } from './compare-versions.tsx';
import { createPassages } from './passages.ts';

const url = 'https://shop.example/stone?tag=a&b=(1)';
const links = [{ id: 'stone', url, description: 'Baking stone', integrations: 1 as const }];
const text = `${'Long ago, '.repeat(12)}a stone in the oven holds the heat.\r\n\r\nBake on.`;
const at = text.indexOf('stone');
const { isAddition } = createPassages(text, [url]);

function generationWith(
  edits: Readonly<Record<VersionName, readonly Edit[]>>,
  chosen = links,
): FinishedGeneration {
  const checked = versionNames.map((name) => [name, checkEditedVersion(text, edits[name], chosen)] as const);
  const of = <T>(read: (each: (typeof checked)[number][1]) => T) =>
    Object.fromEntries(checked.map(([name, each]) => [name, read(each)]));
  return generationSchema.parse({
    text,
    links: chosen,
    versions: of((each) => each.text),
    edits,
    report: of((each) => each.report),
    unfinished: [],
    usage: null,
  });
}

const edit = (start: number, end: number, words: string): Edit => ({
  id: `${start}`,
  start,
  end,
  text: words,
  by: 'model',
});

/** Returns the passage as text, with its links in angle brackets. */
function seenIn(generation: FinishedGeneration, linkId: string, version: VersionName): string | null {
  const parts = passageOf(generation, linkId, version, isAddition);
  return parts?.map((part) => (part.isLink ? `<${part.text}>` : part.text)).join('') ?? null;
}

test('each version shows its own words with the link, and no address', () => {
  const generation = generationWith({
    safe: [edit(text.length, text.length, `\n\nSee a [[baking stone]]((${url})).`)],
    exploratory: [edit(at, at + 5, `[[stone]]((${url}))`)],
    experimental: [],
  });
  const seen = (version: VersionName) => seenIn(generation, 'stone', version);
  expect(seen('safe')).toBe('See a <baking stone>.');
  expect(seen('exploratory')).toMatch(/^….{58,60}<stone> in the oven holds the heat\.$/u);
  expect(seen('experimental')).toBeNull();
});

test('a clause inside a sentence is shown with the sentence around it', () => {
  const clause = edit(at + 5, at + 5, ` (a [[baking stone]]((${url})))`);
  const generation = generationWith({ safe: [clause], exploratory: [], experimental: [] });
  expect(seenIn(generation, 'stone', 'safe')).toMatch(
    /^….{50,56}stone \(a <baking stone>\) in the oven holds the heat\.$/u,
  );
});

test('two links of one address each show their own passage', () => {
  const other = { id: 'same', url, description: 'The same stone', integrations: 1 as const };
  const edits = [
    edit(0, 0, `Buy a [[slab]]((${url})). `),
    edit(text.length, text.length, ` See a [[stone]]((${url})).`),
  ];
  const generation = generationWith({ safe: edits, exploratory: edits.slice(1), experimental: [] }, [
    ...links,
    other,
  ]);
  expect(generation.report.safe.links.map(({ status }) => status)).toEqual(['woven', 'woven']);
  expect(seenIn(generation, 'stone', 'safe')).toBe('Buy a <slab>.');
  expect(seenIn(generation, 'same', 'safe')).toBe('See a <stone>.');
  expect(seenIn(generation, 'stone', 'exploratory')).toBe('See a <stone>.');
  expect(seenIn(generation, 'same', 'exploratory')).toBeNull();
});

test('the user’s changes of a version are compared', () => {
  const added = edit(text.length, text.length, ` See a [[stone]]((${url})).`);
  const generation = generationWith({ safe: [added], exploratory: [added], experimental: [] });
  const changed = withChanges(generation, {
    read: (_generation, version) => (version === 'safe' ? { edits: [], removed: [added] } : null),
    write() {},
  });
  expect(seenIn(changed, 'stone', 'safe')).toBeNull();
  expect(seenIn(changed, 'stone', 'exploratory')).toBe('See a <stone>.');
});
