import { recordAnnouncements } from '#web/ui/test-announced.ts';
import { expect, test } from 'vitest';

import { applyEdits, type Edit } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { checkEditedVersion } from '#core/report/report.ts';

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
  expect(announced).toEqual(['Moved. 2 of 2 links woven.']);
  expect(editor.moving.get()).toBeNull();
  expect(editor.selection.get()).toEqual({ id: '1', by: 'press', takesFocus: true });
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

test('a pointer over an edit does not unpin its tools', () => {
  const { editor } = openEditor();
  editor.selection.select('1', 'press');
  editor.selection.select('1', 'hover');
  expect(editor.selection.get()?.by).toBe('press');
  editor.selection.select('2', 'hover');
  expect(editor.selection.get()?.by).toBe('hover');
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
    'Removed: A bird. 1 of 2 links woven.',
    'Undone. 2 of 2 links woven.',
    'Done again. 1 of 2 links woven.',
  ]);
});
