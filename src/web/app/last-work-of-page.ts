import { endEarlier, findEarlier } from '#web/api/earlier-generation.ts';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import { createLastWork } from '#web/features/restore/last-work.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';

/** Begins to keep what the visitor works on. */
export function openLastWork({ state, reset, start }: PageGenerations, links: LinksController) {
  return createLastWork({
    state,
    links,
    show(shown) {
      reset();
      if (shown !== null) state.set(shown);
    },
    earlier: {
      find: findEarlier,
      resume: ({ content, linkIds }) =>
        void start({ content, linkIds, knownLinks: links.seen(linkIds) }, 'earlier'),
      end: endEarlier,
    },
  });
}
