import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { linkPageSchema } from '#contract/link-pages.ts';
import { linkSchema } from '#contract/links.ts';
import { createLinksApi } from '#web/api/links-api.ts';
import { forgetDrafts, linkDraft } from '#web/lib/storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { createLinksController } from '#web/links-client/list/links-controller.ts';
import { createLinkStorage } from '#web/links-client/storage/link-storage.ts';

import { LinkForm } from './link-form.tsx';

const url = page.getByLabelText('Affiliate URL');
const description = page.getByLabelText("What's this link about");
const add = page.getByRole('button', { name: 'Add Link' });
const alert = page.getByRole('alert');

beforeEach(() => {
  forgetDrafts();
});

/** Draws the form with everything new, as a reload of the page does. `isOpen` tells whether it has not closed. */
async function openForm() {
  const controller = createLinksController({
    ...createLinkStorage({ locks: navigator.locks, warn: () => {}, onFail: () => {} }),
    api: createLinksApi(),
    loadRecovery: null,
    storage: { read: () => null, write: () => {}, remove: () => {} },
    storageNotice: createStore<string | null>(null),
    cacheBytes: 1_000_000,
    onChange: () => {},
    onLinkChange: () => {},
  });
  const opened = createStore(true);
  function Page() {
    if (!useStore(opened)) return null;
    const close = () => opened.set(false);
    return (
      <LinkForm
        controller={controller}
        link={null}
        onClose={close}
        use={() => null}
        onManyPasted={() => {}}
      />
    );
  }
  const { unmount } = await render(<Page />);
  return { isOpen: opened.get, unmount };
}

async function fill(address: string, words: string): Promise<void> {
  await url.fill(address);
  await description.fill(words);
  await add.click();
}

/** Returns the saved links with these words, as the server lists them: the newest first. */
async function saved(searched: string): Promise<string[][]> {
  const { links } = linkPageSchema.parse(await (await realFetch('/api/links')).json());
  return links
    .map((link) => [link.url, link.description])
    .filter(([, words]) => words?.includes(searched) === true);
}

const realFetch = window.fetch;

/** Answers each save in this way until the test ends or the returned function is called. */
function answerSaves(answer: (send: () => Promise<Response>) => Promise<Response>) {
  const spy = vi.spyOn(window, 'fetch').mockImplementation((target, init) => {
    const send = () => realFetch(target, init);
    return init?.method === 'POST' && target === './api/links' ? answer(send) : send();
  });
  return () => spy.mockRestore();
}

test('a blank address or description is refused, and saved fields are trimmed but otherwise unchanged', async () => {
  const form = await openForm();
  await fill('   ', 'A knife');
  await expect.element(alert).toHaveTextContent('Please provide a valid URL');
  await expect.element(url).toHaveFocus();
  await fill('https://shop.example/', '   ');
  await expect.element(alert).toHaveTextContent('Please provide a description for the link');
  await expect.element(description).toHaveFocus();
  await expect.element(description).toBeRequired();
  await fill('  not a web address  ', '  Odd address  ');
  await expect.poll(form.isOpen).toBe(false);
  expect(await saved('Odd')).toEqual([['not a web address', 'Odd address']]);
});

test('Escape closes the form and keeps what was typed as a draft, which can be discarded; the start of an address is no fault', async () => {
  const empty = await openForm();
  await userEvent.keyboard('{Escape}');
  await expect.poll(empty.isOpen).toBe(false);
  await empty.unmount();

  const form = await openForm();
  const note = page.getByText('Only URLs that start with https');
  for (const letter of 'https://') {
    await userEvent.type(url, letter);
    expect(note.elements()).toEqual([]);
  }
  await url.fill('shop.example');
  await expect.element(note).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabelText('Anchor text').fill('unfinished');
  await userEvent.keyboard('{Escape}');
  await expect.poll(form.isOpen).toBe(false);
  // A reload does not open a form that was closed.
  expect(linkDraft.read()).toBeNull();
  await form.unmount();

  const again = await openForm();
  await expect.element(page.getByText('This is your draft. It is not saved yet.')).toBeVisible();
  await expect.element(url).toHaveValue('shop.example');
  await expect.element(page.getByLabelText('Anchor text')).toHaveValue('unfinished');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(url).toHaveValue('');
  await url.fill('shop.example');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(again.isOpen()).toBe(false);
  await again.unmount();
  await openForm();
  await expect.element(url).toHaveValue('');
});

test('tags and anchor text have their own fields, and are saved at the end of the description', async () => {
  const form = await openForm();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabelText('Tags').fill('kitchen, Home & garden');
  await page.getByLabelText('Anchor text').fill('knife');
  await fill('https://shop.example/tagged', 'A tagged knife');
  await expect.element(alert).toHaveTextContent('Anchor text has 2 to 8 words');
  await expect.element(page.getByLabelText('Anchor text')).toHaveFocus();
  await page.getByLabelText('Anchor text').fill('a knife for life');
  await add.click();
  await expect.poll(form.isOpen).toBe(false);
  expect(await saved('tagged')).toEqual([
    ['https://shop.example/tagged', 'A tagged knife anchor: "a knife for life" #kitchen #Home-garden'],
  ]);
});

