import { createMarkupReader } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';
import type { Generate } from '#web/api/generations-api.ts';

import type { GenerationProgress } from '#web/api/generation-events.ts';
import { createArrivedVersions } from './arrived-versions.ts';
import type { Arrive } from './generation-run.ts';

/** A generation's progress with the text read into segments, for as far as it has arrived. */
export type Arrival =
  | Exclude<GenerationProgress, { type: 'version-text' }>
  | { readonly type: 'version-text'; readonly segments: readonly Segment[] };

export function createArrive(generate: Generate): Arrive {
  return async function* arrive(order, signal) {
    const { content, linkIds, knownLinks } = order;
    const knownUrls = knownLinks.map(({ url }) => url);
    const arrived = createArrivedVersions(order);
    let reader = createMarkupReader(knownUrls);
    try {
      for await (const event of generate({ content, linkIds }, signal)) {
        arrived.take(event);
        if (event.type === 'version-start') reader = createMarkupReader(knownUrls);
        if (event.type === 'version-end') yield { type: 'version-text', segments: reader.end() };
        if (event.type === 'version-text') yield { type: 'version-text', segments: reader.feed(event.text) };
        else yield event;
      }
    } catch (failure) {
      throw arrived.addTo(failure);
    }
  };
}
