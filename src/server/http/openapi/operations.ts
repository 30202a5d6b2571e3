import * as z from 'zod/mini';

import { generationEventSchema } from '#contract/generation-events.ts';
import { foundGenerationSchema, generationSchema, repeatOnly } from '#contract/generations.ts';
import {
  changesQuerySchema,
  linkChangesSchema,
  linkPageSchema,
  pageQuerySchema,
} from '#contract/link-pages.ts';
import {
  linkChangeSchema,
  linkFileSchema,
  linkImportResultSchema,
  linkImportSchema,
  linkRemovalSchema,
  linkSchema,
  newLinkSchema,
} from '#contract/links.ts';
import { localModelsSchema } from '#contract/local-models.ts';
import { problemSchema } from '#contract/problem.ts';
import { suggestionRequestSchema, suggestionsSchema } from '#contract/suggestions.ts';
import { formatQuerySchema, formattedRequestSchema } from '#contract/version-formats.ts';
import { allowanceSchema, recoveryCodeSchema, workspaceSchema } from '#contract/visitor.ts';
import { problemMessages, type ProblemCode } from '#core/errors/problem-messages.ts';
import { requestErrorsSchema } from '#server/http/plugins/problems.ts';

export const tags = {
  Links: 'Saved links: pairs of a URL and a description.',
  Generations: 'Versions of a text with saved links in it, and what may be generated.',
  Workspace: 'The list of links that a token, a user or a cookie opens.',
  Server: 'The server itself.',
};

type Answer = {
  readonly status: 200 | 201 | 204 | 503;
  readonly description: string;
  /** By media type. A text has no schema. */
  readonly content?: Readonly<Record<string, z.core.$ZodType | 'text'>>;
};

type Header = { readonly name: string; readonly isRequired: boolean; readonly description: string };

export type Operation = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As Fastify writes it, such as `/api/links/:id`. */
  readonly path: string;
  readonly id: string;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodMiniObject;
  readonly headers?: readonly Header[];
  readonly body?: z.core.$ZodType;
  readonly answers: readonly [Answer, ...Answer[]];
  /** Whether it answers to everybody. */
  readonly isProbe?: boolean;
};

const [firstCode, ...otherCodes] = Object.keys(problemMessages).filter(
  (code): code is ProblemCode => code in problemMessages,
);

/** The schemas of answers by their names in the document. Routes and page use the same ones. */
export const answerSchemas = {
  Link: linkSchema,
  LinkPage: linkPageSchema,
  LinkChanges: z.object({ changes: linkChangesSchema }),
  LinkImportResult: linkImportResultSchema,
  LinkFile: linkFileSchema,
  Generation: generationSchema,
  GenerationEvent: generationEventSchema,
  FoundGeneration: foundGenerationSchema,
  Suggestions: suggestionsSchema,
  Workspace: workspaceSchema,
  Allowance: allowanceSchema,
  LocalModels: localModelsSchema,
  Condition: z.object({ status: z.string() }),
  Document: z.record(z.string(), z.unknown()),
  Problem: z.extend(problemSchema, {
    code: z.enum([firstCode ?? 'unexpected', ...otherCodes]),
    errors: z.optional(requestErrorsSchema),
  }),
};

/** The schemas of request bodies. A field with a default may be missing. */
export const requestSchemas = {
  NewLink: newLinkSchema,
  LinkChange: linkChangeSchema,
  LinkImport: linkImportSchema,
  GenerationRequest: formattedRequestSchema,
  SuggestionRequest: suggestionRequestSchema,
  RecoveryCode: recoveryCodeSchema,
};

const json = (status: 200 | 201, description: string, schema: z.core.$ZodType): Answer => ({
  status,
  description,
  content: { 'application/json': schema },
});
const nothing: Answer = { status: 204, description: 'Done. There is no body.' };
const file = (mediaType: string, schema: z.core.$ZodType | 'text'): Answer => ({
  status: 200,
  description: 'The file.',
  content: { [mediaType]: schema },
});

const { Condition, Document } = answerSchemas;

const keyHeader = {
  name: 'idempotency-key',
  description:
    '8 to 200 visible characters of ASCII, new for each generation. A repeated request with the same key and body within 24 hours gets the outcome of the first one and costs nothing.',
};

