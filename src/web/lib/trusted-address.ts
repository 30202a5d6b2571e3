/** TypeScript does not know trusted types yet. What a policy makes goes where a string would. */
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

/** The address of a script, from a policy that gives no other. The content security policy allows each name once. */
export function trustedAddress(name: 'service-worker' | 'proof-worker', address: string): string {
  const policy = window.trustedTypes?.createPolicy(name, { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}
