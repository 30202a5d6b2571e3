import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const rulesOfColor = ['color-contrast', 'link-in-text-block'];
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
export function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsBy(page, allRules);
}

/** The same of colours alone: for the other theme of a page that was looked at, which has its own colours and nothing else. */
export function colorFaults(page: Page): Promise<string[]> {
  return faultsBy(page, rulesOfColor);
}

async function faultsBy(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // Short motion that has not ended would be measured with half-faded colours. A spinner never ends.
  const hasAxe = await page.evaluate(() => {
    for (const motion of document.getAnimations()) {
      const end = Number(motion.effect?.getComputedTiming().endTime ?? 0);
      if (end <= 1000) motion.finish();
    }
    return 'axe' in window;
  });
  if (!hasAxe) await page.evaluate(axe.source);
  const { violations } = resultSchema.parse(
    await page.evaluate(`axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})`),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html}: ${node.failureSummary ?? ''}`),
  );
}