const links: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/links',
    id: 'listLinks',
    tag: 'Links',
    summary: 'Lists saved links, newest first',
    query: pageQuerySchema,
    answers: [json(200, 'A page of links.', linkPageSchema)],
  },
  {
    method: 'post',
    path: '/api/links',
    id: 'saveLink',
    tag: 'Links',
    summary: 'Saves a link',
    description: 'With an id, the request can be repeated: it saves one link, however often it arrives.',
    body: newLinkSchema,
    answers: [json(201, 'The saved link.', linkSchema)],
  },
  {
    method: 'patch',
    path: '/api/links/:id',
    id: 'changeLink',
    tag: 'Links',
    summary: 'Changes fields of a link',
    body: linkChangeSchema,
    answers: [json(200, 'The changed link.', linkSchema)],
  },
  {
    method: 'delete',
    path: '/api/links/:id',
    id: 'deleteLink',
    tag: 'Links',
    summary: 'Deletes a link',
    query: linkRemovalSchema,
    answers: [nothing],
  },
  {
    method: 'get',
    path: '/api/links/changes',
    id: 'listChanges',
    tag: 'Links',
    summary: 'Lists what has changed since an earlier version of the list',
    query: changesQuerySchema,
    answers: [json(200, 'The changes. Null: read the whole list page by page.', answerSchemas.LinkChanges)],
  },
  {
    method: 'post',
    path: '/api/links/import',
    id: 'importLinks',
    tag: 'Links',
    summary: 'Saves up to 1,000 links, oldest first',
    body: linkImportSchema,
    answers: [json(200, 'What became of each link.', linkImportResultSchema)],
  },
  {
    method: 'get',
    path: '/api/links/export.json',
    id: 'exportJson',
    tag: 'Links',
    summary: 'All links as JSON, which can be imported without loss',
    answers: [file('application/json', linkFileSchema)],
  },
  {
    method: 'get',
    path: '/api/links/export.csv',
    id: 'exportCsv',
    tag: 'Links',
    summary: 'All links as a table',
    answers: [file('text/csv', 'text')],
  },
  {
    method: 'get',
    path: '/api/links/export.html',
    id: 'exportHtml',
    tag: 'Links',
    summary: 'All links as bookmarks of a browser',
    answers: [file('text/html', 'text')],
  },
];

const generations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/generations',
    id: 'generate',
    tag: 'Generations',
    summary: 'Adds saved links to a text, in three versions',
    description:
      'Answers with an event stream, or with one JSON object at the end if `Accept` has `application/json` alone. Each event of the stream has its type as its name, and the whole object as its data. A stream ends with one `result` or one `problem`.',
    headers: [
      { ...keyHeader, isRequired: false },
      {
        name: repeatOnly,
        isRequired: false,
        description: 'Any value: the request only joins or repeats the generation of its key.',
      },
    ],
    query: formatQuerySchema,
    body: formattedRequestSchema,
    answers: [
      {
        status: 200,
        description: 'The generation.',
        content: { 'application/json': generationSchema, 'text/event-stream': generationEventSchema },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/generations',
    id: 'findGeneration',
    tag: 'Generations',
    summary: 'Says what has become of the generation of a key',
    headers: [{ ...keyHeader, isRequired: true }],
    answers: [json(200, 'Its state.', foundGenerationSchema)],
  },
  {
    method: 'delete',
    path: '/api/generations',
    id: 'stopGeneration',
    tag: 'Generations',
    summary: 'Stops the generation of a key',
    headers: [{ ...keyHeader, isRequired: true }],
    answers: [nothing],
  },
  {
    method: 'post',
    path: '/api/suggestions',
    id: 'suggestLinks',
    tag: 'Generations',
    summary: 'Ranks the saved links by how well they fit a text, without a model',
    body: suggestionRequestSchema,
    answers: [json(200, 'Suggestions, best first.', suggestionsSchema)],
  },
  {
    method: 'get',
    path: '/api/allowance',
    id: 'readAllowance',
    tag: 'Generations',
    summary: 'Says what may still be generated today',
    answers: [json(200, 'The allowance.', allowanceSchema)],
  },
  {
    method: 'get',
    path: '/api/local-models',
    id: 'listLocalModels',
    tag: 'Generations',
    summary: 'Lists the models on the machine of the server, for a page on that machine',
    query: z.object({ known: z.optional(z.string()) }),
    answers: [json(200, 'The models. Null: this server looks for none.', localModelsSchema)],
  },
];

const workspaces: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/workspace',
    id: 'readWorkspace',
    tag: 'Workspace',
    summary: 'Describes the workspace of the request',
    answers: [json(200, 'The workspace.', workspaceSchema)],
  },
  {
    method: 'put',
    path: '/api/workspace',
    id: 'openWorkspace',
    tag: 'Workspace',
    summary: 'Opens the workspace of a recovery code: the answer sets its cookie',
    body: recoveryCodeSchema,
    answers: [json(200, 'The workspace.', workspaceSchema)],
  },
  {
    method: 'delete',
    path: '/api/workspace',
    id: 'deleteWorkspace',
    tag: 'Workspace',
    summary: 'Deletes the workspace with all its data',
    answers: [nothing],
  },
  {
    method: 'post',
    path: '/api/workspace/recovery-code',
    id: 'readRecoveryCode',
    tag: 'Workspace',
    summary: 'Returns the recovery code of a workspace that a cookie opens',
    answers: [json(200, 'The code.', recoveryCodeSchema)],
  },
];

const server: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/openapi.json',
    id: 'readDocument',
    tag: 'Server',
    summary: 'This document',
    answers: [json(200, 'The document.', Document)],
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'readHealth',
    tag: 'Server',
    summary: 'Says that the process runs',
    answers: [json(200, 'It runs.', Condition)],
    isProbe: true,
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'readReadiness',
    tag: 'Server',
    summary: 'Says whether the server can serve requests',
    answers: [
      json(200, 'It can.', Condition),
      { status: 503, description: 'It cannot, and says why.', content: { 'application/json': Condition } },
    ],
    isProbe: true,
  },
];

export const operations = [...links, ...generations, ...workspaces, ...server];
