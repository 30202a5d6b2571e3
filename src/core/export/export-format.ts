import type { VersionName } from '#core/edits/version-names.ts';

export const exportFormats = ['markdown', 'html', 'wordpress', 'plain', 'json'] as const;

/** The formats in which a program may ask for versions. 'source' is the format of the content. */
export const versionFormats = ['source', 'markdown', 'html', 'wordpress', 'plain'] as const;

export type VersionFormat = (typeof versionFormats)[number];

export type ExportFormat = (typeof exportFormats)[number];

const files = {
  markdown: { ending: 'md', type: 'text/markdown;charset=utf-8' },
  html: { ending: 'html', type: 'text/html;charset=utf-8' },
  wordpress: { ending: 'wordpress.html', type: 'text/html;charset=utf-8' },
  plain: { ending: 'txt', type: 'text/plain;charset=utf-8' },
  record: { ending: 'report.md', type: 'text/markdown;charset=utf-8' },
  json: { ending: 'json', type: 'application/json' },
} as const satisfies Record<ExportFormat | 'record', { ending: string; type: string }>;

const nameLength = 50;

/**
 * Returns the name of a downloaded file, from the title of the content, and its media type.
 *
 * @param format that of a version, or `record` for its change record
 */
export function fileOf(format: keyof typeof files, content: string, version: VersionName) {
  const { ending, type } = files[format];
  return { name: `${titleWords(content) || 'article'}-${version}.${ending}`, type };
}

const titles = [
  /^title\s*[:=]\s*(.+)$/imu,
  /^ {0,3}#{1,6}\s+(.+)$/mu,
  /<h[1-6][^>]*>([^<]+)/iu,
  /^([^\s<>|{`+-][^<>\n]*)$/mu,
];

/** Returns the title of a content, as it is written there: of its front matter, a heading or its first line. May be empty. */
export function titleOf(content: string): string {
  const head = content.slice(0, 5000);
  return titles.map((each) => each.exec(head)?.[1]).find((each) => each !== undefined) ?? '';
}

function titleWords(content: string): string {
  return titleOf(content)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\]\(.*?\)|&[a-z]+;|[’']/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, nameLength)
    .replace(/^-+|-+$/gu, '');
}
