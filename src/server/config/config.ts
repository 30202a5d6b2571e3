import * as z from 'zod/mini';

import { budgetVariables, readBudget } from './budget-config.ts';
import { contentVariables, readMaxContentChars } from './content-config.ts';
import { limitVariables, readLimitConfig } from './limit-config.ts';
import { modelVariables, readModelConfig } from './model-config.ts';
import { operationVariables, readOperationConfig } from './operation-config.ts';
import { ownKeyVariables, readOwnKeyConfig } from './own-key-config.ts';
import { pageVariables, readPageConfig } from './page-config.ts';
import { proofVariables, readProofConfig } from './proof-config.ts';
import { readSecurityContactConfig, securityContactVariables } from './security-contact-config.ts';
import { quotaVariables, readQuotaConfig } from './quota-config.ts';
import { readServerConfig, serverVariables } from './server-config.ts';
import { ConfigError } from './variables.ts';

export type Config = ReturnType<typeof readConfig>;

const environmentSchema = z.object({
  ...serverVariables.shape,
  ...operationVariables.shape,
  ...modelVariables.shape,
  ...budgetVariables.shape,
  ...contentVariables.shape,
  ...pageVariables.shape,
  ...ownKeyVariables.shape,
  ...limitVariables.shape,
  ...quotaVariables.shape,
  ...proofVariables.shape,
  ...securityContactVariables.shape,
});

/** Returns the configuration. Throws a `ConfigError` that names each wrong variable and a value for it. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const set = Object.entries(environment).flatMap(([name, value]) => {
    const trimmed = value?.trim() ?? '';
    return trimmed === '' ? [] : [[name, trimmed] as const];
  });
  const parsed = environmentSchema.safeParse(Object.fromEntries(set));
  if (!parsed.success) throw new ConfigError(parsed.error.issues);
  const values = parsed.data;
  const server = readServerConfig(values);
  const model = readModelConfig(values);
  const budget = readBudget(values, model);
  return {
    ...server,
    ...readOperationConfig(values, server.allowedHosts),
    ...readPageConfig(values),
    ...readOwnKeyConfig(values),
    ...readProofConfig(values),
    ...readLimitConfig(values, values.WORKSPACE),
    ...readQuotaConfig(values, values.WORKSPACE),
    ...readSecurityContactConfig(values),
    /** Null: no model is configured. The built-in writer writes. */
    model,
    /** Null: there is no budget. */
    budget,
    /** How the model is asked to answer. */
    protocol: values.WEAVE_PROTOCOL,
    /** The longest accepted content, in UTF-16 code units. */
    maxContentChars: readMaxContentChars(values, model, budget, values.WEAVE_PROTOCOL),
  };
}
