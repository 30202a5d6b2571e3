import { atOnce, streamed } from '#provider/completion-steps.ts';
import type { Step } from '#provider/exchange.ts';
import {
  eitherWay,
  final,
  triedAgain,
  type Fault,
  type FaultOutcome,
  type FaultScene,
} from '#provider/faults/fault.ts';
import { refuse, respond } from '#provider/steps.ts';

const json = (status: number, body: unknown) => respond(status, 'application/json', JSON.stringify(body));

/** An answer with an error status, the same for streams and single bodies. */
function refusal(name: string, answer: Step, outcome: FaultOutcome): Fault {
  return { name, isSilent: false, isPaid: false, outcome: eitherWay(outcome), answer: () => answer };
}

/** Refuses requests that have something, and answers the others. */
function refusesOnce(
  name: string,
  has: (body: object) => boolean,
  refusing: Step,
  outcome: Partial<FaultOutcome> = {},
): Fault {
  const usual = ({ way, reply }: FaultScene) => (way === 'streamed' ? streamed(reply) : atOnce(reply));
  return {
    name,
    isSilent: false,
    isPaid: true,
    outcome: eitherWay({ code: null, calls: 2, keeps: false, writes: true, ...outcome }),
    answer: (scene) => (exchange) =>
      has(exchange.call.body ?? {}) ? refusing(exchange) : usual(scene)(exchange),
  };
}

const hasUsage = (body: object) => 'stream_options' in body;
const hasSystem = (body: object) => JSON.stringify(body).includes('"role":"system"');

const lasting = (message: string, more: object = {}) => json(429, { error: { message, code: 429, ...more } });

/** Refusals as providers and gateways send them. */
export const refusalDialects: readonly Fault[] = [
  // Databricks in front of Bedrock: anomalyco/opencode/issues/4698.
  refusesOnce(
    'stream_options in unusual words',
    hasUsage,
    json(400, {
      error_code: 'BAD_REQUEST',
      message: '{"message":"Stream option `include_usage` needs a plan"}',
    }),
  ),
  // BerriAI/litellm/issues/9916.
  refusesOnce(
    'stream_options with status 500',
    hasUsage,
    json(500, { error: { message: 'extraneous key [include_usage] is not permitted', code: '500' } }),
  ),
  refusesOnce(
    'stream_options in plain text',
    hasUsage,
    respond(422, 'text/plain', 'bad field stream_options'),
  ),
  // microsoft/autogen/issues/1037.
  refusesOnce(
    'the system role in words of a template',
    hasSystem,
    json(400, {
      object: 'error',
      message: 'Conversation roles must alternate user/assistant/user/assistant/...',
      type: 'invalid_request_error',
      param: null,
      code: null,
    }),
  ),
  // mlc-ai/mlc-llm/issues/1681, anomalyco/opencode/issues/5034.
  refusesOnce(
    'the system role with status 500',
    hasSystem,
    json(500, {
      error: {
        code: 500,
        message: 'Jinja Exception: Only user and assistant roles are supported!',
        type: 'server_error',
      },
    }),
  ),
  // FuzzAnything/PromptFuzz/issues/42.
  refusal(
    'an error in an array',
    json(400, { error: [{ message: 'Incorrect API key provided: sk-repeated-by-provider.' }] }),
    final('provider-unauthorized'),
  ),
  refusal(
    'errors in an array',
    json(400, { errors: [{ code: 7003, message: 'The model does-not-exist does not exist' }] }),
    final('provider-model-missing'),
  ),
  // lmstudio-ai/lmstudio-bug-tracker/issues/618. It answers with status 200, so it may have cost something.
  {
    ...refusal(
      'LM Studio on a wrong path',
      json(200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }),
      final('provider-address'),
    ),
    isPaid: true,
  },
  // sigoden/aichat/issues/1100.
  refusal('404 without /v1', respond(404, 'text/plain', '404 page not found'), final('provider-address')),
  refusal('404 of another program', json(404, { detail: 'Not Found' }), final('provider-address')),
  refusal('405', json(405, { detail: 'Method Not Allowed' }), final('provider-address')),
  // docker/docker-agent/issues/313.
  refusal(
    'a model of the Responses API',
    refuse(404, {
      message: 'This model is only supported in v1/responses and not in v1/chat/completions.',
      type: 'invalid_request_error',
      param: 'model',
    }),
    final('provider-no-chat'),
  ),
  refusal(
    'a model for embeddings',
    refuse(400, { message: '"nomic-embed-text" does not support chat' }),
    final('provider-no-chat'),
  ),
  // continuedev/continue/issues/10920.
  refusal(
    '429 with a limit for the day',
    lasting(
      'Rate limit reached on tokens per day (TPD): Limit 100000. Please try again in 3h9m38.016s. Upgrade.',
    ),
    {
      ...final('provider-day-limit'),
      message: 'The AI provider’s limit for today is reached. Please try again in 4 hours.',
      ownMessage: 'Your daily limit with the AI provider is reached. Please try again in 4 hours.',
    },
  ),
  // Gitlawb/openclaude/issues/936.
  refusal(
    '429 with a limit for the day and no time',
    lasting(
      'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day',
    ),
    final('provider-day-limit'),
  ),
  // google-gemini/gemini-cli/issues/8437. Its `retryDelay` is that of the minute.
  refusal(
    '429 of Gemini for the day',
    json(429, [
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota, please check your plan and billing details.',
          status: 'RESOURCE_EXHAUSTED',
          details: [
            { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
            { retryDelay: '38s' },
          ],
        },
      },
    ]),
    final('provider-day-limit'),
  ),
  refusal(
    '429 with a time of minutes in words',
    lasting('Rate limit reached on tokens per minute. Please try again in 7m12s.'),
    {
      ...final('provider-rate-limited'),
      message: 'The AI provider is receiving too many requests. Please try again in 8 minutes.',
    },
  ),
  refusal(
    '429 with a time of milliseconds in words',
    lasting('Rate limit reached for requests. Please try again in 20ms.'),
    triedAgain('provider-rate-limited'),
  ),
];
