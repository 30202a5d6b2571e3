import { t } from '#web/lib/language.ts';
import { logFailure, warn } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import type { CompareWords } from '#web/version-view/text-pieces.ts';

const changesName = 'showChanges';
const sourceName = 'showSource';

/**
 * Whether changes are marked, and the function that finds them. The function is null while it is off or loads.
 * `asSource`: Markdown is drawn with its signs.
 */
type ShownChanges = {
  readonly isOn: boolean;
  readonly compare: CompareWords | null;
  readonly asSource: boolean;
};

export type ShowChanges = ReturnType<typeof createShowChanges>;

/** Applies to all versions until the browser session ends. */
export function createShowChanges() {
  const storage = createSafeStorage(
    () => sessionStorage,
    () => warn('The browser does not remember for this session how versions are shown.'),
  );
  const { get, set, subscribe } = createStore<ShownChanges>({
    isOn: false,
    compare: null,
    asSource: storage.read(sourceName) === 'yes',
  });

  async function turn(isOn: boolean): Promise<void> {
    set({ ...get(), isOn, compare: null });
    if (!isOn) return;
    try {
      const { compareWords } = await import('#web/version-view/compare-words.ts');
      if (get().isOn) set({ ...get(), isOn, compare: compareWords });
    } catch (failure) {
      set({ ...get(), isOn: false, compare: null });
      logFailure('What shows the changes could not be loaded.', failure);
    }
  }

  if (storage.read(changesName) === 'yes') void turn(true);
  return {
    get,
    subscribe,
    toggle() {
      const isOn = !get().isOn;
      storage.write(changesName, isOn ? 'yes' : 'no');
      void turn(isOn);
    },
    toggleSource() {
      const asSource = !get().asSource;
      storage.write(sourceName, asSource ? 'yes' : 'no');
      set({ ...get(), asSource });
    },
  };
}

/** Switches the marks of new and removed words, and explains them while they are on. */
export function ChangesToggle({ changes }: { readonly changes: ShowChanges }) {
  const { isOn } = useStore(changes);
  return (
    <>
      <Button aria-pressed={isOn} onClick={changes.toggle}>
        {t('Show changes')}
      </Button>
      {isOn ? (
        <p className="changes-key">
          <ins>{t('new words')}</ins> <del>{t('your words, left out')}</del>
        </p>
      ) : null}
    </>
  );
}
