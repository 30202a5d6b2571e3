import type { Generate } from '#web/api/generations-api.ts';

import { createArrivedVersions } from './arrived-versions.ts';
import type { Arrive } from './generation-controller.ts';
import type { LiveText } from './live-text.ts';

/** Shows what arrives on `live`, and tells the rest. */
export function createArrive(generate: Generate, live: LiveText): Arrive {
  return async function* arrive(order, signal) {
    const { content, linkIds, knownLinks } = order;
    const arrived = createArrivedVersions(order);
    const sheet = live.begin(
      content,
      knownLinks.map(({ url }) => url),
    );
    try {
      for await (const event of generate({ content, linkIds }, signal)) {
        arrived.take(event);
        if (event.type !== 'result') sheet.take(event);
        if (event.type !== 'version-edit') yield event;
      }
    } catch (failure) {
      throw arrived.addTo(failure);
    } finally {
      sheet.end();
    }
  };
}
