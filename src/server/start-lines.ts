import type { DailyBudget } from './generations/ledger/ledger.ts';

import type { Config } from './config/config.ts';
import type { ModelConfig } from './config/model-config.ts';

type Announced = Pick<
  Config,
  'model' | 'budget' | 'databaseUrl' | 'maxContentChars' | 'productSiteIsDefault' | 'productSiteUrl' | 'proof'
>;

/**
 * What a start tells whoever runs the server: where the page is, who writes, what it may cost, what is not set yet.
 * `hiddenLinks`: how many links are in the shared list while each visitor has their own.
 */
export function startLines(config: Announced, url: string, hiddenLinks: number): string[] {
  const { model, productSiteIsDefault, productSiteUrl } = config;
  const site = `The beta sign-up leads to the placeholder ${productSiteUrl}: set PRODUCT_SITE_URL to your own site.`;
  return [
    `Linkweft is ready at ${url}`,
    ...(model === null
      ? ['No AI model is configured: the built-in writer writes. Set OPENAI_API_KEY to use a model.']
      : modelLines(config, model)),
    ...(productSiteIsDefault ? [site] : []),
    ...(hiddenLinks > 0 ? [hiddenLine(hiddenLinks)] : []),
  ];
}

function hiddenLine(count: number): string {
  const links = count === 1 ? '1 link is' : `${amount(count)} links are`;
  return `${links} in the shared list, which no visitor sees, since WORKSPACE is own. Nothing is lost: set WORKSPACE=shared to show that list to everybody who can open the page.`;
}

function modelLines(
  { budget, databaseUrl, maxContentChars, proof }: Announced,
  model: ModelConfig,
): string[] {
  const { contextWindow } = model.limits;
  const assumed = `The context window of ${model.model} is not known: ${amount(contextWindow)} tokens are assumed. Set OPENAI_CONTEXT_WINDOW if it is another.`;
  return [
    `The model ${model.model} at ${new URL(model.baseUrl).host} writes.`,
    ...(model.windowIsAssumed ? [assumed] : []),
    `Contents of up to ${amount(maxContentChars)} characters are taken.`,
    budgetLine(model, budget),
    ...proofLines(proof, databaseUrl),
  ];
}

function proofLines(proof: Config['proof'], databaseUrl: string | null): string[] {
  if (proof === null) return [];
  const alone =
    'Other servers do not take the proofs of this one: if there are any, set one ALTCHA_SECRET for all.';
  return [
    'Each generation by the model wants a proof of work from the browser.',
    ...(databaseUrl !== null && !proof.isShared ? [alone] : []),
  ];
}

function budgetLine({ model, price }: ModelConfig, budget: DailyBudget | null): string {
  if (budget?.unit === 'tokens') return `The budget is ${amount(budget.perDay)} tokens a day (UTC).`;
  if (budget !== null && price !== null)
    return `The budget is $${amount(budget.perDay / 1_000_000)} a day (UTC), at $${price.input} for a million tokens in and $${price.output} out.`;
  if (price !== null) return 'There is no budget: what is generated may cost any amount.';
  return `There is no budget: the price of ${model} is not known. Set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT, or BUDGET_DAILY_TOKENS, to have one.`;
}

function amount(value: number): string {
  return value.toLocaleString('en');
}
