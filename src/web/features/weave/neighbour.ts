import { groupsOf } from './edit-groups.ts';
import type { WeaveBench } from './weave-bench.ts';

/** Selects the edit before or behind, round the end, with the focus on its tools. False where there is none. */
export function selectBeside(bench: WeaveBench, id: string | null, step: 1 | -1): boolean {
  const ids = groupsOf(bench.work().state.now.edits).flatMap(([first]) =>
    first === undefined || first.text.trim() === '' ? [] : [first.id],
  );
  const from = id === null ? (step === 1 ? -1 : 0) : ids.indexOf(id);
  const next = ids.at((from + step) % ids.length);
  if (next === undefined) return false;
  bench.selected.select(next, 'work', true);
  return true;
}
