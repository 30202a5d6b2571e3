import type { FastifyInstance } from 'fastify';

import type { Allowance } from '#contract/visitor.ts';
import { readAllowance, type AllowanceParts } from '#server/generations/spending.ts';
import { visitorOf } from '#server/generations/ledger/visitors.ts';

export function addAllowanceRoutes(app: FastifyInstance, parts: AllowanceParts): void {
  app.get('/api/allowance', (request): Promise<Allowance> => readAllowance(parts, visitorOf(request.ip)));
}
