import * as z from 'zod/mini';

import { failConfig, list, text } from './variables.ts';

const contact = /^(?:mailto:[^\s@<>]+@[\w.-]+|tel:\+?[\d.-]+|https:\/\/[^\s<>]+)$/;

/** The contact for security reports in `/.well-known/security.txt` (RFC 9116). */
export const securityContactVariables = z.object({
  SECURITY_CONTACT: z.optional(
    list(
      (entry) => contact.test(entry),
      'addresses with commas between them, such as mailto:security@example.com,https://example.com/report',
    ),
  ),
  SECURITY_EXPIRES: z.optional(
    text(isDay, 'the day from which the contact is not to be relied on, such as 2027-06-30'),
  ),
  SECURITY_POLICY: z.optional(
    text((value) => /^https:\/\/[^\s<>]+$/.test(value) && URL.canParse(value), 'an https address'),
  ),
});

export type SecurityContactConfig = {
  /** Null: there is no contact. */
  readonly securityContact: {
    /** E-mail, telephone or web addresses. The preferred one comes first. */
    readonly contacts: readonly string[];
    readonly expires: Date;
    readonly policy: string | null;
  } | null;
};

/** A contact without an expiry date is refused, because the standard requires one. */
export function readSecurityContactConfig(
  values: z.infer<typeof securityContactVariables>,
): SecurityContactConfig {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, SECURITY_POLICY: policy = null } = values;
  if (contacts === undefined) return { securityContact: null };
  if (expires === undefined)
    failConfig('SECURITY_EXPIRES', 'set where SECURITY_CONTACT is: a day such as 2027-06-30');
  return { securityContact: { contacts, expires: new Date(expires), policy } };
}

function isDay(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  // `Date.parse` reads some days that do not exist as later days.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
