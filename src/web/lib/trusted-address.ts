/** Returns the address of a script as a trusted type. The content security policy allows each name once. */
export function trustedAddress(name: 'service-worker' | 'task-worker', address: string): string {
  const policy = globalThis.trustedTypes?.createPolicy(name, { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}
