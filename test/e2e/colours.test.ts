import { readdirSync, readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { expect, test as plainTest } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';

const test = journeyOn(startServer);

const grounds = ['paper', 'sheet', 'sheet-sunk'] as const;
/** The least contrast of each colour with all grounds (WCAG 1.4.3 and 1.4.11). */
const least = {
  ink: 4.5,
  'ink-soft': 4.5,
  'ink-faint': 4.5,
  thread: 4.5,
  'thread-deep': 4.5,
  danger: 4.5,
  good: 4.5,
  amiss: 4.5,
  focus: 3,
  'line-strong': 3,
} as const;

/** Returns the pairs of colours that have too little contrast. */
function pale(page: Page): Promise<string[]> {
  return page.evaluate(
    ([colours, on]) => {
      const probe = document.body.appendChild(document.createElement('p'));
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      if (canvas === null) return ['no canvas'];
      const luminanceOf = (name: string) => {
        probe.style.color = `var(--${name})`;
        canvas.fillStyle = getComputedStyle(probe).color;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const contrast = (one: string, other: string) => {
        const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
      };
      const found = [
        ...colours.flatMap(([name, limit]) => on.map((ground) => [name, ground, limit] as const)),
        ['on-ink', 'ink', 4.5] as const,
      ]
        .filter(([name, ground, limit]) => contrast(name, ground) < limit)
        .map(([name, ground]) => `${name} on ${ground}: ${contrast(name, ground).toFixed(2)}`);
      probe.remove();
      return found;
    },
    [Object.entries(least), grounds] as const,
  );
}

test('each colour stands out from each ground, in both themes and with more contrast', async ({
  app: { page },
}) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const contrast of ['no-preference', 'more'] as const) {
      await page.emulateMedia({ colorScheme, contrast });
      expect({ colorScheme, contrast, pale: await pale(page) }).toEqual({ colorScheme, contrast, pale: [] });
    }
});

test('with forced colours, a plain button is a link without a frame', async ({ open }) => {
  const { page, button } = await open({ forcedColors: 'active' });
  const look = await button('How does it work?').evaluate((element) => {
    const { borderTopWidth, textDecorationLine } = getComputedStyle(element);
    return { borderTopWidth, textDecorationLine };
  });
  expect(look).toEqual({ borderTopWidth: '0px', textDecorationLine: 'underline' });
  await page.close();
});

plainTest('each colour and size that the styles name exists', () => {
  const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:css|tsx)$/u.test(file),
  );
  const sources = files.map((file) => readFileSync(`src/web/${file}`, 'utf8')).join('\n');
  const set = new Set(
    [
      ...sources.matchAll(/['"\s](--[\w-]+)['"\]]*:/gu),
      ...sources.matchAll(/setProperty\(\s*['"](--[\w-]+)/gu),
    ].map(([, name]) => name),
  );
  // A name with another value behind it may be missing.
  const used = [...sources.matchAll(/var\((--[\w-]+)\)/gu)].map(([, name]) => name);
  expect([...new Set(used)].filter((name) => !set.has(name))).toEqual([]);
});
