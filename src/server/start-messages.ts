import { ProblemError } from '#core/errors/problem-messages.ts';
import type { LocalModel } from '#llm-client/local-models.ts';

import type { Config, ModelConfig, DailyBudget } from './config/config.ts';
import { NewerDatabaseError } from './db/migrate.ts';

/** Returns lines for the operator. `hiddenLinks`: the links of the shared list while each visitor has an own list. */
export function startMessages(config: Config, url: string, hiddenLinks: number): string[] {
  const { model, basePath, productSiteIsDefault, productSiteUrl } = config;
  const site = `The beta sign-up leads to the placeholder ${productSiteUrl}: set PRODUCT_SITE_URL to your own site.`;
  return [
    `Linkweft is ready at ${url}${basePath === '' ? '' : `${basePath}/`}`,
    ...(model === null
      ? ['No AI model is configured: the built-in writer writes. Set OPENAI_API_KEY to use a model.']
      : modelMessages(config, model)),
    ...(productSiteIsDefault ? [site] : []),
    ...(hiddenLinks > 0 ? [hiddenLinksMessage(hiddenLinks)] : []),
  ];
}

const mostNames = 3;

/** Returns a line for the operator if there are models on this machine. */
export function localModelsMessage(found: readonly LocalModel[] | null): string[] {
  if (found === null || found.length === 0) return [];
  const more = found.length > mostNames ? ` and ${found.length - mostNames} more` : '';
  const names = found.slice(0, mostNames).map(({ name }) => name);
  return [`On this machine there is ${names.join(', ')}${more}: the page offers to write with it.`];
}

function hiddenLinksMessage(count: number): string {
  const links = count === 1 ? '1 link is' : `${amount(count)} links are`;
  return `${links} in the shared list, which no visitor sees, since WORKSPACE is own. Nothing is lost: set WORKSPACE=shared to show that list to everybody who can open the page.`;
}

function modelMessages({ budget, maxContentChars }: Config, model: ModelConfig): string[] {
  const { contextWindow } = model.limits;
  const assumed = `The context window of ${model.model} is not known: ${amount(contextWindow)} tokens are assumed. Set OPENAI_CONTEXT_WINDOW if it is another.`;
  return [
    `The model ${model.model} at ${new URL(model.baseUrl).host} writes.`,
    ...(model.windowIsAssumed ? [assumed] : []),
    `Contents of up to ${amount(maxContentChars)} characters are taken.`,
    budgetMessage(model, budget),
  ];
}

function budgetMessage({ model, price }: ModelConfig, budget: DailyBudget | null): string {
  if (budget?.unit === 'tokens') return `The budget is ${amount(budget.perDay)} tokens a day (UTC).`;
  if (budget !== null && price !== null)
    return `The budget is $${amount(budget.perDay / 1_000_000)} a day (UTC), at $${price.input} for a million tokens in and $${price.output} out.`;
  if (price !== null) return 'There is no budget: what is generated may cost any amount.';
  return `There is no budget: the price of ${model} is not known. Set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT, or BUDGET_DAILY_TOKENS, to have one.`;
}

function amount(value: number): string {
  return value.toLocaleString('en');
}

/** An error that prevents the start. Its message is for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Returns why the server cannot listen, and which variable to set. The names of the variables begin with `prefix`. */
export function listenErrorMessage(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
  prefix: '' | 'METRICS_',
): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken already. Stop the other program, or set ${prefix}PORT to another number.`;
  if (code === 'EACCES')
    return `This account may not listen on port ${port}. Set ${prefix}PORT to a number above 1023.`;
  return `Linkweft cannot listen on ${host}. Set ${prefix}HOST to an address of this machine, such as 127.0.0.1. (${code})`;
}

/** Returns a warning: two servers with one SQLite file lose nothing, but they do not know each other's generations. */
export function openElsewhereMessage({ dataDirectory }: Config): string {
  return `Another program has the database in ${dataDirectory} open. If it is another Linkweft server, saves wait for each other, and a reload may not find the generation of the other server: set DATA_DIR to another directory, or use PostgreSQL (DATABASE_URL) for several servers.`;
}

/** Returns why the links cannot be opened, and what to do. Leaves out the database's address, which has a password. */
export function storeErrorMessage(error: unknown, config: Config): string {
  if (error instanceof NewerDatabaseError) return error.message;
  // The message of a problem is for visitors.
  const cause = error instanceof ProblemError ? error.cause : error;
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  if (config.databaseUrl !== null)
    return `The PostgreSQL database of DATABASE_URL cannot be opened: ${reason}. Check the address, and that it is running.`;
  return `The links in ${config.dataDirectory} cannot be opened: ${reason}. Set DATA_DIR to a directory that this account can write to, or put the database file back from a backup.`;
}
