import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { readMarkup } from '#core/markup/link-markup.ts';
import { applyEdits } from '#core/weave/apply-edits.ts';
import type { Edit } from '#core/weave/edit.ts';

import type { EditGroup } from './weave-state.ts';

const opens = /\[\[$/;
const closes = /^\]\]\(\(/;

/** The edits in order, each with those that stand and fall with it. */
export function groupsOf(edits: readonly Edit[]): EditGroup[] {
  const groups: EditGroup[] = [];
  for (let at = 0; at < edits.length; at += 1) {
    const [edit, next] = [edits[at], edits[at + 1]];
    if (edit === undefined) continue;
    const isPair = next !== undefined && opens.test(edit.text) && closes.test(next.text);
    groups.push(isPair ? [edit, next] : [edit]);
    if (isPair) at += 1;
  }
  return groups;
}

export function groupWith(edits: readonly Edit[], id: string): EditGroup | null {
  return groupsOf(edits).find((group) => group.some((edit) => edit.id === id)) ?? null;
}

/** One sentence more, and nothing else: it may stand at any passage. */
export function additionIn([edit, ...rest]: EditGroup): Edit | null {
  return edit !== undefined && rest.length === 0 && edit.start === edit.end ? edit : null;
}

/** What stands in the version where the group is, in link markup. */
export function textOf(group: EditGroup, { text }: Pick<FinishedGeneration, 'text'>): string {
  const from = group[0]?.start ?? 0;
  const shifted = group.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }));
  return applyEdits(text.slice(from, group.at(-1)?.end ?? from), shifted);
}

/** The chosen links that stand in a group, by their ids. */
export function linksIn(group: EditGroup, generation: FinishedGeneration): string[] {
  const left = [...generation.links];
  const urls = left.map(({ url }) => url);
  return readMarkup(textOf(group, generation), urls).flatMap((segment) => {
    const at = segment.type === 'link' ? left.findIndex(({ url }) => url === segment.url) : -1;
    return left.splice(at, at < 0 ? 0 : 1).map(({ id }) => id);
  });
}
