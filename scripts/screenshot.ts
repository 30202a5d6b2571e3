import { openBrowser, openPage } from '#e2e/harness/browser.ts';
import { startServer } from '#e2e/harness/server.ts';
import { createAppPage } from '#e2e/harness/app-page.ts';

// Takes the screenshot of the README. Run `tsx scripts/screenshot.ts` after a build. It may have at most 150 KB.

const links = [
  {
    url: 'https://shop.example/seedlings/starter-tray?tag=balcony-21',
    description: 'Seedling starter tray with 24 cells and a lid',
  },
  {
    url: 'https://tools.example/watering/drip-kit-(10m)?ref=balcony',
    description: 'Drip watering kit with a battery timer',
  },
  {
    url: 'https://books.example/grow-in-pots?aff=bal',
    description: 'Book about growing vegetables in small spaces',
  },
];

const content = `# A harvest from four square metres

My balcony faces south-west and holds eleven pots. In a good summer they feed two people with salad, and the neighbours with tomatoes.

It begins in March on the kitchen table. I sow more seeds than I have room for, because a third of the seedlings never makes it past the first cold night.

From June on, watering is the whole job. A pot in the sun dries out in one afternoon, and tomatoes forgive a great deal, but not that.

What I know about vegetables I learned from mistakes and from neighbours. The first year gave me three radishes. Last year I stopped counting.`;

const server = await startServer();
const browser = await openBrowser();
await server.saveLinks(links);
const watched = await openPage(browser, server.url, {
  viewport: { width: 1280, height: 720 },
});
const app = createAppPage(watched);
await app.page.goto('/');
await app.page.getByRole('button', { name: 'Select shown' }).click();
await app.content.fill(content);
await app.generate.click();
await app.page.getByRole('button', { name: 'Show changes' }).click();
await app.page.mouse.move(0, 0);
await app.page.screenshot({ path: 'docs/screenshot.png', animations: 'disabled' });
await browser.close();
await server.stop();
