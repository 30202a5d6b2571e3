import { pageMessages } from './page-messages.ts';

/** All failures of a request or a generation, with the message for the user. */
export const problemMessages = {
  ...pageMessages,
  'content-and-links-required': 'Content and links are required',
  'reply-empty': 'No content received from OpenAI',
  'url-required': 'URL is required',
  'url-too-long': 'The URL is too long. The limit is 8,192 characters.',
  'description-too-long': 'The description is too long. The limit is 2,000 characters.',
  'link-changed': 'This link was changed elsewhere.',
  'link-deleted': 'This link has been deleted.',
  'recovery-code-invalid': 'This is not a recovery code. Please check each character and try again.',
  'recovery-code-unknown':
    'There is nothing saved under this recovery code. It may have been deleted. Please check the code and try again.',
  'workspace-deleted': 'Your data on this server was deleted. Please reload the page.',
  'workspace-full': 'Your list of links is full. Please delete links you no longer need, and try again.',
  'visitor-saving-limit': 'Today’s limit for saving links is reached. Please try again tomorrow.',
  'visitor-workspaces-limit': 'Today’s limit for new link lists is reached. Please try again tomorrow.',
  'store-full': 'This site has no room for more links. Please contact the site owner.',
  'request-invalid': 'The request isn’t valid. Please reload the page and try again.',
  'text-invalid': 'The text contains characters that can’t be saved. Please remove them and try again.',
  'body-too-large': 'This is too much text to send at once. Please shorten it and try again.',
  'request-timeout': 'The request took too long to arrive. Please check your connection and try again.',
  'length-required': 'A request this large needs a Content-Length header.',
  'media-type-refused': 'Requests must be sent as JSON.',
  'token-unknown': 'This token isn’t known here. Please check it, or ask the site owner for one.',
  'cross-site-refused':
    'Requests from other sites are refused. Please open this page directly and try again.',
  'host-refused': 'The server doesn’t accept this host name. The site owner can allow it with ALLOWED_HOSTS.',
  'not-found': 'There is nothing at this address.',
  'method-refused': 'This address doesn’t accept this kind of request.',
  'rate-limited': 'Too many requests in a short time. Please wait a moment and try again.',
  'server-busy': 'The server is busy. Please try again in a moment.',
  'provider-unreachable': 'The AI provider could not be reached. Please try again in a few minutes.',
  'provider-timeout': 'The AI provider took too long to answer. Please try again.',
  'provider-unauthorized': 'The AI provider refused this site’s key. Please contact the site owner.',
  'provider-forbidden': 'The AI provider doesn’t allow this request. Please contact the site owner.',
  'provider-model-missing':
    'The AI provider doesn’t have the model that this site uses. Please contact the site owner.',
  'provider-no-chat': 'This site’s AI model doesn’t support chat completions. Please contact the site owner.',
  'provider-address':
    'The address of the AI provider is wrong: there are no chat completions there. Please contact the site owner.',
  'provider-moved':
    'The AI provider’s address redirects elsewhere, so nothing was sent. Please contact the site owner.',
  'provider-rate-limited': 'The AI provider is receiving too many requests. Please try again in a minute.',
  'provider-quota': 'The AI provider’s quota for this site is used up. Please try again later.',
  'provider-day-limit': 'The AI provider’s limit for today is reached. Please try again tomorrow.',
  'provider-refused-request':
    'The AI provider didn’t accept the request. If another text fails too, please contact the site owner.',
  'provider-context-exceeded': 'Your content is too long for the AI model. Please shorten it and try again.',
  'provider-unavailable': 'The AI provider has a problem at the moment. Please try again in a few minutes.',
  'provider-reply-broken':
    'The AI provider’s answer wasn’t readable. Please try again, or use the built-in writer.',
  'reply-in-words':
    'The AI model replied with a comment instead of your versions. Please change your text or your links, or use the built-in writer.',
  'provider-reply-cut': 'The AI provider’s answer was cut off. Please try again.',
  'provider-output-limit':
    'The AI model reached its length limit before all versions were finished. Please shorten your text and try again.',
  'provider-only-thoughts':
    'The AI model used up its whole answer on thinking and wrote no text. Please shorten your text and try again, or contact the site owner.',
  'provider-tool-call':
    'The AI model called a tool instead of writing. Please try again. If it happens again, contact the site owner.',
  'provider-filtered': 'The AI provider blocked its answer. Please change your text and try again.',
  'instructions-too-long':
    'Your instructions are too long. Please shorten them to at most 300 characters and try again.',
  'content-too-long': 'Your content is too long. Please shorten it and try again.',
  'budget-spent':
    'Today’s free generations are used up. Please come back tomorrow, or use your own key or the built-in writer.',
  'visitor-minute-limit':
    'You’ve generated several times within a minute. Please wait a moment and try again.',
  'visitor-day-limit':
    'You’ve used up today’s free generations. Please come back tomorrow, or use your own key or the built-in writer.',
  'workspace-running':
    'Another of your generations is still running. Please wait for it to finish, or stop it.',
  'server-full': 'Too many generations are running at the moment. Please try again in a moment.',
  'server-stopping': 'The server is about to restart. Please try again in a minute.',
  'idempotency-key-invalid': 'The request isn’t valid. Please reload the page and try again.',
  'idempotency-key-reused':
    'This request was already sent with different content. Please press Generate again.',
  'generation-interrupted': 'The server restarted while it was writing. Please press Generate again.',
  'generation-abandoned':
    'This generation was stopped because the connection to the page was lost. Please press Generate again.',
  stopped: 'The generation was stopped.',
} as const;

