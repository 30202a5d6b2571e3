import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { checkEditedVersion } from '#core/report/report.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { parseDocument } from '#core/document/document.ts';
import { createVersionBuilder } from '#core/edits/version-builder.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { writeModelEdits } from '#provider/write-as-model.ts';
import { applyEdits, type Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';

import { isUnchanged } from './edit-history.ts';
import { createEditedVersions, type EditedVersion } from './edited-version.ts';

const text = [
  '# Bread at home',
  'Good bread needs time. A slow dough tastes better than a fast one. Weigh the flour with a scale.',
  'Knead the dough until it is smooth. A stone in the oven holds the heat. Bake until the crust is dark.',
  'Let the loaf rest. Cut it with a long knife. Eat it while it is fresh.',
].join('\r\n\r\n');
const links = [
  { id: 'stone', url: 'https://shop.example/stone?tag=a', description: 'Baking stone for the oven' },
  { id: 'knife', url: 'https://shop.example/knife', description: 'Bread knife with a long blade' },
].map((link) => ({ ...link, integrations: 1 as const }));

function editsOf(version: VersionName): Edit[] {
  const document = parseDocument(text);
  const builder = createVersionBuilder({ document, numbered: numberSentences(document), version, links });
  for (const edit of writeModelEdits(text, links)[version]) builder.place(edit, 'model');
  return builder.edits();
}

function generationWith(edits: Readonly<Record<VersionName, readonly Edit[]>>): FinishedGeneration {
  const of = <T>(read: (version: VersionName) => T) => ({
    safe: read('safe'),
    exploratory: read('exploratory'),
    experimental: read('experimental'),
  });
  const versions = of((version) => applyEdits(text, edits[version]));
  const report = of((version) => checkEditedVersion(text, edits[version], links).report);
  return { text, links, versions, edits, report, unfinished: [], usage: null };
}

const edits = {
  safe: editsOf('safe'),
  exploratory: editsOf('exploratory'),
  experimental: editsOf('experimental'),
};
function begin(name: VersionName) {
  const generation = generationWith(edits);
  const original = {
    generation,
    version: name,
    edits: generation.edits[name],
    report: generation.report[name],
  };
  return { version: createEditedVersions()(original), generation, original };
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is none.');
  return first;
}

function shownText(version: EditedVersion): string {
  return applyEdits(text, version.get().shown.edits);
}

test('a removed link is missing in the report, and the rest of the version is the same to the byte', () => {
  const { version, original } = begin('safe');
  const [first] = original.edits;
  expect(first !== undefined && version.act({ type: 'edit-remove', edit: first })).toBe(true);
  const { shown, history } = version.get();
  expect(isUnchanged(history)).toBe(false);
  expect(shown.report.links.map(({ status }) => status).toSorted()).toEqual(['missing', 'woven']);
  expect(shownText(version)).toBe(applyEdits(text, original.edits.slice(1)));
  expect(version.act({ type: 'undo' })).toBe(true);
  expect(version.get().shown.report).toBe(original.report);
});

test('the report is the same as that of a generated version with these edits', () => {
  const { version, original } = begin('exploratory');
  const [first] = original.edits;
  if (first !== undefined) version.act({ type: 'edit-remove', edit: first });
  const { shown } = version.get();
  expect(shown.report).toEqual(checkEditedVersion(text, shown.edits, links).report);
  expect(new Set(shown.report.links.map(({ by }) => by))).toEqual(new Set(['model', null]));
});

test("a link around the author's own words is allowed in safe, changes no word, and can be removed", () => {
  const { version, original } = begin('safe');
  const start = text.indexOf('long knife');
  const laid = {
    id: 'l',
    start,
    end: start + 'long knife'.length,
    text: '[[long knife]]((https://shop.example/knife))',
    by: 'model',
  } as const;
  const knife = firstOf(original.edits.filter((one) => one.text.includes('/knife')));
  expect(version.passages().isAddition(laid)).toBe(false);
  expect(version.act({ type: 'edit-change', edit: knife, to: [laid] })).toBe(true);
  const { shown } = version.get();
  expect(shown.report).toMatchObject({ wordsChanged: 0, sentencesKept: original.report.sentencesTotal });
  expect(shown.report.links.map(({ status }) => status)).toEqual(['woven', 'woven']);
  expect(version.act({ type: 'edit-remove', edit: laid })).toBe(true);
  expect(shownText(version)).toBe(
    applyEdits(
      text,
      original.edits.filter((one) => one !== knife),
    ),
  );
});

test('an edit counts as moved until the user moves or removes it', () => {
  const { generation } = begin('safe');
  const ids = generation.edits.safe.map(({ id }) => id);
  const report = { ...generation.report.safe, moved: ids };
  const moved = { ...generation, report: { ...generation.report, safe: report } };
  const original = { generation: moved, version: 'safe', edits: moved.edits.safe, report } as const;
  const version = createEditedVersions()(original);
  const [first, second] = original.edits;
  if (first === undefined || second === undefined) throw new Error('There are two edits.');
  version.act({ type: 'edit-remove', edit: first });
  expect(version.get().shown.report.moved).toEqual([second.id]);
  const passages = version.passages();
  const passage = firstOf(passages.fitFor(second).filter(({ offset }) => offset !== second.start));
  version.act({ type: 'edit-change', edit: second, to: [passages.putAt(second, passage)] });
  expect(version.get().shown.report.moved).toEqual([]);
});

test('a link that the writer left out keeps its reason and its place until the user puts it in', () => {
  const [stone, knife] = [edits.safe[0], edits.safe[1]].flatMap((edit) => edit ?? []);
  if (stone === undefined || knife === undefined) throw new Error('There are two edits.');
  const generation = generationWith({ ...edits, safe: [stone] });
  const skip = { status: 'skipped', skipReason: 'No.', offer: knife } as const;
  const report = {
    ...generation.report.safe,
    links: generation.report.safe.links.map((link) => (link.times > 0 ? link : { ...link, ...skip })),
  };
  const left = { ...generation, report: { ...generation.report, safe: report } };
  const original = { generation: left, version: 'safe', edits: [stone], report } as const;
  const version = createEditedVersions()(original);
  const reports = () => version.get().shown.report.links.toSorted((a, b) => a.times - b.times);
  expect(version.act({ type: 'edit-remove', edit: stone })).toBe(true);
  expect(
    reports()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['missing', 'skipped']);
  expect(reports().find(({ status }) => status === 'skipped')).toMatchObject(skip);

  const placed = { ...knife, id: 'offer' };
  version.act({ type: 'undo' });
  expect(version.act({ type: 'edit-add', edit: placed })).toBe(true);
  expect(reports()).toMatchObject([{ status: 'woven', skipReason: '', offer: null }, { status: 'woven' }]);
  expect(version.act({ type: 'edit-remove', edit: placed })).toBe(true);
  expect(reports()[0]).toMatchObject(skip);
  version.act({ type: 'start-over' });
  expect(version.get().shown.report).toBe(report);
});

test('an edit with a link that nobody chose is refused', () => {
  const { version, original } = begin('safe');
  const foreign = ' See [[this]]((https://elsewhere.example)).';
  const edit = { id: 'x', start: text.length, end: text.length, text: foreign, by: 'user' } as const;
  expect(version.act({ type: 'edit-add', edit })).toBe(false);
  expect(version.get().shown).toBe(original);
});

test('wherever an addition moves, every other byte stays, and undo restores it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...versionNames), fc.nat(), fc.nat(), (name, which, where) => {
      const { version, original } = begin(name);
      const addition = firstOf(original.edits.slice(which % original.edits.length));
      const passages = version.passages();
      expect(passages.isAddition(addition)).toBe(true);
      const fit = passages.fitFor(addition);
      const passage = firstOf(fit.slice(where % fit.length));
      const moved = passages.putAt(addition, passage);
      const before = shownText(version);
      const isMoved = version.act({ type: 'edit-change', edit: addition, to: [moved] });
      const others = original.edits.filter((edit) => edit !== addition);
      const { shown } = version.get();
      expect(others.every((edit) => shown.edits.includes(edit))).toBe(true);
      expect(
        applyEdits(
          text,
          shown.edits.map((edit) => ({ ...edit, text: '' })),
        ),
      ).toBe(text);
      expect(shown.report.links.every(({ status }) => status === 'woven')).toBe(true);
      if (isMoved) version.act({ type: 'undo' });
      expect(shownText(version)).toBe(before);
    }),
  );
});

test('kept changes come back as one step that can be undone; those that are not allowed do not', () => {
  const { original } = begin('safe');
  const [first, ...others] = original.edits;
  const kept = { edits: others, removed: [firstOf([first].flatMap((edit) => edit ?? []))] };
  const written: unknown[] = [];
  const open = (set: typeof kept) =>
    createEditedVersions({ read: () => set, write: (_generation, _version, now) => written.push(now) })(
      original,
    );
  const version = open(kept);
  expect(version.get().history.now).toEqual(kept);
  expect(version.get().shown.report).not.toEqual(original.report);
  expect(version.act({ type: 'undo' })).toBe(true);
  expect(version.get().shown.edits).toEqual(original.edits);
  expect(version.act({ type: 'redo' })).toBe(true);
  expect(written).toEqual([{ edits: original.edits, removed: [] }, kept]);

  const foreign = {
    id: 'x',
    start: 0,
    end: 0,
    text: '[[here]]((https://evil.example/)) ',
    by: 'user',
  } as const;
  for (const edit of [
    foreign,
    { ...foreign, text: '', end: text.length + 1 },
    { ...foreign, text: '', end: 9 },
  ])
    expect(open({ edits: [edit], removed: [] }).get().shown).toBe(original);
});
