import { STATUS_CODES } from 'node:http';

import type { Problem } from '#contract/problem.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import type { Link } from '#core/links/link.ts';
import type { ProblemCode } from '#core/errors/problem.ts';
import { problemMessages } from '#core/errors/problem.ts';
import { escapeHtml } from '#core/export/escape.ts';

import { problemStatus } from './problem-status.ts';

export const problemMediaType = 'application/problem+json; charset=utf-8';

/** What a problem says beside its code: its own words, the request, and what it is about. */
export type ProblemMore = {
  readonly detail?: string;
  readonly requestId?: string;
  readonly link?: Link;
  readonly generation?: FinishedGeneration;
};

export type ProblemBody = Omit<Problem, keyof ProblemMore> & ProblemMore;

export function problemBody(code: ProblemCode, more: ProblemMore = {}): ProblemBody {
  const status = problemStatus[code];
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Problem',
    status,
    code,
    detail: problemMessages[code],
    ...more,
  };
}

/** The same for a person who came by a link or an address bar. */
export function problemPage(code: ProblemCode, brandName: string): string {
  const { title } = problemBody(code);
  const detail = problemMessages[code];
  const brand = escapeHtml(brandName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – ${brand}</title>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
<p><a href="/">Go to ${brand}</a></p>
</main>
</body>
</html>
`;
}
