import type { ClipboardEvent } from 'react';

import { escapeHtml } from '#core/export/escape.ts';
import { logFailure, warn } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';
import type { CompareWords } from '#web/version-view/text-pieces.ts';

const storageName = 'showChanges';

const loadCompareWords = async () => (await import('#web/version-view/compare-words.ts')).compareWords;

/** Whether changes are marked, and the function that finds them. It is null while it is off or still loads. */
type ShownChanges = { readonly isOn: boolean; readonly compare: CompareWords | null };

function createShowChanges() {
  const storage = createSafeStorage(
    () => sessionStorage,
    () => warn('The browser does not remember for this session that changes are shown.'),
  );
  const { get, set, subscribe } = createStore<ShownChanges>({
    isOn: storage.read(storageName) === 'yes',
    compare: null,
  });

  let compareWords: CompareWords | null = null;

  async function load(): Promise<void> {
    try {
      compareWords ??= await loadCompareWords();
      if (get().isOn) set({ isOn: true, compare: compareWords });
    } catch (failure) {
      set({ isOn: false, compare: null });
      logFailure('What shows the changes could not be loaded.', failure);
    }
  }

  if (get().isOn) void load();
  return {
    get,
    subscribe,
    toggle() {
      const isOn = !get().isOn;
      storage.write(storageName, isOn ? 'yes' : 'no');
      set({ isOn, compare: isOn ? compareWords : null });
      if (isOn && compareWords === null) void load();
    },
  };
}

/** Applies to all versions until the browser session ends. */
export const showChanges = createShowChanges();

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
