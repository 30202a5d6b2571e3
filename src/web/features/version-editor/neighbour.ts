import type { WeaveBench } from './editor-controller.ts';

/** Selects the edit before or behind, round the end, with the focus on its tools. False where there is none. */
export function selectBeside(bench: WeaveBench, id: string | null, step: 1 | -1): boolean {
  const { edits } = bench.work().state.now;
  const ids = edits.flatMap((edit) => (edit.text.trim() === '' ? [] : [edit.id]));
  const from = id === null ? (step === 1 ? -1 : 0) : ids.indexOf(id);
  const next = ids.at((from + step) % ids.length);
  if (next === undefined) return false;
  bench.selected.select(next, 'work', true);
  return true;
}
