import { dearestTokens } from '#core/limits/content-limit.ts';
import type { Config } from '#server/config/config.ts';

import { amountOf } from './spending.ts';

/** A paragraph: where there is no room for it in a budget, there is none for any content. */
const shortContent = 500;

/** The most that one of the smallest generations can cost, in the unit of the budget. */
export function leastOrder({
  model,
  budget,
  protocol,
}: Pick<Config, 'model' | 'budget' | 'protocol'>): number {
  if (model === null) return 0;
  return amountOf(dearestTokens(shortContent, model.limits, protocol), model.price, budget);
}
