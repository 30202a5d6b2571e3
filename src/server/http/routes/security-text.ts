import type { FastifyInstance } from 'fastify';

import type { SecurityContactConfig } from '#server/config/security-contact-config.ts';

const address = '/.well-known/security.txt';

/** Serves the contact for security reports (RFC 9116). Adds no route if there is no contact. */
export function addSecurityText(
  app: FastifyInstance,
  contact: SecurityContactConfig['securityContact'],
): void {
  if (contact === null) return;
  const { contacts, expires, policy } = contact;
  const lines = [
    ...contacts.map((each) => `Contact: ${each}`),
    `Expires: ${expires.toISOString()}`,
    ...(policy === null ? [] : [`Policy: ${policy}`]),
    'Preferred-Languages: en',
  ];
  const text = lines.map((line) => `${line}\n`).join('');
  app.get(address, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
}
