/** Whether an edit is only looked at, or worked on: what is worked on stays selected when the pointer goes. */
type Hold = 'hover' | 'work';

/** The one edit whose tools are shown. */
export type SelectedEdit = {
  id(): string | null;
  hold(): Hold;
  /** Whether the tools are to have the focus when they are drawn. Told once. */
  takeFocus(): boolean;
  select(id: string, hold: Hold, withFocus?: boolean): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
};

export function createSelectedEdit(): SelectedEdit {
  const listeners = new Set<() => void>();
  let selected: string | null = null;
  let held: Hold = 'hover';
  let isFocusWanted = false;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  return {
    id: () => selected,
    hold: () => held,
    takeFocus() {
      const isWanted = isFocusWanted;
      isFocusWanted = false;
      return isWanted;
    },
    select(id, hold, withFocus = false) {
      // To look at what is worked on does not let go of it.
      held = id === selected && held === 'work' ? held : hold;
      selected = id;
      isFocusWanted ||= withFocus;
      tell();
    },
    clear() {
      if (selected === null) return;
      selected = null;
      isFocusWanted = false;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
