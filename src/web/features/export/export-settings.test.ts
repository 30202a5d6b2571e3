import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { broadcastWorkspaceChange } from '#web/lib/events.ts';
import { createSafeStorage } from '#web/lib/storage.ts';

import { createExportSettings } from './export-settings.ts';

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

function storageOf(kept: Map<string, string>) {
  return createSafeStorage(
    () => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }),
    () => {},
  );
}

const defaults = { relation: 'sponsored nofollow', disclosure: true, disclosureTexts: {} };

test('the default is sponsored nofollow with a disclosure, and another choice is remembered', () => {
  const kept = new Map<string, string>();
  const settings = createExportSettings(storageOf(kept));
  expect(settings.get()).toEqual(defaults);
  let heard = 0;
  const stop = settings.subscribe(() => (heard += 1));
  settings.choose({ relation: 'nofollow' });
  stop();
  settings.choose({ disclosure: false });
  expect(heard).toBe(1);
  expect(createExportSettings(storageOf(kept)).get()).toEqual({
    relation: 'nofollow',
    disclosure: false,
    disclosureTexts: {},
  });
});

test.each([
  '',
  'nonsense',
  '{"relation":"dofollow","disclosure":true}',
  '{"disclosure":false}',
  '{"relation":"nofollow","disclosure":false,"disclosureTexts":{"en":1}}',
])('a stored %j is ignored', (value) => {
  const settings = createExportSettings(storageOf(new Map([['export', value]])));
  expect(settings.get()).toEqual(defaults);
});

test('a disclosure of one’s own is remembered by language, and the default comes back', () => {
  const kept = new Map<string, string>();
  const settings = createExportSettings(storageOf(kept));
  settings.chooseDisclosure('en', 'Ad: I am paid.');
  settings.chooseDisclosure('other', 'Pub');
  settings.choose({ relation: 'nofollow' });
  const again = createExportSettings(storageOf(kept));
  expect(again.get()).toEqual({
    relation: 'nofollow',
    disclosure: true,
    disclosureTexts: { en: 'Ad: I am paid.', other: 'Pub' },
  });
  again.chooseDisclosure('en', null);
  expect(createExportSettings(storageOf(kept)).get().disclosureTexts).toEqual({ other: 'Pub' });
});

test('a choice in one tab keeps the disclosure that another tab stored', () => {
  const kept = new Map<string, string>();
  const [one, other] = [createExportSettings(storageOf(kept)), createExportSettings(storageOf(kept))];
  one.chooseDisclosure('en', 'Ad: I am paid.');
  other.chooseDisclosure('de', 'Werbung');
  other.choose({ relation: 'none' });
  expect(createExportSettings(storageOf(kept)).get()).toEqual({
    relation: 'none',
    disclosure: true,
    disclosureTexts: { en: 'Ad: I am paid.', de: 'Werbung' },
  });
});

test('without storage, choices hold for the visit', () => {
  const blocked = () => {
    throw new Error('Storage is blocked.');
  };
  const settings = createExportSettings(createSafeStorage(blocked, () => {}));
  settings.chooseDisclosure('en', 'Ad.');
  settings.choose({ disclosure: false });
  expect(settings.get()).toEqual({ ...defaults, disclosure: false, disclosureTexts: { en: 'Ad.' } });
});

test('settings that an older page stored are used, with the default disclosure', () => {
  const stored = '{"relation":"nofollow","disclosure":false}';
  const settings = createExportSettings(storageOf(new Map([['export', stored]])));
  expect(settings.get()).toEqual({ relation: 'nofollow', disclosure: false, disclosureTexts: {} });
});

test('when all data is deleted, one’s own disclosures are forgotten, and the other choices stay', () => {
  const kept = new Map<string, string>();
  const settings = createExportSettings(storageOf(kept));
  settings.chooseDisclosure('en', 'Ad: I am paid.');
  settings.choose({ relation: 'nofollow' });
  broadcastWorkspaceChange('opened');
  expect(settings.get().disclosureTexts).toEqual({ en: 'Ad: I am paid.' });
  broadcastWorkspaceChange('deleted');
  expect(settings.get()).toEqual({ relation: 'nofollow', disclosure: true, disclosureTexts: {} });
  expect(kept.get('export')).not.toContain('paid');
  expect(createExportSettings(storageOf(kept)).get().relation).toBe('nofollow');
});
