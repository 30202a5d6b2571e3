import type { ChosenLink } from '#core/links/link.ts';

import type { ChatRequest } from './chat-request.ts';
import { asksForEdits, writeEditsFromPrompt } from './write-edits-from-prompt.ts';
import { writeReply } from './write-versions.ts';

/** Answers a prompt of Linkweft as a model would, with the built-in writer, so that development needs no key. */
export function writeFromPrompt([, user]: ChatRequest['messages']): string {
  const prompt = user.content;
  return asksForEdits(prompt) ? writeEditsFromPrompt(prompt) : writeReply(contentOf(prompt), linksOf(prompt));
}

function contentOf(prompt: string): string {
  const [, fence = '', rest = ''] = /^.*\n(=+)\n([^]*)$/u.exec(prompt) ?? [];
  return rest.slice(0, Math.max(0, rest.indexOf(`\n${fence}\n\nLINKS:\n`)));
}

function linksOf(prompt: string): ChosenLink[] {
  const list = prompt.slice(prompt.lastIndexOf('\nLINKS:\n'));
  const entries = list.matchAll(/^\d+\. description: (.*)\n {3}url: (.*)\n {3}count: 1$/gmu);
  return [...entries].map(([, description = '', url = ''], index) => ({
    id: String(index),
    url,
    description,
    integrations: 1,
  }));
}
