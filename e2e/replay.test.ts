import { describe, expect } from 'vitest';

import { linkRel } from '#core/export/link-relation.ts';
import { versionNames } from '#core/edits/version.ts';
import { readReply } from '#core/reply/test-events.ts';
import { atOnce, streamed } from '#provider/completion-steps.ts';
import { recordedAnswers, someOf } from '#provider/corpus/corpus-cases.ts';

import { copyVersion, showVersion } from './harness/each-version.ts';
import { wovenLinksOfHtml } from './harness/html.ts';
import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import { tabNames } from './harness/workbench.ts';

/** Whole texts are asked for: an answer of that length to a wish for edits would be cut. */
const test = journeyOn(() => startModelServer(atOnce(''), { WEAVE_PROTOCOL: 'rewrite' }));

/** Whether a version, as the model wrote it, weaves this very address in. */
const weaves = (version: string, url: string) => version.includes(`((${url}))`);

describe.each(['rewrite', 'sloppy'] as const)('%s answers', (kind) => {
  // Streamed and at once in turn: that both give the same is proved without a browser.
  const replays = someOf(recordedAnswers(kind)).map((entry, index) => ({
    ...entry,
    isStreamed: index % 2 === 0,
  }));
  describe('in the browser', () => {
    test.for(replays)(
      'article $id: no call too many, exact links, on the page and in the copy',
      async (replay, { server, clearDesk: desk }) => {
        const { provider } = server;
        const urls = replay.links.map((link) => link.url);
        provider.answerWith(
          replay.isStreamed ? streamed(replay.answer, { size: 60 }) : atOnce(replay.answer),
        );
        await desk.bringLinks(replay.links);
        await desk.paste(replay.content);
        const callsBefore = provider.calls.length;
        await desk.generate.click();
        await desk.waitForResult();
        // What a sloppy answer lacks is asked for once more.
        const calls = provider.calls.length - callsBefore;
        expect(calls).toSatisfy((count) => count === 1 || (count === 2 && kind === 'sloppy'));

        const versions = readReply(replay.answer);
        for (const [index, name] of tabNames.entries()) {
          await showVersion(desk, name);
          const version = versions[versionNames[index] ?? 'safe'];
          const anchors = await desk.anchors();
          const hrefs = anchors.map((anchor) => anchor.href);
          // No address that nobody chose, and none lost that stands there as it was saved.
          expect(hrefs.filter((href) => !urls.includes(href))).toEqual([]);
          for (const url of urls) if (weaves(version, url)) expect(hrefs).toContain(url);
          if (kind === 'rewrite') expect(hrefs.toSorted()).toEqual(urls.toSorted());
          expect(anchors.filter(({ rel, target }) => rel !== linkRel || target !== '_blank')).toEqual([]);

          const woven = urls.filter((url) => hrefs.filter((href) => href === url).length === 1).length;
          await desk.page.locator('.version-bar', { hasText: `${woven} of ${urls.length} link` }).waitFor();
          if (version.trim() === '') continue;
          const { html } = await copyVersion(desk);
          expect(wovenLinksOfHtml(html).map((link) => link.href)).toEqual(hrefs);
        }
      },
    );
  });
});
