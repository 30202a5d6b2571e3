import type { Step } from '#provider/exchange.ts';
import { refuse, respond } from '#provider/steps.ts';

import { eitherWay, final, triedAgain, type Fault, type FaultOutcome } from './fault.ts';

const gatewayPage = `<html>
<head><title>502 Bad Gateway</title></head>
<body><h1>502 Bad Gateway</h1><script>alert('gateway')</script></body>
</html>`;

const tooLong = {
  message: "This model's maximum context length is 8192 tokens. Your messages hold 9001 tokens.",
  type: 'invalid_request_error',
  code: 'context_length_exceeded',
};

const quota = {
  message: 'You exceeded your current quota.',
  type: 'insufficient_quota',
  code: 'insufficient_quota',
};

/** Some providers repeat the key in their error. It must not be passed on. */
const badKey = { message: 'Incorrect API key provided: sk-repeated-by-provider.', code: 'invalid_api_key' };

/** Answers with an error status, the same for streams and single bodies. */
export const statusFaults: readonly Fault[] = [
  status('400 context too long', refuse(400, tooLong), final('provider-context-exceeded')),
  status(
    '400 other',
    refuse(400, { type: 'invalid_request_error', code: 'invalid_value' }),
    final('provider-refused-request'),
  ),
  status('401', refuse(401, badKey), final('provider-unauthorized')),
  status('403', refuse(403), final('provider-forbidden')),
  status('404 model', refuse(404, { code: 'model_not_found' }), final('provider-model-missing')),
  status('408', refuse(408), triedAgain('provider-timeout')),
  status(
    '429 with Retry-After',
    refuse(429, { code: 'rate_limit_exceeded' }, { 'retry-after': '1' }),
    triedAgain('provider-rate-limited'),
  ),
  status('429 without Retry-After', refuse(429), triedAgain('provider-rate-limited')),
  status('429 insufficient_quota', refuse(429, quota), final('provider-quota')),
  status('500', refuse(500, { type: 'server_error' }), triedAgain('provider-unavailable')),
  status('502 with an HTML page', respond(502, 'text/html', gatewayPage), triedAgain('provider-unavailable')),
  status('503', refuse(503), triedAgain('provider-unavailable')),
  status('520', respond(520, 'text/plain', ''), triedAgain('provider-unavailable')),
  {
    name: '302 to another host',
    isSilent: false,
    isPaid: false,
    outcome: eitherWay(final('provider-moved')),
    answer: ({ elsewhere }) => respond(302, 'text/plain', '', { location: `${elsewhere}/chat/completions` }),
  },
];

function status(name: string, answer: Step, outcome: FaultOutcome): Fault {
  return { name, isSilent: false, isPaid: false, outcome: eitherWay(outcome), answer: () => answer };
}
