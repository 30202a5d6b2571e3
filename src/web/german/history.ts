/** Texts of the kept results. */
export const history = {
  '{count} deleted.': '{count} gelöscht.',
  '{count} link': '{count} Link',
  '{count} links': '{count} Links',
  '{count} more are damaged or of another version of this page, and cannot be shown.':
    '{count} weitere sind beschädigt oder von einer anderen Version dieser Seite und können nicht gezeigt werden.',
  '{count} more is damaged or of another version of this page, and cannot be shown.':
    '{count} weiteres ist beschädigt oder von einer anderen Version dieser Seite und kann nicht gezeigt werden.',
  '{count} of {total} results': 'Ergebnisse: {count} von {total}',
  '{count} result': '{count} Ergebnis',
  '{count} results': '{count} Ergebnisse',
  'Delete all': 'Alle löschen',
  'Delete it': 'Löschen',
  'Delete the one that is still here?': 'Soll das eine gelöscht werden, das noch hier ist?',
  'Delete the {count} that are still here?': 'Sollen die {count} gelöscht werden, die noch hier sind?',
  'Delete them': 'Löschen',
  'Delete: {words}': 'Löschen: {words}',
  'Keep it': 'Behalten',
  'Keep my results on this device': 'Meine Ergebnisse auf diesem Gerät aufbewahren',
  'Keep them': 'Behalten',
  'Kept results': 'Aufbewahrte Ergebnisse',
  'New results are not kept any more.': 'Neue Ergebnisse werden nicht mehr aufbewahrt.',
  'No results are kept.': 'Es werden keine Ergebnisse aufbewahrt.',
  'No results yet. The next one will be kept here.':
    'Noch keine Ergebnisse. Das nächste wird hier aufbewahrt.',
  'not finished': 'nicht fertig',
  Restore: 'Wiederherstellen',
  'Restore: {words}': 'Wiederherstellen: {words}',
  'Save or cancel your changes first': 'Speichern oder verwerfen Sie zuerst Ihre Änderungen',
  'Search in texts and links': 'In Texten und Links suchen',
  'Show all results': 'Alle Ergebnisse zeigen',
  'The last {count}, each with its text, its links and your changes. They stay in this browser, and whoever uses it can read them.':
    'Die letzten {count}, jeweils mit Text, Links und Ihren Änderungen. Sie bleiben in diesem Browser, und wer ihn benutzt, kann sie lesen.',
  'The storage of this browser is full, so a result was not kept. Delete some results, and try again.':
    'Der Speicher dieses Browsers ist voll, deshalb wurde ein Ergebnis nicht aufbewahrt. Löschen Sie einige Ergebnisse, und versuchen Sie es erneut.',
  'This browser does not let the page keep results.':
    'Dieser Browser lässt nicht zu, dass die Seite Ergebnisse aufbewahrt.',
  'Used in {count} kept result': 'In {count} Ergebnis verwendet',
  'Used in {count} kept results': 'In {count} Ergebnissen verwendet',
  'Wait for the versions, or press Stop first':
    'Warten Sie auf die Fassungen, oder drücken Sie zuerst „Stopp“',
  'With the link <name>{name}</name>': 'Mit dem Link <name>{name}</name>',
  'with your changes': 'mit Ihren Änderungen',
  'Your results': 'Ihre Ergebnisse',
  'Your results (not kept)': 'Ihre Ergebnisse (nicht aufbewahrt)',
} as const;
