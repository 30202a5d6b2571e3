import { markDirections, toSafeHtml } from '#core/export/safe-html.ts';
import { writeChangeRecord, type RecordTexts } from '#core/report/change-record.ts';
import { pageLanguage, t } from '#web/lib/language.ts';
import { markdownToHtml } from '#export/markup/markdown-to-html.ts';
import { versionLabels, type ShownVersion } from '#web/version-view/shown-version.ts';

import type { RichText } from '#export/formats/write-format.ts';

/** Returns the change record of a version in the language of the page: as Markdown, and as HTML for editors. */
export function writeRecord(shown: ShownVersion, now = new Date()): RichText {
  const { generation, version, edits, report } = shown;
  const { text: content, links } = generation;
  const original = generation.report[version];
  const plain = writeChangeRecord({ content, edits, links, report, original }, textsOf(shown, now));
  return { plain, html: markDirections(toSafeHtml(markdownToHtml(plain))) };
}

function textsOf({ generation, version }: ShownVersion, now: Date): RecordTexts {
  const date = now.toLocaleDateString(pageLanguage(), { dateStyle: 'long' });
  const about =
    generation.links.length === 0
      ? t('Your text with new links, {date}', { date })
      : t('Version: {version}, {date}', { version: t(versionLabels[version]), date });
  return {
    about,
    untitled: t('Untitled'),
    linksAdded: t('Links added'),
    linksExchanged: t('Links exchanged'),
    rewritten: t('Sentences rewritten'),
    before: t('Before'),
    after: t('After'),
    removed: t('(removed)'),
    added: t('Sentences added'),
    addedInside: t('Words added inside sentences'),
    notAdded: t('Links not added'),
    noReason: t('no reason given'),
    noPassage: t('nothing in the text matches'),
    removedByUser: t('removed by hand'),
    claims: t('Claims to check'),
    claimKinds: {
      experience: t('About the author'),
      price: t('Price'),
      figure: t('Figure'),
      superlative: t('Superlative'),
      health: t('Health'),
    },
    unchanged: t('Nothing was changed.'),
  };
}
