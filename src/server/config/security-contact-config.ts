import * as z from 'zod/mini';

import { ConfigError } from './config-error.ts';

const contact = /^(?:mailto:[^\s@<>]+@[\w.-]+|tel:\+?[\d.-]+|https:\/\/[^\s<>]+)$/;

/** Whom somebody tells of a weakness: what `/.well-known/security.txt` says (RFC 9116). */
export const securityContactVariables = z.object({
  SECURITY_CONTACT: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => contactsOf(text).every((each) => contact.test(each)),
          'addresses with commas between them, such as mailto:security@example.com,https://example.com/report',
        ),
      ),
  ),
  SECURITY_EXPIRES: z.optional(
    z
      .string()
      .check(z.refine(isDay, 'the day from which the contact is not to be relied on, such as 2027-06-30')),
  ),
  SECURITY_POLICY: z.optional(
    z
      .string()
      .check(z.refine((text) => /^https:\/\/[^\s<>]+$/.test(text) && URL.canParse(text), 'an https address')),
  ),
});

export type SecurityContactConfig = {
  /** Null: nobody is named. */
  readonly securityContact: {
    /** Addresses of mail, telephone or web, the preferred one first. */
    readonly contacts: readonly string[];
    readonly expires: Date;
    readonly policy: string | null;
  } | null;
};

/** A contact without a day to it is refused: the standard wants one, and nobody would look after the contact. */
export function readSecurityContactConfig(
  values: z.infer<typeof securityContactVariables>,
): SecurityContactConfig {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, SECURITY_POLICY: policy = null } = values;
  if (contacts === undefined) return { securityContact: null };
  if (expires === undefined)
    throw new ConfigError([
      { path: ['SECURITY_EXPIRES'], message: 'set where SECURITY_CONTACT is: a day such as 2027-06-30' },
    ]);
  return { securityContact: { contacts: contactsOf(contacts), expires: new Date(expires), policy } };
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some days that are not in the calendar are read as later ones.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function contactsOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
