import type { VersionStep } from '#core/built-in-writer/write-versions.ts';

import { createDraft } from './draft.ts';
import type { GenerationStep } from './generation-step.ts';
import type { WritingJob } from './writing-job.ts';

/** Takes what the built-in writer adds, and yields the versions as they grow, then the checked result. */
export async function* generateBuiltIn(
  job: WritingJob,
  written: AsyncIterable<VersionStep>,
): AsyncGenerator<GenerationStep, void, undefined> {
  const draft = createDraft(job);
  for await (const { name, asked } of written) {
    const version = draft.versions.find((each) => each.name === name);
    if (version === undefined) continue;
    if (asked === null) {
      yield* draft.end();
      yield* draft.take({ type: 'version-start', version: name }, 0);
      continue;
    }
    const edit = version.weaver.take(asked, 'built-in');
    if (edit !== null) yield* draft.tell(version, edit);
  }
  yield* draft.end();
  yield { type: 'result', generation: draft.generation(true, null) };
}
