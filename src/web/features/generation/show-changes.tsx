import type { ClipboardEvent } from 'react';

import { escapeHtml } from '#core/export/escape.ts';
import { logFailure, warn } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import type { CompareWords } from '#web/version-view/text-pieces.ts';

const storageName = 'showChanges';

/** Whether changes are marked, and the function that finds them. It is null while it is off or still loads. */
type ShownChanges = { readonly isOn: boolean; readonly compare: CompareWords | null };

export type ShowChanges = ReturnType<typeof createShowChanges>;

/** Applies to all versions until the browser session ends. */
export function createShowChanges() {
  const storage = createSafeStorage(
    () => sessionStorage,
    () => warn('The browser does not remember for this session that changes are shown.'),
  );
  const { get, set, subscribe } = createStore<ShownChanges>({ isOn: false, compare: null });

  async function turn(isOn: boolean): Promise<void> {
    set({ isOn, compare: null });
    if (!isOn) return;
    try {
      const { compareWords } = await import('#web/version-view/compare-words.ts');
      if (get().isOn) set({ isOn, compare: compareWords });
    } catch (failure) {
      set({ isOn: false, compare: null });
      logFailure('What shows the changes could not be loaded.', failure);
    }
  }

  if (storage.read(storageName) === 'yes') void turn(true);
  return {
    get,
    subscribe,
    toggle() {
      const isOn = !get().isOn;
      storage.write(storageName, isOn ? 'yes' : 'no');
      void turn(isOn);
    },
  };
}

/** Switches the marks of new and removed words, and explains them while they are on. */
export function ChangesToggle({ changes }: { readonly changes: ShowChanges }) {
  const { isOn } = useStore(changes);
  return (
    <div className="changes-toggle">
      <Button aria-pressed={isOn} className="changes-button" onClick={changes.toggle}>
        Show changes
      </Button>
      {isOn ? (
        <p className="changes-key">
          <ins>new words</ins> <del>your words, left out</del>
        </p>
      ) : null}
    </div>
  );
}

/** Copies the selection without the marks: removed words do not belong to the version. */
export function copyWithoutMarks(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const selected = selection.getRangeAt(0).cloneContents();
  for (const aside of selected.querySelectorAll('del, button, [data-aside]')) aside.remove();
  const lines = [...selected.children].filter((element) => element.tagName === 'DIV');
  const plain = lines.length === 0 ? selected.textContent : lines.map((line) => line.textContent).join('\n');
  event.clipboardData.setData('text/html', htmlOf(selected));
  event.clipboardData.setData('text/plain', plain ?? '');
  event.preventDefault();
}

/** Returns lines and links as HTML, and the text of everything else. */
function htmlOf(node: Node): string {
  if (node instanceof Text) return escapeHtml(node.data);
  const inner = [...node.childNodes].map(htmlOf).join('');
  if (node instanceof HTMLDivElement) return `<div>${inner === '' ? '<br>' : inner}</div>`;
  if (!(node instanceof HTMLAnchorElement)) return inner;
  const { rel } = node;
  return `<a href="${escapeHtml(node.getAttribute('href') ?? '')}" rel="${escapeHtml(rel)}">${inner}</a>`;
}
