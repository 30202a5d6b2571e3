import { expect } from 'vitest';

import { linkRel } from '#core/export/link-relation.ts';
import { corpusCases, someOf } from '#provider/corpus/corpus-cases.ts';

import { copyVersion, showVersion } from './harness/each-version.ts';
import { wovenLinksOfHtml } from './harness/html.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { tabNames } from './harness/workbench.ts';

const test = journeyOn(startServer);

const hrefsOf = (html: string) => wovenLinksOfHtml(html).map((link) => link.href);

test.for(someOf(corpusCases))(
  'article $id ends as three versions with exactly its links',
  async (entry, { clearDesk: desk }) => {
    const urls = entry.links.map((link) => link.url).sort();
    await desk.bringLinks(entry.links);
    await desk.paste(entry.content);
    await desk.generate.click();
    await desk.waitForResult();

    for (const name of tabNames) {
      await showVersion(desk, name);
      const anchors = await desk.anchors();
      // What no passage is about is offered in safe, which forces nothing in.
      const offered = name === 'Safe' ? await desk.button('Put it here anyway').count() : 0;
      const woven = anchors.map((anchor) => anchor.href).sort();
      expect(woven.filter((href) => !urls.includes(href))).toEqual([]);
      expect(woven).toHaveLength(urls.length - offered);
      expect(new Set(anchors.map(({ rel, target }) => `${rel} ${target}`))).toEqual(
        new Set([`${linkRel} _blank`]),
      );

      const { html, plain } = await copyVersion(desk);
      expect(hrefsOf(html).sort()).toEqual(woven);
      expect(new Set(wovenLinksOfHtml(html).map((link) => link.rel))).toEqual(
        new Set(['sponsored nofollow']),
      );
      const inPlainForm =
        entry.format === 'html' ? hrefsOf(plain) : urls.filter((url) => plain.includes(url));
      expect(inPlainForm).toEqual(expect.arrayContaining(woven));
    }
  },
);
