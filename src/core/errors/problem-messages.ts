import { pageMessages } from './page-messages.ts';

/** All failures of a request or a generation, with the message for the user. */
export const problemMessages = {
  ...pageMessages,
  'content-and-links-required': 'Content and links are required',
  'reply-empty': 'No content received from OpenAI',
  'url-required': 'URL is required',
  'url-too-long': 'The URL is too long. Please use one of at most 8,192 characters.',
  'description-too-long': 'The description is too long. Please use at most 2,000 characters.',
  'link-changed': 'This link was changed elsewhere in the meantime.',
  'link-deleted': 'This link was deleted in the meantime.',
  'recovery-code-invalid': 'This is not a recovery code. Please check each character and try again.',
  'recovery-code-unknown':
    'This recovery code opens no workspace: it was deleted, or never made. Please check the code and try again.',
  'workspace-deleted': 'This workspace was deleted. Please reload the page.',
  'workspace-full': 'Your workspace is full. Please delete links that you no longer need, and try again.',
  'visitor-saving-limit':
    'This site saves no more for your internet address today. Please come back tomorrow and try again.',
  'visitor-workspaces-limit':
    'This site makes no more new workspaces for your internet address today. Please come back tomorrow and try again.',
  'store-full': 'This site has no room for more links. Please tell whoever runs it, and try again later.',
  'request-invalid': 'The request could not be understood. Please reload the page and try again.',
  'text-invalid': 'The text holds characters that cannot be saved. Please remove them and try again.',
  'body-too-large': 'That is more text than can be sent at once. Please shorten it and try again.',
  'length-required':
    'So long a request has to say its length beforehand. Please send it with Content-Length and try again.',
  'media-type-refused': 'Requests must be sent as JSON.',
  'cross-site-refused': 'Requests from other sites are refused. Please open the page itself and try again.',
  'host-refused':
    'The server does not answer to this address. Whoever runs it can allow it with ALLOWED_HOSTS.',
  'not-found': 'There is nothing at this address.',
  'method-refused': 'This address does not take that kind of request.',
  'rate-limited': 'Too many requests in a short time. Please wait a moment and try again.',
  'server-busy': 'The server is busy. Please try again in a moment.',
  'provider-unreachable': 'The AI provider could not be reached. Please try again in a few minutes.',
  'provider-timeout': 'The AI provider took too long to answer. Please try again.',
  'provider-unauthorized': 'The AI provider refused the key of this site. Please tell whoever runs it.',
  'provider-forbidden': 'The AI provider does not allow this request. Please tell whoever runs this site.',
  'provider-model-missing':
    'The AI provider does not know the chosen model. Please tell whoever runs this site.',
  'provider-no-chat':
    'The chosen AI model answers no chat completions, only another API such as Responses. Please tell whoever runs this site.',
  'provider-address':
    'The address of the AI provider is wrong: nothing there answers chat completions. Please tell whoever runs this site.',
  'provider-moved':
    'The AI provider’s address leads to another one, and nothing was sent there. Please tell whoever runs this site.',
  'provider-rate-limited': 'The AI provider is receiving too many requests. Please try again in a minute.',
  'provider-quota': 'The AI provider’s quota for this site is used up. Please try again later.',
  'provider-day-limit': 'The AI provider’s limit for today is reached. Please try again tomorrow.',
  'provider-refused-request':
    'The AI provider did not accept the request. If another text fails as well, please tell whoever runs this site.',
  'provider-context-exceeded': 'Your content is too long for the AI model. Please shorten it and try again.',
  'provider-unavailable': 'The AI provider has a problem at the moment. Please try again in a few minutes.',
  'provider-reply-broken':
    'The AI provider’s answer could not be read. Please try again, or use the built-in writer.',
  'reply-in-words':
    'The AI model answered in words of its own instead of writing the versions. Please change your text or your links, or use the built-in writer.',
  'provider-reply-cut': 'The AI provider’s answer broke off before its end. Please try again.',
  'provider-output-limit':
    'The AI model reached the end of what it may answer before all versions were finished. Please shorten your text and try again.',
  'provider-only-thoughts':
    'The AI model spent its whole answer on thoughts and wrote no text. Please shorten your text and try again, or tell whoever runs this site.',
  'provider-tool-call':
    'The AI model called a tool instead of writing. Please try again. If it does so again, tell whoever runs this site.',
  'provider-filtered': 'The AI provider held back its answer. Please change your text and try again.',
  'instructions-too-long':
    'Your instructions are too long. Please shorten them to at most 300 characters and try again.',
  'content-too-long': 'Your content is too long. Please shorten it and try again.',
  'budget-spent':
    'Today’s free generations are used up. Please come back tomorrow, or use your own key or the built-in writer.',
  'visitor-minute-limit':
    'You have started several generations within a minute. Please wait a moment and try again.',
  'visitor-day-limit':
    'You have used your free generations for today. Please come back tomorrow, or use your own key or the built-in writer.',
  'workspace-running': 'Another generation of yours is still running. Please wait for its end or stop it.',
  'server-full': 'Too many generations are running at the moment. Please try again in a moment.',
  'server-stopping': 'The server is about to restart. Please try again in a minute.',
  'idempotency-key-invalid': 'The request could not be understood. Please reload the page and try again.',
  'idempotency-key-reused': 'This request was sent before with other content. Please press Generate again.',
  'generation-interrupted': 'The server was restarted while it was writing. Please press Generate again.',
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
    'The AI provider does not allow this request with your key. Please check what the key may do.',
  'provider-model-missing':
    'The AI provider does not know the model that you entered. Please check its name and the base URL.',
  'provider-no-chat':
    'This model answers no chat completions, only another API such as Responses. Please choose another model.',
  'provider-address':
    'Nothing at this base URL answers chat completions. Please check it: most base URLs end in /v1.',
  'provider-moved':
    'The base URL leads to another address, and your key was not sent there. Please enter the address that it leads to.',
  'provider-quota':
    'Your quota with the AI provider is used up. Please check your account there, and try again.',
  'provider-day-limit': 'Your limit for today with the AI provider is reached. Please try again tomorrow.',
  'provider-only-thoughts':
    'The AI model spent its whole answer on thoughts and wrote no text. Please turn its thinking off, raise the limit for its answers, or use another model.',
  'provider-tool-call':
    'The AI model called a tool instead of writing. Please try again, or use another model.',
  'provider-refused-request':
    'The AI provider did not accept the request. Please check the model and the base URL, or change your text.',
  'provider-reply-broken':
    'The AI provider’s answer could not be read. Please check the base URL, and try again.',
};

/** Returns the usual message of a problem. `isOwn`: the visitor chose the provider. */
export function messageOf(code: ProblemCode, isOwn: boolean): string {
  return (isOwn ? ownKeyMessages[code] : undefined) ?? problemMessages[code];
}
