/** Texts of the import of links, of the copy and the export of a version, and of the kept results. */
export const transfer = {
  // Texts of the import and the export of links.
  'A quotation mark is opened and never closed: what follows it may have been taken for one cell. Please look at the last rows.':
    'Ein Anführungszeichen wird geöffnet und nie geschlossen: Was darauf folgt, wurde vielleicht als eine Zelle gelesen. Bitte sehen Sie sich die letzten Zeilen an.',
  'a table': 'eine Tabelle',
  All: 'Alle',
  'All of them are selected.': 'Alle sind ausgewählt.',
  'Already saved': 'Schon gespeichert',
  'Already saved: saved again': 'Schon gespeichert: wird erneut gespeichert',
  'Already saved: skipped': 'Schon gespeichert: wird übersprungen',
  'Also save the {count} link that you already have': 'Auch {count} Link speichern, den Sie schon haben',
  'Also save the {count} link whose URL stands in a row above':
    'Auch {count} Link speichern, dessen URL weiter oben steht',
  'Also save the {count} links that you already have': 'Auch {count} Links speichern, die Sie schon haben',
  'Also save the {count} links whose URL stands in a row above':
    'Auch {count} Links speichern, deren URL weiter oben steht',
  'an export of Dub': 'ein Export aus Dub',
  'an export of Pretty Links': 'ein Export aus Pretty Links',
  'an export of ThirstyAffiliates': 'ein Export aus ThirstyAffiliates',
  Back: 'Zurück',
  'Both hold every saved link with its times, and both can be imported here again without loss.':
    'Beide enthalten jeden gespeicherten Link mit seinen Zeitangaben, und beide lassen sich hier ohne Verlust wieder importieren.',
  'Choose a file': 'Datei auswählen',
  'Choose a file, or drop it here': 'Datei auswählen oder hier ablegen',
  'Column {number}': 'Spalte {number}',
  Columns: 'Spalten',
  '{count} address does not start with https:// or http://. It is kept exactly as written, but will not be clickable.':
    '{count} Adresse beginnt nicht mit https:// oder http://. Sie bleibt genau so, wie sie dasteht, ist aber nicht anklickbar.',
  '{count} addresses do not start with https:// or http://. They are kept exactly as written, but will not be clickable.':
    '{count} Adressen beginnen nicht mit https:// oder http://. Sie bleiben genau so, wie sie dastehen, sind aber nicht anklickbar.',
  '{count} are selected. Tick the others that you want.':
    '{count} sind ausgewählt. Wählen Sie von den übrigen aus, welche Sie möchten.',
  '{count} is selected. Tick the others that you want.':
    '{count} ist ausgewählt. Wählen Sie von den übrigen aus, welche Sie möchten.',
  '{count} link is imported.': '{count} Link ist importiert.',
  '{count} link was imported': '{count} Link wurde importiert',
  '{count} links are imported.': '{count} Links sind importiert.',
  '{count} links were imported': '{count} Links wurden importiert',
  '{count} row': '{count} Zeile',
  '{count} row was refused.': '{count} Zeile wurde abgelehnt.',
  '{count} row was skipped.': '{count} Zeile wurde übersprungen.',
  '{count} rows': '{count} Zeilen',
  '{count} rows were refused.': '{count} Zeilen wurden abgelehnt.',
  '{count} rows were skipped.': '{count} Zeilen wurden übersprungen.',
  '{count} was there already, and stays as it is.': '{count} war schon da und bleibt unverändert.',
  '{count} were there already, and stay as they are.': '{count} waren schon da und bleiben unverändert.',
  'CSV or JSON exported from here, CSV exports of Pretty Links, ThirstyAffiliates and Dub, or any table with a column of URLs. Nothing is saved before you have seen what each row will do.':
    'CSV oder JSON, das hier exportiert wurde, CSV-Exporte aus Pretty Links, ThirstyAffiliates und Dub oder jede Tabelle mit einer Spalte voller URLs. Nichts wird gespeichert, bevor Sie gesehen haben, was mit jeder Zeile geschieht.',
  Description: 'Beschreibung',
  Done: 'Fertig',
  '{done} of {count} link': '{done} von {count} Link',
  '{done} of {count} links': '{done} von {count} Links',
  'Download them with the reasons': 'Mit Begründung herunterladen',
  'Export as {format}': 'Als {format} exportieren',
  'exported from here': 'hier exportiert',
  'For programs, and as a backup.': 'Für Programme und als Sicherung.',
  'For spreadsheets. Cells that a spreadsheet would run as a formula are guarded.':
    'Für Tabellenprogramme. Zellen, die diese als Formel ausführen würden, sind geschützt.',
  'Go on': 'Fortsetzen',
  'https://shop.example/knife?tag=you A knife that stays sharp':
    'https://shop.example/messer?tag=ich Ein Messer, das scharf bleibt',
  'https://your-site.example/': 'https://ihre-website.example/',
  'If the description is empty': 'Wenn die Beschreibung leer ist',
  Import: 'Import',
  'Import and export': 'Import und Export',
  'Import {count} link': '{count} Link importieren',
  'Import {count} links': '{count} Links importieren',
  'Import links': 'Links importieren',
  'Import or export links': 'Import oder Export von Links',
  'Importing your links…': 'Ihre Links werden importiert …',
  'It is not known which links are saved already.':
    'Es ist nicht bekannt, welche Links schon gespeichert sind.',
  'It is put before the end of each short link.': 'Sie wird vor das Ende jedes Kurzlinks gesetzt.',
  'It is selected.': 'Er ist ausgewählt.',
  'Its cells are separated by semicolons.': 'Die Zellen sind durch Semikolons getrennt.',
  'Its cells are separated by vertical bars.': 'Die Zellen sind durch senkrechte Striche getrennt.',
  'Leave it empty': 'Leer lassen',
  Link: 'Link',
  'Links imported': 'Importierte Links',
  'Looked up': 'Geprüft',
  'Looking which of them are saved already…': 'Es wird geprüft, welche davon schon gespeichert sind …',
  New: 'Neu',
  Next: 'Nächste',
  None: 'Keine',
  'None of them is selected, because a text takes at most {limit} links. Tick those that you want.':
    'Keiner ist ausgewählt, weil ein Text höchstens {limit} Links aufnimmt. Wählen Sie aus, welche Sie möchten.',
  'None of them is selected, because there are more than {limit}. Tick those that you want.':
    'Keiner ist ausgewählt, weil es mehr als {limit} sind. Wählen Sie aus, welche Sie möchten.',
  'Nothing to import': 'Nichts zu importieren',
  'One link a line: the URL, with words on what it is about before or after it.':
    'Ein Link pro Zeile: die URL, davor oder danach ein paar Wörter, worum es geht.',
  'Page {page} of {pages}': 'Seite {page} von {pages}',
  'Pages of rows': 'Seiten mit Zeilen',
  'Paste several': 'Mehrere einfügen',
  'Pasted text': 'Eingefügter Text',
  'Please choose…': 'Bitte wählen …',
  'Please paste at least one link.': 'Bitte fügen Sie mindestens einen Link ein.',
  Preview: 'Vorschau',
  Previous: 'Vorherige',
  'read line by line': 'Zeile für Zeile gelesen',
  Reading: 'Wird gelesen',
  'Reading {name}…': '{name} wird gelesen …',
  'Reading the pasted text…': 'Der eingefügte Text wird gelesen …',
  Refused: 'Abgelehnt',
  'Refused: {reason}': 'Abgelehnt: {reason}',
  Row: 'Zeile',
  Rows: 'Zeilen',
  'Rows shown': 'Angezeigte Zeilen',
  'Stopping…': 'Wird gestoppt …',
  'The address of your site': 'Die Adresse Ihrer Website',
  'The file could not be read. Please choose it again.':
    'Die Datei konnte nicht gelesen werden. Bitte wählen Sie sie erneut aus.',
  'The file is not UTF-8. It was read as Western European text (Windows-1252): please look whether letters such as é or ü are right.':
    'Die Datei ist nicht UTF-8. Sie wurde als westeuropäischer Text (Windows-1252) gelesen: Bitte prüfen Sie, ob Buchstaben wie é oder ü stimmen.',
  'The file is written in UTF-16.': 'Die Datei ist in UTF-16 geschrieben.',
  'The host of the URL': 'Die Domain der URL',
  'The import was interrupted': 'Der Import wurde unterbrochen',
  'The import was stopped': 'Der Import wurde gestoppt',
  'There is no network at the moment, and the server writes these files.':
    'Es gibt gerade keine Verbindung, und diese Dateien schreibt der Server.',
  'There is no row with a link in this file.': 'In dieser Datei gibt es keine Zeile mit einem Link.',
  'This file has more than {limit} rows. Please split it into smaller files.':
    'Diese Datei hat mehr als {limit} Zeilen. Bitte teilen Sie sie in kleinere Dateien auf.',
  'This file holds no text. Please choose a CSV or JSON file.':
    'Diese Datei enthält keinen Text. Bitte wählen Sie eine CSV- oder JSON-Datei.',
  'This file is empty.': 'Diese Datei ist leer.',
  'This file is larger than 50 MB. Please split it into smaller files.':
    'Diese Datei ist größer als 50 MB. Bitte teilen Sie sie in kleinere Dateien auf.',
  'This is a spreadsheet, not a text file. Please save it as CSV and choose that file.':
    'Das ist eine Datei eines Tabellenprogramms, keine Textdatei. Bitte speichern Sie sie als CSV, und wählen Sie diese Datei.',
  'This row has more cells than the header. Please put quotation marks around the cell that holds separators.':
    'Diese Zeile hat mehr Zellen als die Kopfzeile. Bitte setzen Sie die Zelle, die Trennzeichen enthält, in Anführungszeichen.',
  'This JSON file is no list of links that was exported here. Please choose such a file, or a CSV file.':
    'Diese JSON-Datei ist keine Liste von Links, die hier exportiert wurde. Bitte wählen Sie eine solche Datei oder eine CSV-Datei.',
  'Twice in here': 'Doppelt',
  'Twice in here: saved again': 'Doppelt: wird erneut gespeichert',
  'Twice in here: skipped': 'Doppelt: wird übersprungen',
  URL: 'URL',
  'What happens': 'Was geschieht',
  'What was imported so far is saved, and nothing will be saved twice.':
    'Was bisher importiert wurde, ist gespeichert, und nichts wird doppelt gespeichert.',
  'Your target URL is used, exactly as the file holds it: it leads to your partner by itself. The file holds only the ends of your short links: to use those, choose “{column}” and give the address of your site.':
    'Ihre Ziel-URL wird genau so verwendet, wie sie in der Datei steht: Sie führt von selbst zu Ihrem Partner. Die Datei enthält nur die Enden Ihrer Kurzlinks: Um diese zu verwenden, wählen Sie „{column}“, und geben Sie die Adresse Ihrer Website an.',
  'Your target URL is used, exactly as the file holds it: it leads to your partner by itself. To use your short links, choose their column.':
    'Ihre Ziel-URL wird genau so verwendet, wie sie in der Datei steht: Sie führt von selbst zu Ihrem Partner. Um Ihre Kurzlinks zu verwenden, wählen Sie deren Spalte.',
  // Texts of the copy button, the disclosure and the export of a version.
  'Added to the copy': 'Wird mitkopiert',
  'As you wrote it, each address behind its words.':
    'Wie Sie es geschrieben haben, jede Adresse hinter ihren Wörtern.',
  'As you wrote it, tag by tag, with the links in it.':
    'Wie Sie es geschrieben haben, mit jedem HTML-Tag und den Links darin.',
  'As you wrote it, with the links in it.': 'Wie Sie es geschrieben haben, mit den Links darin.',
  'ASA, United Kingdom': 'ASA, Vereinigtes Königreich',
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
  // Texts of the kept results.
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
