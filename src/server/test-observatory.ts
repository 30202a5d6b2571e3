import { parse } from 'parse5';
import * as z from 'zod/mini';

/** An answer as a browser received it, with lower-case header names. */
export type BrowserAnswer = {
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body: string;
};

export type Score = { readonly total: number; readonly points: Readonly<Record<string, number>> };

const sixMonths = 15_768_000;
const brokenScheme = /^(?:http|ftp):/;
const broad = new Set(['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*', 'http://*.*', 'https://*.*']);
const unsafe = new Set([...broad, "'unsafe-inline'", 'data:']);
const passiveDirectives = new Set(['img-src', 'media-src']);
const privateReferrers = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const leakyReferrers = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'];

/**
 * Returns the points of a page behind TLS, by the rules of the MDN HTTP Observatory
 * (https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring): 100 minus deductions. Bonus points count
 * only if at least 90 are left. Redirects are the task of the proxy and are not counted.
 */
export function scoreByObservatory(answer: BrowserAnswer): Score {
  const points = {
    'content-security-policy': policyPoints(answer),
    'strict-transport-security': transportPoints(answer),
    'x-content-type-options': headerOf(answer, 'x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': framePoints(answer),
    'referrer-policy': referrerPoints(answer),
    'cross-origin-resource-policy': resourcePoints(answer),
    'cross-origin-resource-sharing': sharingPoints(answer),
    cookies: cookiePoints(answer),
    'subresource-integrity': scriptPoints(answer),
  };
  const all = Object.values(points);
  const rest = all.filter((each) => each < 0).reduce((sum, each) => sum + each, 100);
  const bonus = all.filter((each) => each > 0).reduce((sum, each) => sum + each, 0);
  return { total: Math.max(0, rest >= 90 ? rest + bonus : rest), points };
}

function headerOf({ headers }: BrowserAnswer, name: string): string {
  return [headers[name] ?? ''].flat().join(', ').trim().toLowerCase();
}

function directivesOf(answer: BrowserAnswer): ReadonlyMap<string, readonly string[]> {
  const directives = headerOf(answer, 'content-security-policy').split(';');
  return new Map(
    directives.flatMap((each) => {
      const [name = '', ...sources] = each.trim().split(/\s+/);
      return name === '' ? [] : [[name, sources] as const];
    }),
  );
}

function policyPoints(answer: BrowserAnswer): number {
  const policy = directivesOf(answer);
  if (policy.size === 0) return -25;
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const [scripts, styles, objects] = [
    sourcesOf('script-src'),
    sourcesOf('style-src'),
    sourcesOf('object-src'),
  ];
  const active = [...policy].flatMap(([name, sources]) => (passiveDirectives.has(name) ? [] : sources));
  const passive = [...sourcesOf('img-src'), ...sourcesOf('media-src')];
  if (scripts.some((each) => unsafe.has(each)) || objects.some((each) => broad.has(each))) return -20;
  if (active.some((each) => brokenScheme.test(each))) return -20;
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10;
  if (passive.some((each) => brokenScheme.test(each))) return -10;
  if (styles.some((each) => unsafe.has(each))) return 0;
  const isShut = policy.get('default-src')?.join(' ') === "'none'";
  // The documentation requires `form-action`, too, for all points.
  return isShut && ["'none'", "'self'"].includes(policy.get('form-action')?.join(' ') ?? '') ? 10 : 5;
}

function transportPoints(answer: BrowserAnswer): number {
  const [, age] = /(?:^|;)\s*max-age=(\d+)/.exec(headerOf(answer, 'strict-transport-security')) ?? [];
  if (age === undefined) return -20;
  return Number(age) >= sixMonths ? 0 : -10;
}

function framePoints(answer: BrowserAnswer): number {
  if (directivesOf(answer).has('frame-ancestors')) return 5;
  return /^(?:deny|sameorigin|allow-from .*)$/.test(headerOf(answer, 'x-frame-options')) ? 0 : -20;
}

function referrerPoints(answer: BrowserAnswer): number {
  const header = headerOf(answer, 'referrer-policy');
  if (header === '') return 0;
  // If there are several values, the last known one counts.
  const known = header
    .split(/\s*,\s*/)
    .filter((each) => [...privateReferrers, ...leakyReferrers].includes(each));
  return privateReferrers.includes(known.at(-1) ?? '') ? 5 : -5;
}

function resourcePoints(answer: BrowserAnswer): number {
  const header = headerOf(answer, 'cross-origin-resource-policy');
  if (header === 'same-origin' || header === 'same-site') return 10;
  return header === '' || header === 'cross-origin' ? 0 : -5;
}

function sharingPoints(answer: BrowserAnswer): number {
  const isShared = headerOf(answer, 'access-control-allow-origin') !== '';
  return isShared && headerOf(answer, 'access-control-allow-credentials') === 'true' ? -50 : 0;
}

function cookiePoints(answer: BrowserAnswer): number {
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((each) => String(each).toLowerCase());
  if (cookies.length === 0) return 0;
  const hasTransport = transportPoints(answer) === 0;
  return Math.min(...cookies.map((each) => pointsOfCookie(each, hasTransport)));
}

function pointsOfCookie(cookie: string, hasTransport: boolean): number {
  const [pair = '', ...attributes] = cookie.split(';').map((each) => each.trim());
  const isSecure = attributes.includes('secure');
  const sameSite = attributes.find((each) => each.startsWith('samesite'));
  // The cookie of a workspace gives access, as a session cookie does.
  const isSession = /^[^=]*(?:sess|login|workspace)/.test(pair);
  if (isSession && !isSecure) return hasTransport ? -10 : -40;
  if (isSession && !attributes.includes('httponly')) return -30;
  if (sameSite !== undefined && !/^samesite=(?:strict|lax)$/.test(sameSite)) return -20;
  if (!isSecure) return hasTransport ? -5 : -20;
  return sameSite === undefined ? 0 : 5;
}

const elementSchema = z.object({
  tagName: z.optional(z.string()),
  attrs: z._default(z.array(z.object({ name: z.string(), value: z.string() })), []),
  childNodes: z._default(z.array(z.unknown()), []),
});

/** Returns the attributes of each script of a page that has an address. */
function scriptsIn(node: unknown): ReadonlyMap<string, string>[] {
  const { tagName, attrs, childNodes } = elementSchema.parse(node);
  const own = new Map(attrs.map(({ name, value }) => [name, value]));
  const below = childNodes.flatMap(scriptsIn);
  return tagName === 'script' && own.has('src') ? [own, ...below] : below;
}

function scriptPoints({ body }: BrowserAnswer): number {
  const each = scriptsIn(parse(body)).map((script) => {
    const hasIntegrity = script.has('integrity');
    const address = script.get('src') ?? '';
    if (address.startsWith('//') || address.startsWith('http://')) return hasIntegrity ? -20 : -50;
    if (address.startsWith('https://')) return hasIntegrity ? 5 : -5;
    return hasIntegrity ? 5 : 0;
  });
  const worst = Math.min(0, ...each);
  return worst < 0 ? worst : Math.max(0, ...each);
}
