import { expect, test } from 'vitest';

import { createSafeStorage } from '#web/lib/storage.ts';

import { createExportSettings } from './export-settings.ts';

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

test('the default is sponsored nofollow with a disclosure, and another choice is remembered', () => {
  const kept = new Map<string, string>();
  const settings = createExportSettings(storageOf(kept));
  expect(settings.get()).toEqual({ relation: 'sponsored nofollow', disclosure: true });
  let heard = 0;
  const stop = settings.subscribe(() => (heard += 1));
  settings.choose({ relation: 'nofollow' });
  stop();
  settings.choose({ disclosure: false });
  expect(heard).toBe(1);
  expect(createExportSettings(storageOf(kept)).get()).toEqual({
    relation: 'nofollow',
    disclosure: false,
  });
});

test.each(['', 'nonsense', '{"relation":"dofollow","disclosure":true}', '{"disclosure":false}'])(
  'a stored %j is ignored',
  (value) => {
    const settings = createExportSettings(storageOf(new Map([['export', value]])));
    expect(settings.get()).toEqual({ relation: 'sponsored nofollow', disclosure: true });
  },
);
