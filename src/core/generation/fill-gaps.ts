import type { Desk } from './desk.ts';
import type { Draft } from './draft.ts';
import type { GenerationStep } from './generation-step.ts';
import type { WritingJob } from './writing-job.ts';

/** Weaves in what is missing, in the safe version only where the passage is about it: else it is offered. */
export async function* fillGaps(
  { document }: WritingJob,
  draft: Draft,
  { fill, isWhole }: { readonly fill: Desk['fill']; readonly isWhole: boolean },
): AsyncGenerator<GenerationStep, void, undefined> {
  for (const version of draft.kept(isWhole)) {
    const { name, weaver } = version;
    const links = weaver.missing();
    if (links.length === 0) continue;
    const gap = { document, version: name, links, edits: weaver.edits() };
    for (const { linkId, asked, standing } of await fill(gap)) {
      const isWelcome = standing === 'fitting' || (standing === 'elsewhere' && name !== 'safe');
      const woven = isWelcome ? weaver.take(asked, 'built-in') : null;
      if (woven === null) draft.offer(version, linkId, asked);
      else yield* draft.tell(version, woven);
    }
  }
}
