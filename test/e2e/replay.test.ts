import { describe, expect } from 'vitest';

import { parseDocument } from '#core/document/document.ts';
import { compareText } from '#core/edits/compare-text.ts';
import { createVersionBuilder } from '#core/edits/version-builder.ts';
import { linkRel } from '#core/export/escape.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { readReply } from '#core/reply/test-events.ts';
import { atOnce, streamed } from '#provider/completion-steps.ts';
import { recordedAnswers, someOf, type CorpusCase } from '#provider/corpus/corpus-cases.ts';

import { copyVersion, showVersion } from './harness/each-version.ts';
import { wovenLinksOfHtml } from './harness/html.ts';
import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import { tabNames } from './harness/app-page.ts';

/** The prompt asks for whole texts. With the edits protocol, an answer of this length would be cut. */
const test = journeyOn(() => startModelServer(atOnce(''), { WEAVE_PROTOCOL: 'rewrite' }));

/** Returns whether the model's text of a version has this exact address. */
const weaves = (version: string, url: string) => version.includes(`((${url}))`);

/** Returns whether safe refuses an addition of the text, because it invents something about the author. */
function invents({ content, links }: CorpusCase, version: string): boolean {
  const document = parseDocument(content);
  const numbered = numberSentences(document);
  const builder = createVersionBuilder({ document, numbered, version: 'safe', links });
  const span = { start: 0, end: content.length };
  builder.placeAll(compareText({ text: version, document, numbered, links, span }), 'model');
  return builder.dropped().some(({ reason }) => reason === 'claim');
}

describe.each(['rewrite', 'sloppy'] as const)('%s answers', (kind) => {
  // Every other answer is streamed. Unit tests prove that both ways give the same result.
  const replays = someOf(recordedAnswers(kind)).map((entry, index) => ({
    ...entry,
    isStreamed: index % 2 === 0,
  }));
  describe('in the browser', () => {
    test.for(replays)(
      'article $id: no unnecessary call, and exact links on the page and in the copy',
      async (replay, { server, cleanApp: app }) => {
        const { provider } = server;
        const urls = replay.links.map((link) => link.url);
        provider.answerWith(
          replay.isStreamed ? streamed(replay.answer, { size: 60 }) : atOnce(replay.answer),
        );
        await app.bringLinks(replay.links);
        await app.paste(replay.content);
        const callsBefore = provider.calls.length;
        await app.generate.click();
        await app.waitForResult();
        // A second call asks for the links that a sloppy answer lacks.
        const calls = provider.calls.length - callsBefore;
        expect(calls).toSatisfy((count) => count === 1 || (count === 2 && kind === 'sloppy'));

        const versions = readReply(replay.answer);
        for (const [index, name] of tabNames.entries()) {
          await showVersion(app, name);
          const version = versions[versionNames[index] ?? 'safe'];
          const anchors = await app.anchors();
          const hrefs = anchors.map((anchor) => anchor.href);
          // All addresses are selected ones, and no address of the answer is lost or changed.
          expect(hrefs.filter((href) => !urls.includes(href))).toEqual([]);
          // An old answer may invent something about the author. Safe refuses that.
          if (index > 0 || !invents(replay, version)) {
            for (const url of urls) if (weaves(version, url)) expect(hrefs).toContain(url);
            if (kind === 'rewrite') expect(hrefs.toSorted()).toEqual(urls.toSorted());
          }
          expect(anchors.filter(({ rel, target }) => rel !== linkRel || target !== '_blank')).toEqual([]);

          const woven = urls.filter((url) => hrefs.filter((href) => href === url).length === 1).length;
          const figures = woven === urls.length ? `${woven} link` : `${woven} of ${urls.length} link`;
          await app.page.locator('.report-button', { hasText: figures }).waitFor();
          if (version.trim() === '') continue;
          const { html } = await copyVersion(app);
          expect(wovenLinksOfHtml(html, replay.content).map((link) => link.href)).toEqual(hrefs);
        }
      },
    );
  });
});
