/** Texts of the import of links, of the copy and the export of a version, and of the kept results. */
export const transfer = {
  // Texts of the import and the export of links.
  'A quotation mark is never closed, so what follows may have been read as one cell. Please check the last rows.':
    'Ein Anführungszeichen wird nicht geschlossen; was darauf folgt, wurde vielleicht als eine Zelle gelesen. Bitte prüfen Sie die letzten Zeilen.',
  'a table': 'eine Tabelle',
  All: 'Alle',
  'Already saved': 'Schon gespeichert',
  'Already saved: saved again': 'Schon gespeichert: wird erneut gespeichert',
  'Already saved: skipped': 'Schon gespeichert: wird übersprungen',
  'an export of Dub': 'ein Export aus Dub',
  'an export of Pretty Links': 'ein Export aus Pretty Links',
  'an export of ThirstyAffiliates': 'ein Export aus ThirstyAffiliates',
  Back: 'Zurück',
  'Choose a file': 'Datei auswählen',
  'Choose a file, or drop it here': 'Datei auswählen oder hier ablegen',
  'Column {number}': 'Spalte {number}',
  Columns: 'Spalten',
  '{count} link is imported.': '{count} Link ist importiert.',
  '{count} link was imported': '{count} Link wurde importiert',
  '{count} links are imported.': '{count} Links sind importiert.',
  '{count} links were imported': '{count} Links wurden importiert',
  '{count} row': '{count} Zeile',
  '{count} row was skipped.': '{count} Zeile wurde übersprungen.',
  '{count} rows': '{count} Zeilen',
  '{count} rows were skipped.': '{count} Zeilen wurden übersprungen.',
  Description: 'Beschreibung',
  Done: 'Fertig',
  '{done} of {count} link': '{done} von {count} Link',
  '{done} of {count} links': '{done} von {count} Links',
  'Export as {format}': 'Als {format} exportieren',
  'exported from here': 'hier exportiert',
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
  'It is selected.': 'Er ist ausgewählt.',
  'Cells are separated by semicolons.': 'Die Zellen sind durch Semikolons getrennt.',
  'Cells are separated by vertical bars.': 'Die Zellen sind durch senkrechte Striche getrennt.',
  'Leave it empty': 'Leer lassen',
  Link: 'Link',
  'Links imported': 'Importierte Links',
  New: 'Neu',
  Next: 'Nächste',
  None: 'Keine',
  'Nothing to import': 'Nichts zu importieren',
  'Page {page} of {pages}': 'Seite {page} von {pages}',
  'Pages of rows': 'Seiten mit Zeilen',
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
  Row: 'Zeile',
  Rows: 'Zeilen',
  'Rows shown': 'Angezeigte Zeilen',
  'Stopping…': 'Wird gestoppt …',
  'The file could not be read. Please choose it again.':
    'Die Datei konnte nicht gelesen werden. Bitte wählen Sie sie erneut aus.',
  'The file isn’t UTF-8, so it was read as Western European text (Windows-1252). Please check letters such as é or ü.':
    'Die Datei ist nicht UTF-8 und wurde als westeuropäischer Text (Windows-1252) gelesen. Bitte prüfen Sie Buchstaben wie é oder ü.',
  'The file is written in UTF-16.': 'Die Datei ist in UTF-16 geschrieben.',
  'The host of the URL': 'Die Domain der URL',
  'The import was interrupted': 'Der Import wurde unterbrochen',
  'The import was stopped': 'Der Import wurde gestoppt',
  'No links were found in this file.': 'In dieser Datei wurden keine Links gefunden.',
  'This file contains no text. Please choose a CSV or JSON file.':
    'Diese Datei enthält keinen Text. Bitte wählen Sie eine CSV- oder JSON-Datei.',
  'This file is empty.': 'Diese Datei ist leer.',
  'This file is larger than 50 MB. Please split it into smaller files.':
    'Diese Datei ist größer als 50 MB. Bitte teilen Sie sie in kleinere Dateien auf.',
  'This is a spreadsheet, not a text file. Please save it as CSV and choose that file.':
    'Das ist eine Datei eines Tabellenprogramms, keine Textdatei. Bitte speichern Sie sie als CSV, und wählen Sie diese Datei.',
  'This row has more cells than the header. Please put quotation marks around the cell that contains separators.':
    'Diese Zeile hat mehr Zellen als die Kopfzeile. Bitte setzen Sie die Zelle, die Trennzeichen enthält, in Anführungszeichen.',
  URL: 'URL',
  'What happens': 'Was geschieht',
  'No list of links was found in this JSON. Please choose a file that was exported here or from a link manager, or a CSV file.':
    'In diesem JSON wurde keine Liste von Links gefunden. Bitte wählen Sie eine Datei, die hier oder aus einer Linkverwaltung exportiert wurde, oder eine CSV-Datei.',
  'This file has more than 200,000 rows. Please split it into smaller files.':
    'Diese Datei hat mehr als 200.000 Zeilen. Bitte teilen Sie sie in kleinere Dateien auf.',
  bookmarks: 'Lesezeichen',
  'the links of HTML': 'die Links aus HTML',
  'Which column is the link?': 'Welche Spalte ist der Link?',
  'The next column or the host': 'Nächste Spalte oder Domain',
  'This cell has several URLs. Please give each its own row.':
    'Diese Zelle enthält mehrere URLs. Bitte geben Sie jeder eine eigene Zeile.',
  'Only addresses that start with https:// or http:// can become links.':
    'Nur Adressen, die mit https:// oder http:// beginnen, können Links werden.',
  'A separator seems to cut off this URL. Please put quotation marks around it.':
    'Ein Trennzeichen scheint diese URL abzuschneiden. Bitte setzen Sie sie in Anführungszeichen.',
  // Texts of the copy button, the disclosure and the export of a version.
  '(removed)': '(entfernt)',
  'About the author': 'Über den Autor',
  After: 'Nachher',
  Before: 'Vorher',
  'Change report': 'Änderungsbericht',
  'Claims to check': 'Zu prüfende Aussagen',
  'Copy report': 'Bericht kopieren',
  Figure: 'Zahl',
  Format: 'Format',
  Health: 'Gesundheit',
  'Links added': 'Hinzugefügte Links',
  'Links not added': 'Nicht hinzugefügte Links',
  'no reason given': 'ohne Angabe von Gründen',
  'Nothing was changed.': 'Nichts wurde geändert.',
  'nothing in the text matches': 'nichts im Text passt dazu',
  Price: 'Preis',
  'removed by hand': 'von Hand entfernt',
  'Sentences added': 'Hinzugefügte Sätze',
  'Sentences rewritten': 'Umgeschriebene Sätze',
  Superlative: 'Superlativ',
  'This format could not be written.': 'Dieses Format konnte nicht geschrieben werden.',
  Untitled: 'Ohne Titel',
  'Version: {version}, {date}': 'Fassung: {version}, {date}',
  'What was changed, for whoever approves the text.': 'Was geändert wurde, für die Freigabe des Textes.',
  'Words added inside sentences': 'In Sätzen ergänzte Wörter',
  'Your text with new links, {date}': 'Ihr Text mit neuen Links, {date}',
  'Included when you copy': 'Wird mitkopiert',
  'As you wrote it. The URL follows the link text.':
    'Wie von Ihnen geschrieben. Die URL folgt auf den Linktext.',
  'As you wrote it, tag by tag, with the links in it.':
    'Wie von Ihnen geschrieben, Tag für Tag, mit den Links.',
  'As you wrote it, with the links in it.': 'Wie von Ihnen geschrieben, mit den Links.',
  'UK (ASA)': 'Großbritannien (ASA)',
  Copied: 'Kopiert',
  Copy: 'Kopieren',
  'Copy and use anywhere': 'Kopieren und überall verwenden',
  '{count} of {limit} characters. Plain text; URLs won’t become links.':
    '{count} von {limit} Zeichen. Nur Text; URLs werden nicht zu Links.',
  'Disclosure saved': 'Werbehinweis gespeichert',
  Download: 'Herunterladen',
  'Downloaded {name}': '{name} heruntergeladen',
  'The URL follows the link text.': 'Die URL folgt auf den Linktext.',
  Edit: 'Bearbeiten',
  'Edit the disclosure': 'Werbehinweis bearbeiten',
  Export: 'Export',
  'Export the experimental version': 'Experimentelle Fassung exportieren',
  'Export the exploratory version': 'Freier formulierte Fassung exportieren',
  'Export the safe version': 'Behutsame Fassung exportieren',
  'For Markdown editors and site generators.': 'Für Markdown-Editoren und statische Websites.',
  'For the code editor of WordPress.': 'Für den Code-Editor von WordPress.',
  'US (FTC)': 'USA (FTC)',
  'Germany (“Anzeige”)': 'Deutschland („Anzeige“)',
  'Germany (“Werbung”)': 'Deutschland („Werbung“)',
  HTML: 'HTML',
  JSON: 'JSON',
  'Remove the disclosure': 'Werbehinweis entfernen',
  'Link rel attribute (set it on your site for Markdown and plain text)':
    'rel-Attribut der Links (bei Markdown und reinem Text auf Ihrer Website zu setzen)',
  Markdown: 'Markdown',
  none: 'keines',
  'One of your links leads to Amazon, which asks for this sentence. Please add it to your text: “{sentence}”':
    'Einer Ihrer Links führt zu Amazon, und Amazon verlangt diesen Satz. Bitte fügen Sie ihn Ihrem Text hinzu: „{sentence}“',
  'One of your links leads to Amazon, so the sentence that Amazon asks for is added: “{sentence}”':
    'Einer Ihrer Links führt zu Amazon; deshalb wird der Satz hinzugefügt, den Amazon verlangt: „{sentence}“',
  'Plain text': 'Reiner Text',
  'Add disclosure': 'Werbehinweis hinzufügen',
  'Shown below the title of your English texts. This browser remembers it.':
    'Steht unter dem Titel Ihrer englischen Texte. Dieser Browser merkt ihn sich.',
  'Shown below the title of your German texts. This browser remembers it.':
    'Steht unter dem Titel Ihrer deutschen Texte. Dieser Browser merkt ihn sich.',
  'Shown below the title of your texts in other languages. This browser remembers it.':
    'Steht unter dem Titel Ihrer Texte in anderen Sprachen. Dieser Browser merkt ihn sich.',
  'Shown below the title of your Spanish texts. This browser remembers it.':
    'Steht unter dem Titel Ihrer spanischen Texte. Dieser Browser merkt ihn sich.',
  Save: 'Speichern',
  'Search engines ask for paid links to be marked.':
    'Suchmaschinen verlangen, dass bezahlte Links gekennzeichnet sind.',
  'Spain (“Publicidad”)': 'Spanien („Publicidad“)',
  Template: 'Vorlage',
  'Include affiliate disclosure': 'Werbehinweis einfügen',
  Text: 'Text',
  'Default disclosure restored': 'Standard-Werbehinweis wiederhergestellt',
  'Disclosure added': 'Werbehinweis hinzugefügt',
  'Disclosure removed': 'Werbehinweis entfernt',
  'The source, for a web page or an HTML view.': 'Der Quelltext, für eine Webseite oder eine HTML-Ansicht.',
  'The text, the links and the link check, for programs.': 'Text, Links und Linkprüfung, für Programme.',
  'Use the default': 'Standard verwenden',
  'WordPress blocks': 'WordPress-Blöcke',
  'Write at least one word, or use the default.':
    'Schreiben Sie mindestens ein Wort, oder verwenden Sie den Standard.',
  'Your own text': 'Ihr eigener Text',
  // Texts of the kept results.
  '{count} deleted.': '{count} gelöscht.',
  '{count} link': '{count} Link',
  '{count} links': '{count} Links',
  '{count} more can’t be shown: they are damaged or from another version of this page.':
    '{count} weitere lassen sich nicht zeigen: Sie sind beschädigt oder stammen aus einer anderen Version dieser Seite.',
  '{count} more can’t be shown: it is damaged or from another version of this page.':
    '{count} weiteres lässt sich nicht zeigen: Es ist beschädigt oder stammt aus einer anderen Version dieser Seite.',
  '{count} of {total} results': 'Ergebnisse: {count} von {total}',
  '{count} result': '{count} Ergebnis',
  '{count} results': '{count} Ergebnisse',
  'Delete all': 'Alle löschen',
  'Delete the one kept so far?': 'Das bisher aufbewahrte löschen?',
  'Delete the {count} kept so far?': 'Die {count} bisher aufbewahrten löschen?',
  'Delete them': 'Löschen',
  'Delete: {words}': 'Löschen: {words}',
  'Keep it': 'Behalten',
  'Keep my results on this device': 'Meine Ergebnisse auf diesem Gerät aufbewahren',
  'Keep them': 'Behalten',
  'Kept results': 'Aufbewahrte Ergebnisse',
  'New results are no longer kept.': 'Neue Ergebnisse werden nicht mehr aufbewahrt.',
  'No results are kept.': 'Es werden keine Ergebnisse aufbewahrt.',
  'No results yet. The next one will be kept here.':
    'Noch keine Ergebnisse. Das nächste wird hier aufbewahrt.',
  'not finished': 'nicht fertig',
  Restore: 'Wiederherstellen',
  'Restore: {words}': 'Wiederherstellen: {words}',
  'Save or cancel your changes first': 'Speichern oder verwerfen Sie zuerst Ihre Änderungen',
  'Search in texts and links': 'In Texten und Links suchen',
  'Show all results': 'Alle Ergebnisse zeigen',
  'The last {count}, with texts, links and your changes. They stay in this browser; anyone who uses it can read them.':
    'Die letzten {count}, mit Texten, Links und Ihren Änderungen. Sie bleiben in diesem Browser; wer ihn benutzt, kann sie lesen.',
  'The storage of this browser is full, so a result was not kept. Delete some results, and try again.':
    'Der Speicher dieses Browsers ist voll, deshalb wurde ein Ergebnis nicht aufbewahrt. Löschen Sie einige Ergebnisse, und versuchen Sie es erneut.',
  'This browser does not let the page keep results.':
    'Dieser Browser lässt nicht zu, dass die Seite Ergebnisse aufbewahrt.',
  'Used in {count} kept result': 'In {count} Ergebnis verwendet',
  'Used in {count} kept results': 'In {count} Ergebnissen verwendet',
  'Wait until your versions are written, or press Stop':
    'Warten Sie, bis die Fassungen geschrieben sind, oder drücken Sie „Stopp“',
  'With the link <name>{name}</name>': 'Mit dem Link <name>{name}</name>',
  'with your changes': 'mit Ihren Änderungen',
  Results: 'Ergebnisse',
  'Your data (a result was not kept)': 'Ihre Daten (ein Ergebnis wurde nicht aufbewahrt)',
  'All are selected.': 'Alle sind ausgewählt.',
  'Also save {count} link that you already have': 'Auch {count} Link speichern, den Sie schon haben',
  'Also save {count} duplicate (already in a row above)':
    'Auch {count} doppelten Link speichern (steht schon weiter oben)',
  'Also save {count} links that you already have': 'Auch {count} Links speichern, die Sie schon haben',
  'Also save {count} duplicates (already in a row above)':
    'Auch {count} doppelte Links speichern (stehen schon weiter oben)',
  'Choose a column first': 'Erst eine Spalte wählen',
  'Folders and notes of bookmarks are not imported.':
    'Ordner und Notizen von Lesezeichen werden nicht importiert.',
  'Lines that are cut off or damaged were left out. Please check that nothing is missing.':
    'Abgeschnittene oder beschädigte Zeilen wurden ausgelassen. Bitte prüfen Sie, ob etwas fehlt.',
  'No list of links was found in the pasted JSON. Please check that it is complete.':
    'In dem eingefügten JSON wurde keine Liste von Links gefunden. Bitte prüfen Sie, ob es vollständig ist.',
  'Skipped: no URL': 'Übersprungen: keine URL',
  '{count} URL doesn’t start with https:// or http://. It is kept as written, but won’t be clickable.':
    '{count} URL beginnt nicht mit https:// oder http://. Sie bleibt unverändert, ist aber nicht anklickbar.',
  '{count} URLs don’t start with https:// or http://. They are kept as written, but won’t be clickable.':
    '{count} URLs beginnen nicht mit https:// oder http://. Sie bleiben unverändert, sind aber nicht anklickbar.',
  '{count} are selected. Tick any others you want.':
    '{count} sind ausgewählt. Wählen Sie von den übrigen aus, welche Sie möchten.',
  '{count} is selected. Tick any others you want.':
    '{count} ist ausgewählt. Wählen Sie von den übrigen aus, welche Sie möchten.',
  '{count} row couldn’t be imported.': '{count} Zeile konnte nicht importiert werden.',
  '{count} rows couldn’t be imported.': '{count} Zeilen konnten nicht importiert werden.',
  '{count} was already saved and stays as it is.': '{count} war schon gespeichert und bleibt unverändert.',
  '{count} were already saved and stay as they are.':
    '{count} waren schon gespeichert und bleiben unverändert.',
  'Download them with reasons': 'Mit Begründung herunterladen',
  'For programs and as a backup.': 'Für Programme und als Sicherung.',
  'For spreadsheets. Formula injection is prevented.':
    'Für Tabellenprogramme, vor eingeschleusten Formeln geschützt.',
  Continue: 'Fortsetzen',
  'We couldn’t check which links are already saved.':
    'Es ließ sich nicht prüfen, welche Links schon gespeichert sind.',
  'Each short link starts with it.': 'Jeder Kurzlink beginnt damit.',
  'Links checked': 'Geprüfte Links',
  'Checking which links are already saved…': 'Es wird geprüft, welche Links schon gespeichert sind …',
  'None is selected, because a text takes at most {limit} links. Tick the ones you want.':
    'Keiner ist ausgewählt, weil ein Text höchstens {limit} Links aufnimmt. Wählen Sie aus, welche Sie möchten.',
  'None is selected, because there are more than {limit}. Tick the ones you want.':
    'Keiner ist ausgewählt, weil es mehr als {limit} sind. Wählen Sie aus, welche Sie möchten.',
  'One per line: URL and description': 'Ein Link pro Zeile: URL und Beschreibung',
  'Paste a list': 'Liste einfügen',
  'Not usable': 'Nicht nutzbar',
  'Skipped: {reason}': 'Übersprungen: {reason}',
  'The URL of your site': 'Die URL Ihrer Website',
  'You’re offline. Exports need a connection.': 'Keine Verbindung. Der Export braucht eine.',
  Duplicate: 'Doppelt',
  'Duplicate: saved again': 'Doppelt: wird erneut gespeichert',
  'Duplicate: skipped': 'Doppelt: wird übersprungen',
  'To save a page you are reading, drag this link to your bookmarks bar and click it there:':
    'Um eine Seite beim Lesen zu speichern, ziehen Sie diesen Link in Ihre Lesezeichenleiste, und klicken Sie ihn dort an:',
  'What was imported so far is saved. Nothing will be saved twice.':
    'Was bisher importiert wurde, ist gespeichert. Nichts wird doppelt gespeichert.',
  'Your target URLs are used exactly as they are in the file. It has only the ends of your short links: to use those, choose “{column}” and enter the URL of your site.':
    'Ihre Ziel-URLs werden genau so verwendet, wie sie in der Datei stehen. Sie enthält nur die Enden Ihrer Kurzlinks: Um diese zu verwenden, wählen Sie „{column}“, und geben Sie die URL Ihrer Website an.',
  'Your target URLs are used exactly as they are in the file. To use your short links instead, choose their column.':
    'Ihre Ziel-URLs werden genau so verwendet, wie sie in der Datei stehen. Wenn Sie stattdessen Ihre Kurzlinks verwenden möchten, wählen Sie deren Spalte.',
  'Each file contains all saved links and can be imported here again.':
    'Jede Datei enthält alle gespeicherten Links und lässt sich hier wieder importieren.',
  'CSV or JSON from networks and link managers, browser bookmarks, or any table with a column of URLs. You see every row before anything is saved.':
    'CSV oder JSON von Netzwerken und Linkverwaltungen, Lesezeichen eines Browsers oder jede Tabelle mit einer Spalte voller URLs. Sie sehen jede Zeile, bevor etwas gespeichert wird.',
  'Bookmarks for browsers and link managers, without dates.':
    'Lesezeichen für Browser und Linkverwaltungen, ohne Zeitangaben.',
  '{count} URL contains a space and may have been broken into lines. It is kept as written.':
    '{count} URL enthält ein Leerzeichen; vielleicht wurde sie umbrochen. Sie bleibt unverändert.',
  '{count} URLs contain a space and may have been broken into lines. They are kept as written.':
    '{count} URLs enthalten ein Leerzeichen; vielleicht wurden sie umbrochen. Sie bleiben unverändert.',
  '{count} URL contains &amp;, as if copied from HTML source.':
    '{count} URL enthält &amp;, als wäre sie aus HTML-Quelltext kopiert.',
  '{count} URLs contain &amp;, as if copied from HTML source.':
    '{count} URLs enthalten &amp;, als wären sie aus HTML-Quelltext kopiert.',
  'Use & instead': 'Stattdessen & verwenden',
  'Several columns contain URLs. Choose the one with your affiliate links.':
    'Mehrere Spalten enthalten URLs. Wählen Sie die mit Ihren Affiliate-Links.',
} as const;
