/** TypeScript does not know trusted types yet. The result of a policy is used as a string. */
type TrustedTypes = {
  createPolicy<Rules extends Readonly<Record<string, (value: string) => string>>>(
    name: string,
    rules: Rules,
  ): { readonly [Rule in keyof Rules]: (value: string) => string };
};

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

/** Returns the address of a script as a trusted type. The content security policy allows each name once. */
export function trustedAddress(name: 'service-worker' | 'task-worker', address: string): string {
  const policy = window.trustedTypes?.createPolicy(name, { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}
