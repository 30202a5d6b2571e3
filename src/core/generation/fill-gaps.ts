import type { Desk } from './desk.ts';
import type { Draft } from './draft.ts';
import type { GenerationStep } from './generation-step.ts';
import type { WritingJob } from './writing-job.ts';

/**
 * Weaves in what is missing. What no passage is about stands at the end of the text; in the safe version it is offered.
 */
export async function* fillGaps(
  { document, numbered, only }: WritingJob,
  draft: Draft,
  { fill, isWhole }: { readonly fill: Desk['fill']; readonly isWhole: boolean },
): AsyncGenerator<GenerationStep, void, undefined> {
  const versions = draft.kept(isWhole).flatMap(({ name, weaver }) => {
    const links = weaver.missing();
    return links.length === 0 ? [] : [{ name, links, edits: weaver.edits() }];
  });
  if (versions.length === 0) return;
  for (const filling of await fill({ document, numbered, versions, avoid: only?.avoid ?? [] })) {
    const { link, asked, fits } = filling;
    const version = draft.versions.find(({ name }) => name === filling.version);
    if (version === undefined) continue;
    const isWelcome = fits || version.name !== 'safe';
    const woven = isWelcome ? version.weaver.take(asked, 'built-in') : null;
    if (woven === null) draft.offer(version, link.id, asked);
    else yield* draft.tell(version, woven);
  }
}
