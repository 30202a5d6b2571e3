/** What a model says while it writes. */
export type ModelPiece =
  /**
   * Its answer has begun, or is not waited for any more though it may come: the call may have to be paid for.
   * The built-in writer never says it.
   */
  | { readonly type: 'answer' }
  | { readonly type: 'text'; readonly text: string }
  /** What came beside the text and costs as much: thoughts, and the beginning of what could not be read to its end. */
  | { readonly type: 'unread'; readonly text: string }
  /** What the provider counted, where it counts. */
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };
