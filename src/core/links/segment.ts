/** A stretch of a version, in reading order. The sources of all segments, joined, are the whole text. */
export type Segment =
  | { readonly type: 'text'; readonly text: string }
  /** Link markup with exactly one of the known URLs. */
  | { readonly type: 'link'; readonly anchor: string; readonly url: string; readonly source: string }
  /** Link markup with any other URL. It is never shown as a link. */
  | { readonly type: 'unknown'; readonly anchor: string; readonly url: string; readonly source: string };
