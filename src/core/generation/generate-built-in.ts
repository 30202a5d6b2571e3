import type { VersionStep } from '#core/built-in-writer/compose/write-versions.ts';

import { createDraft } from './draft.ts';
import type { GenerationStep } from './generation-step.ts';
import type { WritingJob } from './writing-job.ts';

/** Takes what the built-in writer adds, and yields the versions as they grow, then the checked result. */
export async function* generateBuiltIn(
  job: WritingJob,
  written: AsyncIterable<VersionStep>,
): AsyncGenerator<GenerationStep, void, undefined> {
  const draft = createDraft(job);
  for await (const { name, insertion } of written) {
    const version = draft.versions.find((each) => each.name === name);
    if (version === undefined) continue;
    if (insertion === null) {
      yield* draft.end();
      yield* draft.take({ type: 'version-start', version: name }, 0);
      continue;
    }
    const { offset, text } = insertion;
    const edit = version.weaver.add({ start: offset, end: offset, text }, 'built-in');
    if (edit !== null) yield* draft.tell(version, edit);
  }
  yield* draft.end();
  yield { type: 'result', generation: draft.generation(true, null) };
}
