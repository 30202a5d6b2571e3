const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Two policies give one address each, that of a worker (src/web/lib/trusted-address.ts); one lets HTML be read into
  // documents that run and load nothing (src/web/markup/inert-document.ts).
  'trusted-types service-worker proof-worker inert-document',
];

/**
 * What the page needs, and nothing else: scripts, styles, fonts and images of its own, its own server, and the
 * providers that visitors may call with a key of their own.
 */
export function contentSecurityPolicy(ownKeyHosts: readonly string[]): string {
  return [...policy, ['connect-src', "'self'", ...ownKeyHosts].join(' ')].join('; ');
}

/** Stands on every answer but those of the API: pages, files and errors. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([]),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
};

/**
 * Stands on every answer to what came by TLS: for a year, browsers then ask this host by TLS alone. Other names below
 * the host, and lists that browsers bring along, are not for this server to speak for.
 */
export const transportSecurity = 'max-age=31536000';

/** Stands on every answer of the API, short because there are many: data that runs nothing and no page may show. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
