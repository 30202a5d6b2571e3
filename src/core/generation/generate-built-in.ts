import type { GenerationStep } from './finished-generation.ts';
import type { GenerationClient } from './generation-client.ts';
import { createDraft, type Draft } from './draft.ts';
import type { WritingJob } from './writing-job.ts';

/** Lets the built-in writer write all versions. Yields them as they grow, then the checked result. */
export async function* generateBuiltIn(
  job: WritingJob,
  { fill, inSteps }: Pick<GenerationClient, 'fill' | 'inSteps'>,
): AsyncGenerator<GenerationStep, void, undefined> {
  const draft = await inSteps(createDraft(job));
  for (const version of draft.versions) yield* draft.begin(version);
  yield* fillGaps(job, draft, { fill, isWhole: true });
  yield* draft.end();
  yield { type: 'result', generation: await inSteps(draft.generation(true, null)) };
}

/**
 * Adds the missing links. A link that fits no passage is added at the end of the text. In the safe version it is
 * only offered.
 */
export async function* fillGaps(
  { document, numbered, only }: WritingJob,
  draft: Draft,
  { fill, isWhole }: { readonly fill: GenerationClient['fill']; readonly isWhole: boolean },
): AsyncGenerator<GenerationStep, void, undefined> {
  const versions = draft.kept(isWhole).flatMap(({ name, builder }) => {
    const links = builder.missing();
    return links.length === 0 ? [] : [{ name, links, edits: builder.edits() }];
  });
  if (versions.length === 0) return;
  for (const filling of await fill({ document, numbered, versions, avoid: only?.avoid ?? [] })) {
    const { link, asked, fits } = filling;
    const version = draft.versions.find(({ name }) => name === filling.version);
    if (version === undefined) continue;
    const isWelcome = fits || version.name !== 'safe';
    const woven = isWelcome ? version.builder.take(asked, 'built-in') : null;
    if (woven === null) draft.offer(version, link.id, asked);
    else yield* draft.tell(version, woven);
  }
}
