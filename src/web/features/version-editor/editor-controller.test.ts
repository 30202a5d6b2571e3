import { recordAnnouncements } from '#web/ui/test-announced.ts';
import { expect, test } from 'vitest';

import { applyEdits, type Edit } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { checkEditedVersion } from '#core/report/report.ts';
import type { LinkReport } from '#core/report/version-report.ts';

import { createEditedVersions } from './edited-version.ts';
import { createEditorController } from './editor-controller.ts';

const announced = recordAnnouncements();

const text = 'One stone. Two birds. Three wishes.';
const links = [
  { id: 'x', url: 'https://a.example/x', description: 'A stone', integrations: 1 },
  { id: 'y', url: 'https://a.example/y', description: 'A bird', integrations: 1 },
] as const;
const first: Edit = {
  id: '1',
  start: 10,
  end: 10,
  text: ' See the [[stone]]((https://a.example/x)).',
  by: 'model',
};
const second: Edit = { ...first, id: '2', start: 21, end: 21, text: ' A [[bird]]((https://a.example/y)).' };

function openEditor() {
  const edits = [first, second];
  const each = <T>(value: T) => ({ safe: value, exploratory: value, experimental: value });
  const { report } = checkEditedVersion(text, edits, links);
  const generation: FinishedGeneration = {
    text,
    links,
    versions: each(applyEdits(text, edits)),
    edits: each(edits),
    report: each(report),
    unfinished: [],
    usage: null,
  };
  const version = createEditedVersions()({ generation, version: 'safe', edits, report });
  const editor = createEditorController(version);
  return { editor, written: () => applyEdits(text, version.get().shown.edits) };
}

test('an edit is put at the chosen passage, and its tools take the focus', () => {
  const { editor, written } = openEditor();
  const passages = editor.version.freePassages(first);
  editor.startMove(first);
  expect(editor.moving.get()).toBe('1');
  const last = passages.find(({ offset, ownParagraph }) => offset === text.length && !ownParagraph);
  editor.endMove(first, last ?? null);
  expect(written()).toBe(
    'One stone. Two birds. A [[bird]]((https://a.example/y)). Three wishes. See the [[stone]]((https://a.example/x)).',
  );
  expect(announced).toEqual(['Moved. 2 of 2 links added.']);
  expect(editor.moving.get()).toBeNull();
  expect(editor.selection.get()).toEqual({ id: '1', takesFocus: true });
});

test('an edit whose move is cancelled stays where it was', () => {
  const { editor, written } = openEditor();
  const before = written();
  editor.startMove(first);
  editor.endMove(first, null);
  expect(written()).toBe(before);
  expect(editor.moving.get()).toBeNull();
  expect(announced).toEqual([]);
});

test('Next and Previous go from edit to edit, in a circle', () => {
  const { editor } = openEditor();
  const beside = (step: 1 | -1) => {
    editor.selectBeside(editor.selection.id(), step);
    return editor.selection.id();
  };
  expect([beside(1), beside(1), beside(1), beside(-1)]).toEqual(['1', '2', '1', '2']);
});

test('undo and redo are announced, but not if there is nothing to undo or redo', () => {
  const { editor, written } = openEditor();
  const before = written();
  editor.undo();
  editor.redo();
  expect(announced).toEqual([]);
  editor.act({ type: 'edit-remove', edit: second }, 'Removed: A bird');
  editor.undo();
  expect(written()).toBe(before);
  editor.redo();
  expect(announced).toEqual([
    'Removed: A bird. 1 of 2 links added.',
    'Undone. 2 of 2 links added.',
    'Done again. 1 of 2 links added.',
  ]);
});

const fallen = 'One stone fell. Two birds flew.';
const onlyStone = [links[0]];

function offered(start: number, end: number, words: string): Edit {
  return { id: '1', start, end, text: words, by: 'model' };
}

/** Returns the editor of a version whose only link was left out, with this offer. */
function openOffered(offer: Edit, status: LinkReport['status'], edits: readonly Edit[] = []) {
  const { report } = checkEditedVersion(fallen, edits, onlyStone);
  const noted = { ...report, links: report.links.map((link) => ({ ...link, status, offer })) };
  const each = <T>(value: T) => ({ safe: value, exploratory: value, experimental: value });
  const generation = {
    text: fallen,
    links: onlyStone,
    versions: each(applyEdits(fallen, edits)),
    edits: each(edits),
    report: each(noted),
    unfinished: [],
    usage: null,
  };
  const original = { generation, version: 'exploratory', edits, report: noted } as const;
  const version = createEditedVersions()(original);
  const editor = createEditorController(version);
  return {
    version,
    place() {
      const [known] = editor.offers('skipped');
      return known && (() => editor.accept(known));
    },
    written: () => applyEdits(fallen, version.get().shown.edits),
  };
}

const sentence = offered(15, 15, ` See the [[stone]]((${links[0].url})).`);

test.each([
  ['a sentence', sentence, `One stone fell. See the [[stone]]((${links[0].url})). Two birds flew.`],
  [
    'a clause',
    offered(9, 9, ` (a [[slab]]((${links[0].url})))`),
    `One stone (a [[slab]]((${links[0].url}))) fell. Two birds flew.`,
  ],
  [
    "a link on the author's words",
    offered(4, 9, `[[stone]]((${links[0].url}))`),
    `One [[stone]]((${links[0].url})) fell. Two birds flew.`,
  ],
])('%s is put in by one press, and Undo takes it back', (_kind, offer, after) => {
  const { version, place, written } = openOffered(offer, 'skipped');
  place()?.();
  expect(written()).toBe(after);
  expect(version.get().shown.report.links).toMatchObject([{ status: 'woven', times: 1 }]);
  expect(place()).toBeUndefined();
  version.act({ type: 'undo' });
  expect(written()).toBe(fallen);
  expect(place()).toBeDefined();
});

test('a link that the user takes out again is put back, not placed', () => {
  const { version, place } = openOffered(sentence, 'skipped');
  place()?.();
  const [edit] = version.get().shown.edits;
  if (edit !== undefined) version.act({ type: 'edit-remove', edit });
  expect(version.get().shown.report.links).toMatchObject([{ status: 'skipped' }]);
  expect(place()).toBeUndefined();
});

test('a link on words that another edit has changed has no place, and a missing link is no link left out', () => {
  const changed = { ...offered(0, 15, 'A rock fell.'), id: '2' };
  expect(
    openOffered(offered(4, 9, `[[stone]]((${links[0].url}))`), 'skipped', [changed]).place(),
  ).toBeUndefined();
  expect(openOffered(sentence, 'missing').place()).toBeUndefined();
});
