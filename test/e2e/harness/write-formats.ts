import { disclosureLanguageOf } from '#core/export/disclosure.ts';
import { exportFormats } from '#core/export/export-format.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';
import type { Edit } from '#core/edits/edit.ts';
import { markdownOf } from '#web/features/content/rich-paste.ts';
import { isRichPaste } from '#web/features/content/paste-notice.tsx';
import { writeFormat, writeRichText } from '#export/formats/write-format.ts';
import { markdownToHtml } from '#export/markup/markdown-to-html.ts';

/** A copied text and an addition to it. */
export type Case = {
  readonly html: string;
  readonly plain: string;
  /** Added at the end of the text. */
  readonly added: string;
  readonly edits: readonly Edit[];
  readonly url: string;
  /** The disclosure that the user wrote. Left out by default. */
  readonly disclosure?: string;
};

/** Returns the version in each output format. Markdown is converted to HTML. */
async function writeAll({
  html,
  plain,
  added,
  edits: asked,
  url,
  disclosure,
}: Case): Promise<Record<string, string>> {
  const content = (isRichPaste(html, plain) ? markdownOf(html, plain)?.markdown : null) ?? plain;
  const { length } = content;
  const version: Edit[] = [...asked, { id: 'end', start: length, end: length, text: added, by: 'model' }];
  const links = [{ id: '1', url, description: 'A good knife', integrations: 1 as const }];
  const edits = { safe: version, exploratory: version, experimental: version };
  const { versions, report } = checkEdits(content, edits, links);
  const generation = { text: content, links, versions, edits, report, unfinished: [], usage: null };
  const shown = { generation, version: 'safe', edits: version, report: report.safe } as const;
  const texts = disclosure === undefined ? {} : { [disclosureLanguageOf(content)]: disclosure };
  const options = {
    relation: 'sponsored nofollow',
    disclosure: disclosure !== undefined,
    disclosureTexts: texts,
  } as const;
  const written: Record<string, string> = { content, copy: writeRichText(shown, options).html ?? '' };
  for (const format of exportFormats) {
    const text = writeFormat(format, shown, options);
    written[format] = format === 'markdown' ? markdownToHtml(text) : text;
  }
  return written;
}

declare global {
  interface Window {
    writeAll: typeof writeAll;
  }
}

window.writeAll = writeAll;
