/** Texts of the copy button, the disclosure and the export of a version. */
export const exporting = {
  'Added to the copy': 'Wird mitkopiert',
  'As you wrote it, each address behind its words.':
    'Wie Sie es geschrieben haben, jede Adresse hinter ihren Wörtern.',
  'As you wrote it, tag by tag, with the links in it.':
    'Wie Sie es geschrieben haben, mit jedem HTML-Tag und den Links darin.',
  'As you wrote it, with the links in it.': 'Wie Sie es geschrieben haben, mit den Links darin.',
  'ASA, United Kingdom': 'ASA, Vereinigtes Königreich',
  Cancel: 'Abbrechen',
  Copied: 'Kopiert',
  Copy: 'Kopieren',
  'Copy and use anywhere': 'Kopieren und überall verwenden',
  '{count} of {limit} characters. Words only: an address in it is no link.':
    '{count} von {limit} Zeichen. Nur Wörter: Eine Adresse darin wird kein Link.',
  'Disclosure saved': 'Werbehinweis gespeichert',
  Download: 'Herunterladen',
  'Downloaded {name}': '{name} heruntergeladen',
  'Each address stands behind its words.': 'Jede Adresse steht hinter ihren Wörtern.',
  Edit: 'Bearbeiten',
  'Edit the disclosure': 'Werbehinweis bearbeiten',
  Export: 'Export',
  'Export the experimental version': 'Experimentelle Fassung exportieren',
  'Export the exploratory version': 'Freiere Fassung exportieren',
  'Export the safe version': 'Behutsame Fassung exportieren',
  'For Markdown editors and site generators.': 'Für Markdown-Editoren und Website-Generatoren.',
  'For the code editor of WordPress.': 'Für den Code-Editor von WordPress.',
  'FTC, United States': 'FTC, USA',
  'German law, with “Anzeige”': 'Deutsches Recht, mit „Anzeige“',
  'German law, with “Werbung”': 'Deutsches Recht, mit „Werbung“',
  HTML: 'HTML',
  JSON: 'JSON',
  'Leave it out': 'Weglassen',
  'Mark your links for search engines as': 'Kennzeichnung Ihrer Links für Suchmaschinen',
  Markdown: 'Markdown',
  'Markdown and plain text cannot carry this: let your site set it there. Links of your own text stay as they are.':
    'Markdown und reiner Text können das nicht enthalten: Lassen Sie es dort von Ihrer Website setzen. Links, die schon in Ihrem Text standen, bleiben, wie sie sind.',
  nothing: 'keine',
  'One of your links leads to Amazon. Amazon asks for this sentence, which is not added to your own text: “{sentence}”':
    'Einer Ihrer Links führt zu Amazon. Amazon verlangt diesen Satz, der Ihrem eigenen Text nicht hinzugefügt wird: „{sentence}“',
  'One of your links leads to Amazon. The sentence that Amazon asks for is added: “{sentence}”':
    'Einer Ihrer Links führt zu Amazon. Der Satz, den Amazon verlangt, wird hinzugefügt: „{sentence}“',
  'Plain text with URLs': 'Reiner Text mit URLs',
  'Put disclosure in': 'Werbehinweis einfügen',
  'Readers see it before the first link of your texts in English. This browser remembers it.':
    'Er steht vor dem ersten Link Ihrer englischen Texte. Dieser Browser merkt ihn sich.',
  'Readers see it before the first link of your texts in German. This browser remembers it.':
    'Er steht vor dem ersten Link Ihrer deutschen Texte. Dieser Browser merkt ihn sich.',
  'Readers see it before the first link of your texts in other languages than English, German and Spanish. This browser remembers it.':
    'Er steht vor dem ersten Link Ihrer Texte in anderen Sprachen als Englisch, Deutsch und Spanisch. Dieser Browser merkt ihn sich.',
  'Readers see it before the first link of your texts in Spanish. This browser remembers it.':
    'Er steht vor dem ersten Link Ihrer spanischen Texte. Dieser Browser merkt ihn sich.',
  Save: 'Speichern',
  'Search engines ask for paid links to be marked.':
    'Suchmaschinen verlangen, dass bezahlte Links gekennzeichnet sind.',
  'Spanish, with “Publicidad”': 'Spanisch, mit „Publicidad“',
  'Start from a ready text': 'Mit einem fertigen Text beginnen',
  'Tell readers before the first link': 'Vor dem ersten Link auf Werbung hinweisen',
  Text: 'Text',
  'The default disclosure is back': 'Der Standard-Werbehinweis ist wieder da',
  'The disclosure is copied': 'Der Werbehinweis wird mitkopiert',
  'The disclosure is not copied': 'Der Werbehinweis wird nicht mitkopiert',
  'The source, for a web page or an HTML view.': 'Der Quelltext, für eine Webseite oder eine HTML-Ansicht.',
  'The text, the links and the link check, for programs.':
    'Der Text, die Links und die Linkprüfung, für Programme.',
  'Use the default': 'Standard verwenden',
  'WordPress blocks': 'WordPress-Blöcke',
  'Write at least one word, or press Use the default.':
    'Schreiben Sie mindestens ein Wort, oder drücken Sie „Standard verwenden“.',
  'Your own text': 'Ihr eigener Text',
} as const;
