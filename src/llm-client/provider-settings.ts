/** Which provider is asked, and how. */
export type ProviderSettings = {
  /** Without a slash at the end, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Null for providers that want none. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly temperature: number;
};
