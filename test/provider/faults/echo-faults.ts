import { chunk, event, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { end, hang, refuse, reset, respond } from '#provider/steps.ts';

/**
 * Answers of a provider that repeats what it received. It puts the `words` into every field of a failure. As a model it
 * writes the `text`, because a model never receives the key.
 */
export function echoFaults(words: string, text: string): Readonly<Record<string, Step>> {
  return {
    'a refusal that quotes the text': refuse(400, {
      message: words,
      type: `a ${words}`,
      code: `${words} !`,
    }),
    'a page of HTML': respond(500, 'text/html', `<h1>${words}</h1>`),
    'a refused key': refuse(401, { message: `Incorrect API key provided: ${words}` }),
    'too many requests': refuse(429, { message: words }, { 'retry-after': '0' }),
    'invalid JSON': respond(200, 'application/json', `{"choices": ${words}`),
    'JSON of another kind': respond(
      200,
      'application/json',
      JSON.stringify({ [words]: words, choices: words }),
    ),
    'an event with invalid JSON': inOrder(streamHead, event(`{"choices": ${words}`), end),
    'an error inside the stream': inOrder(
      streamHead,
      event({ error: { message: words, code: words.length } }),
      end,
    ),
    'a reset in the middle': inOrder(
      streamHead,
      chunk({ content: `VERSION: SAFE\n${text}\nVERSION: INTERESTING\n` }),
      reset,
    ),
    'an end in the middle': inOrder(streamHead, chunk({ content: `VERSION: SAFE\n${text}\n` }), end),
    'another host': respond(302, 'text/plain', words, {
      location: `http://elsewhere.example/?${encodeURIComponent(words)}`,
    }),
    'no end in time': inOrder(streamHead, chunk({ content: text }), hang),
    'a whole answer': streamed(`VERSION: SAFE\n${text}\n`),
  };
}
