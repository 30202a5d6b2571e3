import { stopReason } from '#completion/stop-reason.ts';
import { replyPieces } from '#core/built-in-writer/write-reply.ts';
import type { ChatModel } from '#server/model/chat-model.ts';

/** Work is done for so long at a stretch, in milliseconds, before others get their turn. */
const stretch = 12;

/**
 * A writer that needs no model: it adds a sentence or two per link at the passage that fits its description best, and
 * changes nothing else. The same job always gives the same reply.
 */
export function createBuiltInWriter(): ChatModel {
  return {
    async *write(job, signal) {
      let began = performance.now();
      for (const piece of replyPieces(job.content, job.links)) {
        if (performance.now() - began > stretch || piece !== undefined) {
          await new Promise((resolve) => setImmediate(resolve));
          began = performance.now();
        }
        if (signal.aborted) throw stopReason(signal);
        if (piece !== undefined) yield { type: 'text', text: piece };
      }
    },
  };
}
