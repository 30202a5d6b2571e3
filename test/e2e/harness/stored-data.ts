import type { Page } from 'playwright-core';
import * as z from 'zod/mini';

const storedSchema = z.object({
  links: z.array(z.object({ url: z.string(), description: z.string() })),
  outbox: z.array(z.object({ link: z.object({ description: z.string() }) })),
});

/**
 * Returns what the page has stored in its database. Waits until the page has created it, because opening it earlier
 * would create an empty one.
 */
export async function storedData(page: Page): Promise<z.infer<typeof storedSchema>> {
  await page.waitForFunction(async () =>
    (await indexedDB.databases()).some(({ name }) => name === 'linkweft'),
  );
  const text = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const none = () => resolve(JSON.stringify({ links: [], outbox: [] }));
        const opening = indexedDB.open('linkweft');
        // Only the page may create or upgrade the database.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', none);
        opening.addEventListener('success', () => {
          if (!opening.result.objectStoreNames.contains('replica')) {
            opening.result.close();
            return none();
          }
          const reading = opening.result.transaction(['replica', 'outbox']);
          const links = reading.objectStore('replica').getAll();
          const outbox = reading.objectStore('outbox').getAll();
          reading.addEventListener('complete', () => {
            opening.result.close();
            resolve(JSON.stringify({ links: links.result.flat(), outbox: outbox.result }));
          });
        });
      }),
  );
  return storedSchema.parse(JSON.parse(text));
}
