/** A chat completion's two messages. */
export type Prompt = {
  readonly system: string;
  readonly user: string;
};