test('doubts about an address are said, and an escaped one is corrected with one click', async () => {
  await openForm();
  await url.fill('https://shop.example/?a=1&amp;b=2&#038;c=3');
  await expect.element(page.getByText('as if copied from HTML source')).toBeVisible();
  await page.getByRole('button', { name: 'Use & instead' }).click();
  await expect.element(url).toHaveValue('https://shop.example/?a=1&b=2&c=3');
  expect(page.getByText('as if copied').elements()).toEqual([]);
  await url.fill('https://shop.example/a b');
  await expect.element(page.getByText('This URL contains a space')).toBeVisible();
  await url.fill('https://shop.example/a https://shop.example/b');
  await expect.element(page.getByText('This looks like several URLs')).toBeVisible();
  await url.fill('mailto:me@shop.example');
  await expect.element(page.getByText('Only URLs that start with https')).toBeVisible();
});

test('what is typed is there when the form opens again after a reload; a saved or discarded link is not', async () => {
  const first = await openForm();
  await description.fill('A knife #kitchen');
  await url.fill(' https://shop.example/kn');
  await first.unmount();

  const second = await openForm();
  await expect.element(url).toHaveValue(' https://shop.example/kn');
  await expect.element(description).toHaveValue('A knife #kitchen');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await second.unmount();

  const third = await openForm();
  await expect.element(url).toHaveValue('');
  await fill('https://shop.example/typed', 'A typed knife');
  await expect.poll(third.isOpen).toBe(false);
  await third.unmount();
  await openForm();
  await expect.element(url).toHaveValue('');
  await expect.element(description).toHaveValue('');
});

test('a failed save is reported in the red box and can be sent again', async () => {
  const form = await openForm();
  const restore = answerSaves(async () => new Response('broken', { status: 500 }));
  await fill('https://shop.example/again', 'Sent twice');
  await expect.element(alert).toHaveTextContent('Failed to create link. Please try again.');
  restore();
  await add.click();
  await expect.poll(form.isOpen).toBe(false);
  expect(await saved('twice')).toEqual([['https://shop.example/again', 'Sent twice']]);
});

/** Saves a link, loses the answer, and opens the form again as after a reload. Returns the id of the link. */
async function loseAnswer(address: string, words: string): Promise<string> {
  const { unmount } = await openForm();
  let id = '';
  const restore = answerSaves(async (send) => {
    ({ id } = linkSchema.parse(await (await send()).json()));
    return new Response('late', { status: 504 });
  });
  await fill(address, words);
  await expect.element(alert).toBeVisible();
  restore();
  await unmount();
  return id;
}

test('a save whose answer was lost is not repeated after a reload: the link is saved once, as it was sent last', async () => {
  await loseAnswer('https://shop.example/lost', 'Answer lost');
  const form = await openForm();
  await expect.element(description).toHaveValue('Answer lost');
  await description.fill('Answer found');
  await add.click();
  await expect.poll(form.isOpen).toBe(false);
  await expect.poll(() => saved('Answer')).toEqual([['https://shop.example/lost', 'Answer found']]);
  await form.unmount();

  // The next link is another one.
  const next = await openForm();
  await fill('https://shop.example/lost', 'Answer at once');
  await expect.poll(next.isOpen).toBe(false);
  expect(await saved('Answer')).toHaveLength(2);
});

test('after a lost answer, the draft overwrites no other link, and is saved again if its link was deleted', async () => {
  await loseAnswer('https://shop.example/one', 'Draft one');
  const second = await openForm();
  await fill('https://shop.example/two', 'Draft two');
  await expect.poll(second.isOpen).toBe(false);
  await second.unmount();

  const third = await loseAnswer('https://shop.example/three', 'Draft three');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ description: 'Draft of another tab' });
  await realFetch(`/api/links/${third}`, { method: 'PATCH', headers, body });
  const form = await openForm();
  await fill('https://shop.example/three', 'Draft last');
  await expect.poll(form.isOpen).toBe(false);
  await form.unmount();

  const gone = await loseAnswer('https://shop.example/gone', 'Draft deleted');
  await realFetch(`/api/links/${gone}`, { method: 'DELETE' });
  const last = await openForm();
  await add.click();
  await expect.poll(last.isOpen).toBe(false);
  await expect
    .poll(async () => (await saved('Draft')).map(([, words]) => words))
    .toEqual(['Draft deleted', 'Draft last', 'Draft of another tab', 'Draft two', 'Draft one']);
});

test('during a save the button says "Adding..." and a second press sends nothing', async () => {
  const form = await openForm();
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let sent = 0;
  const restore = answerSaves(async (send) => {
    sent += 1;
    await opened;
    return send();
  });
  await fill('https://shop.example/slow', 'Slow to save');
  const busy = page.getByRole('button', { name: 'Adding...' });
  await busy.click({ force: true });
  await userEvent.keyboard('{Enter}');
  open();
  await expect.poll(form.isOpen).toBe(false);
  expect(sent).toBe(1);
  restore();
});
