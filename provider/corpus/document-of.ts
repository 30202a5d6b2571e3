import { scan } from '#core/scan/document.ts';
import type { Document } from '#core/scan/document.ts';

/** The content, read at one go. */
export function documentOf(content: string): Document {
  const steps = scan(content);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
