import * as z from 'zod/mini';

/** What a provider says of its failure. Nothing of it is shown: a message may repeat the content or the key. */
export type ProviderError = {
  readonly code: string | null;
  readonly type: string | null;
  readonly param: string | null;
  readonly message: string;
};

const issueSchema = z.object({
  loc: z._default(z.array(z.union([z.string(), z.number()])), []),
  msg: z.string(),
});
type Fields = Readonly<Record<string, unknown>>;

/**
 * The failure in the body of an answer that is no success. Most providers send `{error: {message, type, code}}`, some a
 * sentence as the error, in `message` or in `detail`, some a list, some the checks that the request did not pass.
 */
export function readProviderError(body: unknown): ProviderError | null {
  const fields = fieldsOf(Array.isArray(body) ? body[0] : body);
  return fields === null ? null : (readReplyError(fields) ?? errorOf(fields));
}

/** The failure in a body or an event that came with status 200; null where it is none. */
export function readReplyError(value: unknown): ProviderError | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const { error } = fields;
  if (typeof error === 'string' && error !== '') return errorOf({ message: error });
  const nested = fieldsOf(error);
  if (nested !== null) return errorOf(nested);
  return fields['object'] === 'error' ? errorOf(fields) : null;
}

/** What a provider calls its failure, for the log: names alone, never the message, which may repeat the content. */
export function describeProviderError(error: ProviderError | null): string {
  if (error === null) return '';
  return (['code', 'type', 'param'] as const)
    .flatMap((field) => {
      const name = error[field];
      return name !== null && /^[\w.[\]-]{1,64}$/u.test(name) ? `${field} ${name}` : [];
    })
    .join(', ');
}

function errorOf(fields: Fields): ProviderError {
  return {
    code: nameOf(fields['code']),
    type: nameOf(fields['type']),
    param: nameOf(fields['param']),
    message: messageOf(fields),
  };
}

function nameOf(value: unknown): string | null {
  const name = typeof value === 'number' ? String(value) : value;
  return typeof name === 'string' && name !== '' ? name : null;
}

function messageOf({ message, detail }: Fields): string {
  const said = [message, fieldsOf(message)?.['detail'], detail].flat();
  return said.map(sentenceOf).filter(Boolean).join('; ');
}

function sentenceOf(said: unknown): string {
  if (typeof said === 'string') return said;
  const issue = issueSchema.safeParse(said);
  return issue.success ? `${issue.data.loc.join('.')}: ${issue.data.msg}` : '';
}

function fieldsOf(value: unknown): Fields | null {
  return isFields(value) ? value : null;
}

/** Looked at for each piece of a stream, hence without a schema, which would copy it. */
function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
