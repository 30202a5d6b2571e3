/** The forms in which a version leaves the page. */
export const exportForms = ['markdown', 'html', 'wordpress', 'plain', 'json'] as const;

export type ExportForm = (typeof exportForms)[number];
