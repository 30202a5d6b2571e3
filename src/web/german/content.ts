/** Texts of the content, of its instructions and of what is brought back. */
export const content = {
  '{count} characters too many.': '{count} Zeichen zu viel.',
  '{count} of {total} characters': '{count} von {total} Zeichen',
  '{count} of {total}<unseen> characters</unseen>': '{count} von {total}<unseen> Zeichen</unseen>',
  '{count} word': '{count} Wort',
  '{count} words': '{count} Wörter',
  'A file cannot be dropped here, and your content is as it was. Open the file, copy its text and paste it.':
    'Eine Datei lässt sich hier nicht ablegen, und Ihr Text ist unverändert. Öffnen Sie die Datei, kopieren Sie ihren Text, und fügen Sie ihn ein.',
  'Add instructions': 'Anweisungen hinzufügen',
  'Everything cleared.': 'Alles zurückgesetzt.',
  'friendly, second person, British spelling': 'freundlich, Du-Form, Schweizer Rechtschreibung',
  Generate: 'Generieren',
  Hint: 'Hinweis',
  Instructions: 'Anweisungen',
  'Paste as plain text': 'Als reinen Text einfügen',
  'Paste your content here...': 'Text hier einfügen …',
  'Pasted as plain text': 'Als reiner Text eingefügt',
  'Pasted with formatting as Markdown': 'Mit Formatierung als Markdown eingefügt',
  'Pasted with formatting as Markdown.': 'Mit Formatierung als Markdown eingefügt.',
  Reset: 'Zurücksetzen',
  'Restore an earlier text': 'Früheren Text wiederherstellen',
  'Restore your last text': 'Letzten Text wiederherstellen',
  'Select at least one link and add some content':
    'Wählen Sie mindestens einen Link aus, und fügen Sie einen Text ein',
  'Shorten your content to at most {count} characters': 'Kürzen Sie Ihren Text auf höchstens {count} Zeichen',
  'Shorten your instructions to at most {count} characters':
    'Kürzen Sie Ihre Anweisungen auf höchstens {count} Zeichen',
  'That text has {count} characters and was not added: at most {most} can be rewritten at once. Your content is as it was.':
    'Der neue Text hat {count} Zeichen und wurde nicht eingefügt: Höchstens {most} können auf einmal umgeschrieben werden. Ihr bisheriger Text ist unverändert.',
  'The built-in writer does not follow instructions.': 'Der eingebaute Texter befolgt keine Anweisungen.',
  'The more content you add, the more natural the result will be.':
    'Je mehr Text Sie einfügen, desto natürlicher wird das Ergebnis.',
  'The selected links alone are too much for the model. Select fewer of them':
    'Die ausgewählten Links allein sind zu viel für das Modell. Wählen Sie weniger aus',
  'To discourage bots, you have to start over if you want different results':
    'Zum Schutz vor Bots müssen Sie für andere Ergebnisse von vorn beginnen',
  Undo: 'Rückgängig',
  'Wishes for the style. All checks stay the same.':
    'Wünsche für den Stil. Alle Prüfungen bleiben dieselben.',
  'Your generation failed.': 'Ihre Generierung ist fehlgeschlagen.',
  'Your generation is finished.': 'Ihre Generierung ist fertig.',
  'Your generation is still running.': 'Ihre Generierung läuft noch.',
  'Your text is back': 'Ihr Text ist wieder da',
  'Your text is back. It replaced another one.': 'Ihr Text ist wieder da. Er hat einen anderen ersetzt.',
  'Your text is back. It replaced what was here.': 'Ihr Text ist wieder da. Er hat ersetzt, was hier war.',
  'Your versions are being written': 'Ihre Fassungen werden geschrieben',
} as const;
