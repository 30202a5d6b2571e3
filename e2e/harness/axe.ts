import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';

const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};
const resultSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      help: z.string(),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
    }),
  ),
});

/** What axe finds wrong with the page as it stands, a line for each element; the target size of WCAG 2.2 included. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Short motion that has not ended would be measured with half-faded colours. A spinner never ends.
  await page.evaluate(() => {
    for (const motion of document.getAnimations()) {
      const end = Number(motion.effect?.getComputedTiming().endTime ?? 0);
      if (end <= 1000) motion.finish();
    }
  });
  await page.evaluate(axe.source);
  const { violations } = resultSchema.parse(
    await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html}: ${node.failureSummary ?? ''}`),
  );
}
