import * as z from 'zod/mini';

/** A variable of digits alone; `advice` ends a sentence that begins with "NAME must be". */
export function wholeNumber({ min, max }: { min: number; max: number }, advice: string) {
  return z
    .string()
    .check(z.refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, advice));
}

/** A variable such as 0.7, with a dot and without a sign. */
export function decimalNumber({ max }: { max: number }, advice: string) {
  return z
    .string()
    .check(z.refine((text) => /^\d{1,9}(\.\d{1,9})?$/.test(text) && Number(text) <= max, advice));
}

export function httpAddress(advice: string) {
  return z.string().check(z.refine(isHttpAddress, advice));
}

function isHttpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
