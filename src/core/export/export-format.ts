import type { VersionName } from '#core/edits/version-names.ts';

export const exportFormats = ['markdown', 'html', 'wordpress', 'plain', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const files = {
  markdown: { ending: 'md', type: 'text/markdown;charset=utf-8' },
  html: { ending: 'html', type: 'text/html;charset=utf-8' },
  wordpress: { ending: 'wordpress.html', type: 'text/html;charset=utf-8' },
  plain: { ending: 'txt', type: 'text/plain;charset=utf-8' },
  json: { ending: 'json', type: 'application/json' },
} as const satisfies Record<ExportFormat, { ending: string; type: string }>;

const nameLength = 50;

/** Returns the name of a downloaded file, from the title of the content, and its media type. */
export function fileOf(format: ExportFormat, content: string, version: VersionName) {
  const { ending, type } = files[format];
  return { name: `${titleWords(content) || 'article'}-${version}.${ending}`, type };
}

const titles = [
  /^title\s*[:=]\s*(.+)$/imu,
  /^ {0,3}#{1,6}\s+(.+)$/mu,
  /<h[1-6][^>]*>([^<]+)/iu,
  /^([^\s<>|{`+-][^<>\n]*)$/mu,
];

function titleWords(content: string): string {
  const head = content.slice(0, 5000);
  const title = titles.map((each) => each.exec(head)?.[1]).find((each) => each !== undefined) ?? '';
  return title
    .normalize('NFC')
    .toLowerCase()
    .replace(/\]\(.*?\)|&[a-z]+;|[’']/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, nameLength)
    .replace(/^-+|-+$/gu, '');
}
