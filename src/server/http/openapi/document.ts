import * as z from 'zod/mini';

import { answerSchemas, operations, requestSchemas, tags, type Operation } from './operations.ts';

type Json = { readonly [key: string]: unknown };
type NamedSchemas = Readonly<Record<string, z.core.$ZodType>>;

const problem = { content: { 'application/problem+json': { schema: refTo('Problem') } } };

/**
 * Returns the OpenAPI description of the HTTP interface. Its schemas are those with which routes and page check.
 *
 * @param basePath the path of the server below its host; empty at the root
 */
export function describeApi(basePath: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Linkweft',
      version: '1',
      summary: 'Adds your own affiliate links to your own text: your words, your URLs, exactly.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ token: [] }, { cookie: [] }, {}],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(operations),
    components: {
      schemas: { ...writeSchemas(requestSchemas, 'input'), ...writeSchemas(answerSchemas, 'output') },
      responses: {
        Refused: { description: 'The request was refused. `code` says why.', ...problem },
        Failed: { description: 'The server or the provider failed. `code` says why.', ...problem },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of API_TOKENS. It opens the workspace of its name.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-workspace',
          description:
            'The cookie of a visitor, which the first save sets. Without TLS it is `workspace-` with the port.',
        },
      },
    },
  };
}

function pathsOf(all: readonly Operation[]): Json {
  const paths = new Map<string, Json>();
  for (const operation of all) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths.set(path, { ...paths.get(path), [operation.method]: describe(operation) });
  }
  return Object.fromEntries(paths);
}

function describe({ id, tag, summary, description, body, answers, isProbe, ...operation }: Operation): Json {
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(isProbe === true && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: contentOf('application/json', body) },
    }),
    responses: {
      ...Object.fromEntries(answers.map(({ status, ...answer }) => [status, describeAnswer(answer)])),
      '4XX': { $ref: '#/components/responses/Refused' },
      '5XX': { $ref: '#/components/responses/Failed' },
    },
  };
}

function describeAnswer({ description, content }: Omit<Operation['answers'][number], 'status'>): Json {
  if (content === undefined) return { description };
  const types = Object.entries(content).map(([type, schema]) => contentOf(type, schema));
  return { description, content: Object.assign({}, ...types) };
}

function contentOf(mediaType: string, schema: z.core.$ZodType | 'text'): Json {
  return { [mediaType]: { schema: schema === 'text' ? { type: 'string' } : refTo(nameOf(schema)) } };
}

function parametersOf({ path, query, headers = [] }: Pick<Operation, 'path' | 'query' | 'headers'>): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    in: 'path',
    name,
    required: true,
    schema: { type: 'string' },
  }));
  const inHeaders = headers.map(({ name, isRequired, description }) => ({
    in: 'header',
    name,
    required: isRequired,
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...(query === undefined ? [] : parametersOfQuery(query)), ...inHeaders];
}

function parametersOfQuery(query: z.ZodMiniObject): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    in: 'query',
    name,
    required: required.includes(name),
    schema,
  }));
}

/** Returns the JSON schemas of these schemas, which refer to each other by their names. */
function writeSchemas(named: NamedSchemas, io: 'input' | 'output'): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}` });
  const bare = Object.entries(schemas).map(
    ([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema] as const,
  );
  return Object.fromEntries(bare);
}

function nameOf(schema: z.core.$ZodType): string {
  const named = Object.entries<z.core.$ZodType>({ ...requestSchemas, ...answerSchemas });
  const found = named.find(([, each]) => each === schema);
  if (found === undefined) throw new Error('A schema of the interface has no name.');
  return found[0];
}

function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}
