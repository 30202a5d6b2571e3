let latest = 0;

/**
 * Returns a UUID of version 7. Each sorts after the one before, so links sort by the time they were made: with several
 * in a millisecond, the later ones get a slightly later time. Unlike `randomUUID` it works on pages without HTTPS.
 */
export function newId(): string {
  latest = Math.max(Date.now(), latest + 1);
  const time = latest.toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
