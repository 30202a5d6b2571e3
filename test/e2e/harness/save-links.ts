import type { BrowserContext } from 'playwright-core';
import * as z from 'zod/mini';

export type NewLink = { readonly url: string; readonly description: string };

const timeoutMs = 20_000;

type Answer = { readonly status: number; readonly body: unknown };

/** Saves links into the shared list, the newest last. Returns their ids in the same order. */
export function saveSharedLinks(url: string, links: readonly NewLink[]): Promise<string[]> {
  return saveEach(links, async (link) => {
    const response = await fetch(`${url}/api/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(link),
    });
    return { status: response.status, body: await response.json() };
  });
}

/** Saves links as the visitor of this browser. Creates the workspace if there is none. */
export function saveLinksIn(context: BrowserContext, links: readonly NewLink[]): Promise<string[]> {
  return saveEach(links, async (link) => {
    const response = await context.request.post('/api/links', { data: link });
    return { status: response.status(), body: await response.json() };
  });
}

/** Repeats the save while the server answers 503, because other tests also use this machine. */
async function whenTaken(save: () => Promise<Answer>): Promise<Answer> {
  const limit = Date.now() + timeoutMs;
  let answer = await save();
  while (answer.status === 503 && Date.now() < limit) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await save();
  }
  return answer;
}

async function saveEach(
  links: readonly NewLink[],
  save: (link: NewLink) => Promise<Answer>,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { url, description } of links) {
    const { status, body } = await whenTaken(() => save({ url, description }));
    if (status !== 201) throw new Error(`The link was not saved: ${JSON.stringify(body)}`);
    ids.push(z.object({ id: z.string() }).parse(body).id);
  }
  return ids;
}
