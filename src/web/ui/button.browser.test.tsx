import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import './base.css';
import './parts.css';

import { Button } from './button.tsx';

const tooltip = page.getByRole('tooltip');

/** Draws a button at this place, shows its tooltip, and returns the boxes of both. */
async function boxes(place: { readonly top: string; readonly left: string }) {
  await render(
    <div style={{ position: 'fixed', ...place }}>
      <Button tooltip="Copy and use anywhere" aria-label="Copy" />
    </div>,
  );
  await userEvent.keyboard('{Tab}');
  await expect.element(tooltip).toBeVisible();
  return {
    button: page.getByRole('button').element().getBoundingClientRect(),
    bubble: tooltip.element().getBoundingClientRect(),
  };
}

test('a tooltip is above the middle of its control', async () => {
  const { button, bubble } = await boxes({ top: '300px', left: '400px' });
  expect(bubble.bottom).toBeLessThanOrEqual(button.top);
  expect(Math.abs(bubble.left + bubble.width / 2 - button.left - button.width / 2)).toBeLessThan(2);
});

test('a tooltip is below its control if there is no space above, and never leaves the window', async () => {
  const { button, bubble } = await boxes({ top: '0px', left: '0px' });
  expect(bubble.top).toBeGreaterThanOrEqual(button.bottom);
  expect(bubble.left).toBeGreaterThanOrEqual(0);
});
