/** Texts of the import and the export of links. */
export const importing = {
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
  '{count} was there already, and stay as they are.': '{count} war schon da und bleibt unverändert.',
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
  Stop: 'Stopp',
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
  'This could not be read. Please try another file.':
    'Das konnte nicht gelesen werden. Bitte versuchen Sie es mit einer anderen Datei.',
  'This file has more than {limit} rows. Please split it into smaller files.':
    'Diese Datei hat mehr als {limit} Zeilen. Bitte teilen Sie sie in kleinere Dateien auf.',
  'This file holds no text. Please choose a CSV or JSON file.':
    'Diese Datei enthält keinen Text. Bitte wählen Sie eine CSV- oder JSON-Datei.',
  'This file is empty.': 'Diese Datei ist leer.',
  'This file is larger than 50 MB. Please split it into smaller files.':
    'Diese Datei ist größer als 50 MB. Bitte teilen Sie sie in kleinere Dateien auf.',
  'This is a spreadsheet, not a text file. Please save it as CSV and choose that file.':
    'Das ist eine Datei eines Tabellenprogramms, keine Textdatei. Bitte speichern Sie sie als CSV, und wählen Sie diese Datei.',
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
} as const;
