/** Requests and answers are read and written by the contract: Fastify's own compilers would be loaded for nothing. */
export const noSchemas = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };

function refuse() {
  return (): never => {
    throw new Error('A route has a JSON schema, and nothing compiles those here.');
  };
}
