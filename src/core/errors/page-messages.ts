/** Messages that the page shows without an answer from the server. */
export const pageMessages = {
  'content-empty': 'Please add some content to rewrite',
  'links-invalid': 'No valid links selected or found. Please select at least one existing link.',
  'generation-failed': 'Failed to generate alternatives. Please try again.',
  'link-not-found': 'Link not found',
  'link-create-failed': 'Failed to create link. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
  'page-outdated': 'This page is out of date. Please reload the page and try again.',
  'storage-failed': 'Your links couldn’t be loaded or saved. Please try again.',
  'request-too-large':
    'A proxy in front of this site refuses requests this large. Please contact the site owner.',
  'network-failed': 'The server could not be reached. Please check your connection and try again.',
} as const;

export type PageProblemCode = keyof typeof pageMessages;
