import { expect } from 'vitest';

import { linkRel } from '#core/export/escape.ts';
import { corpusCases, someOf } from '#provider/corpus/corpus-cases.ts';

import { copyVersion, showVersion } from './harness/each-version.ts';
import { wovenLinksOfHtml } from './harness/html.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { tabNames } from './harness/app-page.ts';

const test = journeyOn(startServer);

test.for(someOf(corpusCases))(
  'article $id gives three versions with exactly its links',
  async (entry, { cleanApp: app }) => {
    const urls = entry.links.map((link) => link.url).sort();
    await app.bringLinks(entry.links);
    await app.paste(entry.content);
    await app.generate.click();
    await app.waitForResult();

    for (const name of tabNames) {
      await showVersion(app, name);
      const anchors = await app.anchors();
      // A link that fits no passage is not in the safe version. The page offers it there instead.
      const offered = name === 'Safe' ? await app.page.getByText('Add it here anyway').count() : 0;
      const woven = anchors.map((anchor) => anchor.href).sort();
      expect(woven.filter((href) => !urls.includes(href))).toEqual([]);
      expect(woven).toHaveLength(urls.length - offered);
      expect(new Set(anchors.map(({ rel, target }) => `${rel} ${target}`))).toEqual(
        new Set([`${linkRel} _blank`]),
      );

      const { html, plain } = await copyVersion(app);
      const copied = wovenLinksOfHtml(html, entry.content);
      expect(copied.map(({ href }) => href).sort()).toEqual(woven);
      expect(new Set(copied.map(({ rel }) => rel))).toEqual(new Set(['sponsored nofollow']));
      const inPlainForm =
        entry.format === 'html'
          ? wovenLinksOfHtml(plain).map(({ href }) => href)
          : urls.filter((url) => plain.includes(url));
      expect(inPlainForm).toEqual(expect.arrayContaining(woven));
    }
  },
);
