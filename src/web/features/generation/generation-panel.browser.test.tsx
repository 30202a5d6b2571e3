import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { testGeneration } from '#web/api/test-generation.ts';

import { createGenerationController } from './generation-controller.ts';
import { GenerationPanel } from './generation-panel.tsx';
import { createGenerationView } from './generation-view.tsx';

const nothing = () => {};

/** Draws the panel of a generation that ends when `finish` is called. Its versions have no tools. */
async function openPanel() {
  let finish = nothing;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const generations = createGenerationController({
    chooseWriter: async () => ({ kind: 'server' }),
    loadCode: async () => ({
      generate: async () => testGeneration('Bread.'),
      runGeneration: () => ({
        result: finished.then(() => testGeneration('Bread.')),
        finished: () => null,
      }),
    }),
    alert: nothing,
  });
  const View = createGenerationView({
    Editor: ({ shown, children }) => children({ shown }),
    Export: () => null,
  });
  await render(
    <GenerationPanel
      generations={generations}
      View={View}
      WithoutAi={() => null}
      purposes={null}
      ways={{
        hasOwnKey: false,
        onTryAgain: nothing,
        onWriteAgain: nothing,
        onOpenOwnKey: nothing,
        onUseOwnKey: null,
        onUseBuiltIn: null,
      }}
      outdated={{ isText: false, linkIds: '' }}
      beforeResult={null}
    />,
  );
  return { generations, finish };
}

const tab = (name: string) => page.getByRole('tab', { name });
const selected = () => page.getByRole('tab', { selected: true }).element().textContent;

test('the arrow keys, Home and End move between the tabs, and the last is followed by the first', async () => {
  await openPanel();
  await tab('Safe').click();
  for (const [key, name] of [
    ['ArrowRight', 'Exploratory'],
    ['End', 'Experimental'],
    ['ArrowRight', 'Safe'],
    ['ArrowLeft', 'Experimental'],
    ['Home', 'Safe'],
    ['a', 'Safe'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(selected()).toBe(name);
    expect(document.activeElement?.textContent).toBe(name);
  }
});

test('a generation counts its time, its tabs are off, and Stop leads back', async () => {
  const { generations } = await openPanel();
  const order = { content: 'Bread.', linkIds: ['a'], instructions: '', knownLinks: [] };
  const ended = generations.start(order);
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^00:0[0-9]$/);
  await expect.element(tab('Safe')).toBeDisabled();
  await page.getByRole('button', { name: 'Stop' }).click();
  await ended;
  await expect.element(page.getByText('Your three versions will appear here')).toBeVisible();
  await expect.element(tab('Safe')).toBeEnabled();
});
