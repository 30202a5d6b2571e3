/** What a request says beside the model and the messages: each is refused by some model that accepts the others. */
export type Parameter = 'temperature' | 'stream' | 'stream_options' | 'max_tokens' | 'max_completion_tokens';
