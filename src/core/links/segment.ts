/** A stretch of a version, in reading order. The sources of all segments, joined, are the text that was read. */
export type Segment =
  | { readonly type: 'text'; readonly text: string }
  /** Link markup whose URL is byte for byte one of the known ones. */
  | { readonly type: 'link'; readonly anchor: string; readonly url: string; readonly source: string }
  /** Link markup with any other URL: never to be shown as a link. */
  | { readonly type: 'unknown'; readonly anchor: string; readonly url: string; readonly source: string };
