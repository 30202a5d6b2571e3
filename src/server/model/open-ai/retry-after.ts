type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What `retry-after-ms` or `retry-after` (seconds or a date) asks to wait, in milliseconds; null where neither does. */
export function readRetryAfter(headers: Headers, now: number = Date.now()): number | null {
  const milliseconds = numberOf(headers['retry-after-ms']);
  if (milliseconds !== null) return milliseconds;
  const seconds = numberOf(headers['retry-after']);
  if (seconds !== null) return seconds * 1000;
  const date = Date.parse(String(headers['retry-after']));
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function numberOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d+(?:\.\d+)?$/u.test(header.trim()) ? Number(header) : null;
}
