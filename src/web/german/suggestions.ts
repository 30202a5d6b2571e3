/** Texts of the suggested links. */
export const suggestions = {
  '1 more may fit': '1 weiterer passt vielleicht',
  'Add some content to see which of your links fit it':
    'Text einfügen, um zu sehen, welche Ihrer Links dazu passen',
  'All selected': 'Alle ausgewählt',
  'Close suggestions': 'Vorschläge schließen',
  '{count} link fits this text': '{count} Link passt zu diesem Text',
  '{count} link may fit this text': '{count} Link passt vielleicht zu diesem Text',
  '{count} link selected': '{count} Link ausgewählt',
  '{count} links fit this text': '{count} Links passen zu diesem Text',
  '{count} links may fit this text': '{count} Links passen vielleicht zu diesem Text',
  '{count} links selected': '{count} Links ausgewählt',
  '{count} more may fit': '{count} weitere passen vielleicht',
  'For an earlier text': 'Für einen früheren Text',
  'Links that fit this text': 'Links, die zu diesem Text passen',
  'Looked through your only link. A few more words in the text or in a link’s description may help.':
    'Ihr einziger Link wurde geprüft. Einige Wörter mehr im Text oder in der Beschreibung eines Links helfen vielleicht.',
  'Looked through {count} links. A few more words in the text or in a link’s description may help.':
    '{count} Links wurden geprüft. Einige Wörter mehr im Text oder in der Beschreibung eines Links helfen vielleicht.',
  'Looking through your links': 'Ihre Links werden durchsucht',
  'No links saved yet': 'Noch keine Links gespeichert',
  'No saved link fits this text yet': 'Noch kein gespeicherter Link passt zu diesem Text',
  'Save the links you earn with, then ask again.':
    'Speichern Sie die Links, mit denen Sie verdienen, und fragen Sie dann erneut.',
  'Select all of these': 'Alle diese auswählen',
  'Show in your text': 'In Ihrem Text zeigen',
  'Suggest again': 'Erneut vorschlagen',
  'Suggest links': 'Vorschläge',
  'Suggestions come from the server, and it cannot be reached just now. Check your connection and try again.':
    'Vorschläge kommen vom Server, und er ist gerade nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.',
  'The best of your only link.': 'Ihr einziger Link wurde geprüft.',
  'The best of {count} links.': 'Das Beste aus {count} Links.',
  'This sentence is no longer in your text': 'Dieser Satz steht nicht mehr in Ihrem Text',
  'Which of your links fit this text?': 'Welche Ihrer Links passen zu diesem Text?',
} as const;
