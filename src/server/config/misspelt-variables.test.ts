import { expect, test } from 'vitest';

import { misspeltVariables } from './misspelt-variables.ts';
import { variables } from './variables.ts';

test.each([
  ['OPENAI_MODLE', 'OPENAI_MODEL'],
  ['OPEN_AI_API_KEY', 'OPENAI_API_KEY'],
  ['openai_model', 'OPENAI_MODEL'],
  ['DATADIR', 'DATA_DIR'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['LIMIT_GENERATION_PER_MINUTES', 'LIMIT_GENERATIONS_PER_MINUTE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['BUDGET_DAYLY_USD', 'BUDGET_DAILY_USD'],
])('%s is taken for %s', (name, meant) => {
  const lines = misspeltVariables({ [name]: 'secret' });
  expect(lines).toEqual(
    meant === null ? [] : [`The variable ${name} is not known and has no effect. Did you mean ${meant}?`],
  );
});

test('our own variables, and those of other programs, give no warning', () => {
  const others =
    'HOME HOSTNAME PATH PWD SHELL TERM USER LANG LOGNAME NODE_ENV NODE_OPTIONS OPENAI_ORG_ID OPENAI_ORGANIZATION OPENAI_API_BASE PGHOST PGPORT HTTP_PROXY NO_PROXY TZ npm_config_cache KUBERNETES_PORT KUBERNETES_SERVICE_HOST INVOCATION_ID JOURNAL_STREAM';
  const names = [...Object.keys(variables.shape), ...others.split(' ')];
  expect(misspeltVariables(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
