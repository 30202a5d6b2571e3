import { vi } from 'vitest';

import { testLink } from '#core/links/test-link.ts';
import { createDeletions, createUndoCheck } from './list/deletions.ts';
import { createOutbox } from './outbox/outbox.ts';
import type { Revision, Entries, OutboxEntry } from './outbox/entries.ts';
import type { Answer } from '#web/links-client/outbox/outbox.ts';
import { createTurns } from '#web/lib/tasks.ts';

export const link = (id: string, version = '1') =>
  testLink({ id, url: `https://${id}.example/`, description: id, updatedAt: version });

/** What all tabs of one browser share. The time is that of Vitest's clock. */
export function createBrowser() {
  const map = new Map<string, string>();
  let written: Entries = [];
  const apply = async (revision: Revision) => (written = revision(written));
  return {
    written: () => written,
    write: (entries: Entries) => (written = entries),
    storage: {
      read: (key: string) => map.get(key) ?? null,
      write: (key: string, value: string) => void map.set(key, value),
      remove: (key: string) => void map.delete(key),
    },
    store: { read: async () => written, apply, applyOrRemember: apply },
    alone: createTurns(),
  };
}

type Browser = ReturnType<typeof createBrowser>;

export const done: Answer = { kind: 'done', link: null };
export const offline: Answer = { kind: 'unanswered', failure: new Error('No network.') };

export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

export function openTab(
  browser: Browser = createBrowser(),
  answer: (entry: OutboxEntry) => Answer = () => done,
) {
  const sent: string[] = [];
  const outbox = createOutbox({
    ...browser,
    async send(entry) {
      sent.push(`${entry.kind} ${entry.link.id} ${entry.link.updatedAt}`);
      return answer(entry);
    },
    canUndo: createUndoCheck(browser.storage),
    onAnswer() {},
    onChange() {},
    retry: { failed() {}, succeeded() {}, forget() {} },
  });
  const deletions = createDeletions({
    outbox,
    storage: browser.storage,
    async sendLeaving({ id, updatedAt }) {
      sent.push(`leaving ${id} ${updatedAt}`);
    },
  });
  return {
    browser,
    outbox,
    deletions,
    sent,
    async add(...ids: readonly string[]) {
      for (const id of ids) deletions.add(link(id));
      await settle();
    },
    pass: (time: number) => vi.advanceTimersByTimeAsync(time),
  };
}
