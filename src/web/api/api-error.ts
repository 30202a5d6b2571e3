import { problemSchema } from '#contract/problem.ts';
import type { Link } from '#core/link/link.ts';
import { problemMessages } from '#core/problem/problem.ts';
import type { ProblemCode } from '#core/problem/problem.ts';

/** A call that failed. Its message is for the user: the server's own words where it sent some. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** HTTP status, or null when no answer arrived. */
  readonly status: number | null;
  /** The link as it is now, where it was changed elsewhere ('link-changed'). */
  readonly link: Link | null;

  constructor(
    failure: { code: string; detail: string; status: number | null; link?: Link | undefined },
    options?: ErrorOptions,
  ) {
    super(failure.detail, options);
    this.code = failure.code;
    this.status = failure.status;
    this.link = failure.link ?? null;
  }
}

export function apiError(code: ProblemCode, options?: ErrorOptions & { status?: number }): ApiError {
  return new ApiError({ code, detail: problemMessages[code], status: options?.status ?? null }, options);
}

/** What a server says to a page that asks for what it no longer has. */
const unknownAddress = new Set(['not-found', 'method-refused']);

/** Turns a refused request into an error; an answer that is no problem document is named by `fallback`. */
export async function errorOf(response: Response, fallback: ProblemCode): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = problemSchema.safeParse(body);
  const { status } = response;
  if (!problem.success) return apiError(fallback, { status });
  const { code, detail, link } = problem.data;
  if (unknownAddress.has(code)) return apiError('page-outdated', { status });
  return new ApiError({ code, detail, status, link });
}
