import type { Page } from 'playwright-core';
import * as z from 'zod/mini';

const keptSchema = z.object({
  links: z.array(z.object({ description: z.string(), bytes: z.number() })),
  outbox: z.array(z.object({ link: z.object({ description: z.string() }) })),
});

/** What the page keeps in its database, once it has made one: whoever opens it before would make an empty one. */
export async function kept(page: Page): Promise<z.infer<typeof keptSchema>> {
  await page.waitForFunction(async () =>
    (await indexedDB.databases()).some(({ name }) => name === 'linkweft'),
  );
  const text = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const none = () => resolve(JSON.stringify({ links: [], outbox: [] }));
        const opening = indexedDB.open('linkweft');
        // To make the database, or what is in it, is for the page alone.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', none);
        opening.addEventListener('success', () => {
          if (!opening.result.objectStoreNames.contains('links')) {
            opening.result.close();
            return none();
          }
          const reading = opening.result.transaction(['links', 'outbox']);
          const links = reading.objectStore('links').getAll();
          const outbox = reading.objectStore('outbox').getAll();
          reading.addEventListener('complete', () => {
            opening.result.close();
            resolve(JSON.stringify({ links: links.result, outbox: outbox.result }));
          });
        });
      }),
  );
  return keptSchema.parse(JSON.parse(text));
}
