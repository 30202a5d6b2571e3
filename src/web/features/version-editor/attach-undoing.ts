import type { WeaveBench } from './editor-controller.ts';

/**
 * Ctrl+Z and Ctrl+Shift+Z, or what a Mac has for them, where a version has the focus or nothing has it: the browser
 * would undo what was last typed or pasted, out of sight. Undone by the answer.
 */
export function attachUndoing(root: HTMLElement, bench: WeaveBench): () => void {
  const panel = root.closest<HTMLElement>('[role=tabpanel]') ?? root;
  function undo(event: KeyboardEvent): void {
    const key = event.key.toLowerCase();
    const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && (key === 'z' || key === 'y');
    const isHere =
      event.target === document.body || (event.target instanceof Node && panel.contains(event.target));
    if (!isAsked || !isHere) return;
    event.preventDefault();
    const { past, future } = bench.work().state;
    const isRedo = key === 'y' || event.shiftKey;
    if ((isRedo ? future : past).length === 0) return;
    bench.act({ type: isRedo ? 'redo' : 'undo' }, isRedo ? 'Done again' : 'Undone');
  }
  document.addEventListener('keydown', undo);
  return () => document.removeEventListener('keydown', undo);
}
