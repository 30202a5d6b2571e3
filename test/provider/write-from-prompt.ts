import type { ChatRequest } from './chat-request.ts';
import { asksForEdits, linksOf, withLabels, writeEditsFromPrompt } from './write-edits-from-prompt.ts';
import { writeModelTexts } from './write-as-model.ts';

/** Answers a prompt of Linkweft as a model would, so that development needs no key. */
export function writeFromPrompt(messages: ChatRequest['messages']): string {
  const prompt = messages.at(-1)?.content ?? '';
  if (asksForEdits(prompt)) return writeEditsFromPrompt(prompt);
  const links = linksOf(prompt).map(({ link }) => link);
  return withLabels(writeModelTexts(contentOf(prompt), links));
}

function contentOf(prompt: string): string {
  const [, fence = '', rest = ''] = /^.*\n(=+)\n([^]*)$/u.exec(prompt) ?? [];
  return rest.slice(0, Math.max(0, rest.indexOf(`\n${fence}\n\nLINKS:\n`)));
}
