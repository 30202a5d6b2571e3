import { openBrowser, openPage } from '#e2e/harness/browser.ts';
import { startServer } from '#e2e/harness/server.ts';
import { createAppPage } from '#e2e/harness/app-page.ts';

// Takes the screenshot of the README. Run `tsx tools/scripts/screenshot.ts` after a build. It may have at most 150 KB.

const links = [
  {
    url: 'https://shop.example/seedlings/tray-24?tag=balcony-21',
    description: 'Seedling tray with 24 cells and a lid',
  },
  {
    url: 'https://tools.example/watering/drip-kit-(10m)?ref=balcony',
    description: 'Drip irrigation kit with a battery timer',
  },
  {
    url: 'https://books.example/grow-in-pots?aff=bal',
    description: 'Book about growing vegetables in small spaces',
  },
];

const content = `# A harvest from four square metres

My balcony faces south-west and holds eleven pots. In a good summer they feed two people with salad, and the neighbours with tomatoes.

It begins in March on the kitchen table. I sow two seeds in each cell of a seedling tray, because a third of them never makes it past the first cold night. The tray stands on the radiator until the first green shows, and on the window sill after that. Half of what comes up goes to friends.

From June on, watering is the whole job. A pot in the sun dries out in one afternoon, and tomatoes forgive a great deal, but not that. The year before last I went away for a week and came home to eleven pots of straw. Since then a drip irrigation kit does the work. It took me an hour to lay the hose, and the only thing that I have to do is to look at it now and then and feel clever.

What I know about vegetables I learned from mistakes and from neighbours. The first year gave me three radishes, one of which had a guest. In the second year I counted the beans. Last year I stopped counting. If you want to begin, begin with one pot of chard: it grows back when you cut it, it does not mind the wind, and it looks good beside the door even if you forget to eat it. Then buy a second pot. You will not stop at two, and nobody who I know ever did.

In autumn I empty the pots, shake out the roots and keep the soil for the spring. The balcony looks sad then. I sit there anyway, with a coffee, and plan.`;

const server = await startServer();
const browser = await openBrowser();
await server.saveLinks(links);
const watched = await openPage(browser, server.url, {
  viewport: { width: 1280, height: 720 },
});
const app = createAppPage(watched);
await app.page.goto('/');
await app.page.getByRole('checkbox', { name: 'Select all' }).check();
await app.content.fill(content);
await app.generate.click();
await app.page.getByText('3 links added').waitFor();
await app.page.mouse.move(0, 0);
await app.page.screenshot({ path: 'docs/screenshot.png', animations: 'disabled' });
await browser.close();
await server.stop();
