/** Messages for a visitor whose browser has not yet done its proof of work. */
export const proofMessages = {
  'proof-required': 'Your browser has not finished its check yet. Please try again in a moment.',
  'proof-invalid': 'The check of your browser has expired. Please try again.',
} as const;
