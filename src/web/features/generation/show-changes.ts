import { createSafeStorage } from '#web/lib/storage.ts';
import { logFailure, warn } from '#web/lib/log.ts';
import type { CompareWords } from '#web/version-view/text-pieces.ts';

const name = 'showChanges';

const loadCompareWords = async () => (await import('#web/version-view/compare-words.ts')).compareWords;

const storage = createSafeStorage(
  () => sessionStorage,
  () => warn('The browser does not remember for this session that changes are shown.'),
);
const listeners = new Set<() => void>();
let compare: CompareWords | null = null;
let isOn = storage.read(name) === 'yes';

if (isOn) void load();

/** Whether the changes are shown, for all versions and until the browser session ends. */
export const showChanges = {
  isOn: () => isOn,
  /** What marks them; null while they are not shown, or cannot be yet. */
  compare: () => (isOn ? compare : null),
  toggle() {
    isOn = !isOn;
    storage.write(name, isOn ? 'yes' : 'no');
    tell();
    if (isOn) void load();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

async function load(): Promise<void> {
  try {
    compare ??= await loadCompareWords();
  } catch (failure) {
    isOn = false;
    logFailure('What shows the changes could not be loaded.', failure);
  }
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
