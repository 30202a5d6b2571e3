/** What is wrong with which variable; the message ends a sentence that begins with "NAME must be". */
export type ConfigIssue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Names the variables, never their values: one of them is a key, another holds a password. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(issues: readonly ConfigIssue[]) {
    const lines = issues.map(({ path, message }) => `- ${path.join('.')} must be ${message}.`);
    super(`Linkweft cannot start with this configuration:\n${lines.join('\n')}`);
  }
}
