import { problemSchema } from '#contract/problem.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Link } from '#core/links/link.ts';
import { pageMessages, type PageProblemCode } from '#core/errors/page-messages.ts';

/** A failed call. Its message is for the user: the server's message if it sent one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** HTTP status; null if no answer arrived. */
  readonly status: number | null;
  /** The link as it is now, if it was changed elsewhere ('link-changed'). */
  readonly link: Link | null;
  /** The versions that a generation had finished before it failed. */
  readonly generation: FinishedGeneration | null;

  constructor(
    failure: {
      code: string;
      detail: string;
      status: number | null;
      link?: Link | undefined;
      generation?: FinishedGeneration | undefined;
    },
    options?: ErrorOptions,
  ) {
    super(failure.detail, options);
    this.code = failure.code;
    this.status = failure.status;
    this.link = failure.link ?? null;
    this.generation = failure.generation ?? null;
  }
}

export function apiError(code: PageProblemCode, options?: ErrorOptions & { status?: number }): ApiError {
  return new ApiError({ code, detail: pageMessages[code], status: options?.status ?? null }, options);
}

/** The server's codes for a request that it does not know any more. */
const unknownAddress = new Set(['not-found', 'method-refused']);

/** Turns a refusal into an error. `fallback` is the code for an answer that is no problem document. */
export async function errorOf(response: Response, fallback: PageProblemCode): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = problemSchema.safeParse(body);
  const { status } = response;
  if (!problem.success) return apiError(fallback, { status });
  const { code } = problem.data;
  if (unknownAddress.has(code)) return apiError('page-outdated', { status });
  return new ApiError({ ...problem.data, status });
}