export type ProblemCode = keyof typeof problemMessages;

export type ProblemOptions = {
  readonly cause?: unknown;
  /** Replaces the usual message if there is more to say, such as numbers. */
  readonly detail?: string | undefined;
  /** The number of seconds after which another try makes sense. Null: unknown. */
  readonly retryAfterSeconds?: number | null;
};

/** A failure with a code. Its message is for the user, and the cause is only for the log. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly retryAfterSeconds: number | null;

  constructor(code: ProblemCode, { cause, detail, retryAfterSeconds = null }: ProblemOptions = {}) {
    super(detail ?? problemMessages[code], cause === undefined ? undefined : { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns why a signal was aborted: the problem that is its reason, or else the problem 'stopped'. */
export function stopReason({ reason }: { readonly reason: unknown }): ProblemError {
  return reason instanceof ProblemError ? reason : new ProblemError('stopped', { cause: reason });
}

/** Messages for a visitor who calls a provider with their own key. What the visitor can do about a failure differs. */
export const ownKeyMessages: Partial<Record<ProblemCode, string>> = {
  'provider-unreachable':
    'The AI provider could not be reached from your browser. Please check the base URL and your connection; some providers also refuse calls from web pages.',
  'provider-unauthorized': 'The AI provider refused your key. Please check the key and its base URL.',
  'provider-forbidden':
    'The AI provider doesn’t allow this request with your key. Please check the key’s permissions.',
  'provider-model-missing':
    'The AI provider doesn’t have the model you entered. Please check its name and the base URL.',
  'provider-no-chat': 'This model doesn’t support chat completions. Please choose another model.',
  'provider-address':
    'There are no chat completions at this base URL. Please check it: most base URLs end in /v1.',
  'provider-moved':
    'The base URL redirects to another address, so your key was not sent. Please enter that address instead.',
  'provider-quota':
    'Your quota with the AI provider is used up. Please check your account there and try again.',
  'provider-day-limit': 'Your daily limit with the AI provider is reached. Please try again tomorrow.',
  'provider-only-thoughts':
    'The AI model used up its whole answer on thinking and wrote no text. Please turn its thinking off, raise its output limit, or use another model.',
  'provider-tool-call':
    'The AI model called a tool instead of writing. Please try again, or use another model.',
  'provider-refused-request':
    'The AI provider didn’t accept the request. Please check the model and the base URL, or change your text.',
  'provider-reply-broken':
    'The AI provider’s answer wasn’t readable. Please check the base URL and try again.',
};

/** Returns the usual message of a problem. `isOwn`: the visitor chose the provider. */
export function messageOf(code: ProblemCode, isOwn: boolean): string {
  return (isOwn ? ownKeyMessages[code] : undefined) ?? problemMessages[code];
}
