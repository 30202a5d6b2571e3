/** Milliseconds as mm:ss; an hour is 60:00. */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
