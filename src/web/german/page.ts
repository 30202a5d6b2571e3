/** Texts of the frame of the page, of its shared controls, of the terms and of the visitor's own data. */
export const page = {
  // Texts of the frame of the page and of shared controls.
  'Save this page as a link': 'Diese Seite als Link speichern',
  'With “Use your own key”, an AI model also rewrites the text so that the links read naturally.':
    'Mit „Eigenen Schlüssel nutzen“ schreibt ein KI-Modell den Text auch so um, dass sich die Links natürlich lesen.',
  'Paste your links, and tick the ones to add.':
    'Fügen Sie Ihre Links ein, und wählen Sie aus, welche Sie verwenden.',
  'Press <strong>Generate</strong>, and choose one of three versions.':
    'Drücken Sie <strong>Generieren</strong>, und wählen Sie eine von drei Fassungen.',
  'Your URLs are never changed.': 'Ihre URLs werden nie verändert.',
  'Press <key>?</key> for all keys.': 'Drücken Sie <key>?</key> für alle Tasten.',
  '{count} of the selected links are not saved yet. Please check your connection, or untick what is not saved, and try again.':
    '{count} der ausgewählten Links sind noch nicht gespeichert. Bitte prüfen Sie Ihre Verbindung, oder wählen Sie ab, was nicht gespeichert ist, und versuchen Sie es erneut.',
  '“{name}” is not saved yet. Please check your connection, or untick what is not saved, and try again.':
    '„{name}“ ist noch nicht gespeichert. Bitte prüfen Sie Ihre Verbindung, oder wählen Sie ab, was nicht gespeichert ist, und versuchen Sie es erneut.',
  'Add your content': 'Ihr Text',
  Cancel: 'Abbrechen',
  Close: 'Schließen',
  'Delete it': 'Löschen',
  Demo: 'Demo',
  'Enhanced Content': 'Text mit Links',
  'Everything cleared': 'Alles zurückgesetzt',
  'Free Link Integrator': 'Links kostenlos einfügen',
  'How does it work?': 'Wie funktioniert das?',
  Loading: 'Wird geladen',
  'Loading your links': 'Ihre Links werden geladen',
  'Make Your Affiliate Links Feel Like Part of the Story':
    'Ihre Affiliate-Links lesen sich, als gehörten sie zur Geschichte',
  'Paste your content.': 'Fügen Sie Ihren Text ein.',
  'Reload the page': 'Seite neu laden',
  'Sign up for the full beta': 'Für die volle Beta anmelden',
  Stop: 'Stopp',
  'Terms and Conditions': 'Nutzungsbedingungen',
  'No AI model connected: using the basic built-in writer.':
    'Kein KI-Modell verbunden: Es schreibt der einfache eingebaute Texter.',
  'This part of the page could not be loaded.': 'Dieser Teil der Seite konnte nicht geladen werden.',
  'Try again': 'Erneut versuchen',
  Undo: 'Rückgängig',
  'Want more?': 'Lust auf mehr?',
  'Your data': 'Ihre Daten',
  'Your links': 'Ihre Links',
  'Your links are combined with your content. No AI model is connected here, so your text stays as it is: links go on words that name the thing, or into short lines.':
    'Ihre Links werden mit Ihrem Text verbunden. Hier ist kein KI-Modell verbunden, deshalb bleibt Ihr Text, wie er ist: Links kommen auf Wörter, die die Sache nennen, oder in kurze Zeilen.',
  'Your links are combined with your content, and the text is rewritten so that the links read naturally.':
    'Ihre Links werden mit Ihrem Text verbunden, und der Text wird so umgeschrieben, dass sich die Links natürlich lesen.',
  // Texts of the own data, of the own key, of the allowance and of the storage.
  Links: 'Links',
  'A key has no spaces and no special letters. Please copy it again.':
    'Ein Schlüssel hat keine Leerzeichen und keine Buchstaben wie ä oder é. Bitte kopieren Sie ihn erneut.',
  'A model on this device may not need one.': 'Ein Modell auf diesem Gerät braucht vielleicht keinen.',
  'A shared list has no recovery code and can’t be deleted all at once. You can export it and delete single links.':
    'Eine gemeinsame Liste hat keinen Wiederherstellungscode und lässt sich nicht auf einmal löschen. Sie können sie exportieren und einzelne Links löschen.',
  'All your data was deleted.': 'Alle Ihre Daten wurden gelöscht.',
  'Another provider': 'Anderer Anbieter',
  'Base URL': 'Basis-URL',
  Change: 'Ändern',
  'Your last changes are still being saved, so nothing was done. Please try again in a minute.':
    'Ihre letzten Änderungen werden noch gespeichert, deshalb ist nichts geschehen. Bitte versuchen Sie es in einer Minute erneut.',
  'Unsaved changes go to the links of the code.':
    'Ungespeicherte Änderungen gehen zu den Links des Codes über.',
  'Code copied': 'Code kopiert',
  'Copy code': 'Code kopieren',
  '{count} change in this browser is not saved yet.':
    '{count} Änderung in diesem Browser ist noch nicht gespeichert.',
  '{count} changes in this browser are not saved yet.':
    '{count} Änderungen in diesem Browser sind noch nicht gespeichert.',
  '{count} generation left today': 'Heute noch {count} Generierung',
  '{count} generations left today': 'Heute noch {count} Generierungen',
  'The server no longer knows your {count} link, but this browser still has it. Save it again to keep it.':
    'Der Server kennt Ihren {count} Link nicht mehr, aber dieser Browser hat ihn noch. Speichern Sie ihn erneut, um ihn zu behalten.',
  '{count} link is saved for you on this server. Only this browser, or someone with your recovery code, can see it.':
    'Auf diesem Server ist {count} Link für Sie gespeichert. Nur dieser Browser oder wer Ihren Wiederherstellungscode hat, kann ihn sehen.',
  '{count} link is saved on this server, in one list shared by everyone who can open this page.':
    'Auf diesem Server ist {count} Link gespeichert, in einer gemeinsamen Liste für alle, die diese Seite öffnen können.',
  'The server no longer knows your {count} links, but this browser still has them. Save them again to keep them.':
    'Der Server kennt Ihre {count} Links nicht mehr, aber dieser Browser hat sie noch. Speichern Sie sie erneut, um sie zu behalten.',
  '{count} links are saved for you on this server. Only this browser, or someone with your recovery code, can see them.':
    'Auf diesem Server sind {count} Links für Sie gespeichert. Nur dieser Browser oder wer Ihren Wiederherstellungscode hat, kann sie sehen.',
  '{count} links are saved on this server, in one list shared by everyone who can open this page.':
    'Auf diesem Server sind {count} Links gespeichert, in einer gemeinsamen Liste für alle, die diese Seite öffnen können.',
  '{count} saved link and all unsaved changes will be deleted.':
    '{count} gespeicherter Link und alle ungespeicherten Änderungen werden gelöscht.',
  '{count} saved link will be deleted.': '{count} gespeicherter Link wird gelöscht.',
  '{count} saved links and all unsaved changes will be deleted.':
    '{count} gespeicherte Links und alle ungespeicherten Änderungen werden gelöscht.',
  '{count} saved links will be deleted.': '{count} gespeicherte Links werden gelöscht.',
  delete: 'löschen',
  'Delete all my data': 'Alle meine Daten löschen',
  'Delete all my data…': 'Alle meine Daten löschen …',
  'Delete everything': 'Alles löschen',
  'Deletes your links on the server and everything in this browser: links, last texts and versions, kept results, your disclosure, your links for whole shops and your AI key.':
    'Löscht Ihre Links auf dem Server und alles in diesem Browser: Links, letzte Texte und Fassungen, aufbewahrte Ergebnisse, Ihren Werbehinweis, Ihre Links für ganze Shops und Ihren KI-Schlüssel.',
  'Deleting…': 'Wird gelöscht …',
  'Forget key': 'Schlüssel vergessen',
  'Get a free key:': 'Kostenloser Schlüssel:',
  Hide: 'Verbergen',
  'A program at {host} has {model}, but blocks this page. Let it accept requests from {origin}, then look again.':
    'Ein Programm unter {host} hat {model}, sperrt aber diese Seite. Lassen Sie dort Anfragen von {origin} zu, und suchen Sie erneut.',
  'Allow {origin} there: OLLAMA_ORIGINS in Ollama, “Enable CORS” in LM Studio.':
    'Lassen Sie dort {origin} zu: in Ollama mit OLLAMA_ORIGINS, in LM Studio mit „Enable CORS“.',
  'It may call the providers in the list, and {names}.':
    'Erlaubt sind die Anbieter in der Liste und {names}.',
  'It may call the providers in the list.': 'Erlaubt sind die Anbieter in der Liste.',
  'It may call {names}.': 'Erlaubt: {names}.',
  'Opens your links in another browser, or here after its data was cleared. Keep it safe: we can’t recover it.':
    'Öffnet Ihre Links in einem anderen Browser oder hier, nachdem dessen Daten gelöscht wurden. Bewahren Sie ihn gut auf: Wir können ihn nicht wiederherstellen.',
  'Kept in this browser until you forget it. Not for shared devices.':
    'Bleibt in diesem Browser, bis Sie „Schlüssel vergessen“ drücken. Nicht für gemeinsam genutzte Geräte.',
  'Keep it like a password: anyone who has it can see, change and delete your links.':
    'Bewahren Sie ihn auf wie ein Passwort: Wer ihn hat, kann Ihre Links sehen, ändern und löschen.',
  Key: 'Schlüssel',
  'less than 1% of today’s budget left': 'weniger als 1 % des heutigen Budgets übrig',
  'Links still in this browser': 'Noch in diesem Browser',
  'Using {model} on this device': '{model} auf diesem Gerät wird genutzt',
  'Another model': 'Anderes Modell',
  'llama.cpp on this device': 'llama.cpp auf diesem Gerät',
  'LM Studio on this device has {model}, but blocks this page. Turn on “Enable CORS” in its server settings, then look again.':
    'LM Studio auf diesem Gerät hat {model}, sperrt aber diese Seite. Schalten Sie in den Server-Einstellungen „Enable CORS“ ein, und suchen Sie erneut.',
  'Look for models': 'Modelle suchen',
  'Models on this device are listed': 'Modelle auf diesem Gerät sind aufgeführt',
  'Name of the model': 'Name des Modells',
  'No model found at this address. Start Ollama, LM Studio or llama.cpp with a model, then look again or enter its name.':
    'Unter dieser Adresse wurde kein Modell gefunden. Starten Sie Ollama, LM Studio oder llama.cpp mit einem Modell, und suchen Sie erneut, oder geben Sie seinen Namen ein.',
  'No model found': 'Kein Modell gefunden',
  'Ollama on this device has {model}, but blocks this page. Start it with OLLAMA_ORIGINS={origin}, then look again.':
    'Ollama auf diesem Gerät hat {model}, sperrt aber diese Seite. Starten Sie es mit OLLAMA_ORIGINS={origin}, und suchen Sie erneut.',
  'Use this model': 'Modell nutzen',
  'Use {model} on this device': '{model} auf diesem Gerät nutzen',
  'No key needed. Your text stays on this device.': 'Kein Schlüssel nötig. Ihr Text bleibt auf diesem Gerät.',
  'LM Studio on this device': 'LM Studio auf diesem Gerät',
  Model: 'Modell',
  '{model} at {host}': '{model} bei {host}',
  'No links are saved for you on this server.': 'Auf diesem Server sind keine Links für Sie gespeichert.',
  'Ollama on this device': 'Ollama auf diesem Gerät',
  'Use a recovery code': 'Wiederherstellungscode verwenden',
  'Replace links': 'Links ersetzen',
  'Replacing…': 'Wird ersetzt …',
  'Without this, it is gone when you close or reload the page.':
    'Sonst ist er weg, wenn Sie die Seite schließen oder neu laden.',
  'Own key: <model>{model}</model> at {host}': 'Eigener Schlüssel: <model>{model}</model> bei {host}',
  'Own model: <model>{model}</model> at {host}': 'Eigenes Modell: <model>{model}</model> bei {host}',
  '{percent}% of today’s budget left': 'noch {percent} % des heutigen Budgets',
  'Please enter a base URL such as https://api.openai.com/v1':
    'Bitte geben Sie eine Basis-URL ein, etwa https://api.openai.com/v1',
  'Please enter the key below, not in the base URL':
    'Bitte geben Sie den Schlüssel unten ein, nicht in der Basis-URL',
  'Please enter the name of a model': 'Bitte geben Sie den Namen eines Modells ein',
  'Please enter your key': 'Bitte geben Sie Ihren Schlüssel ein',
  Provider: 'Anbieter',
  'Recovery code': 'Wiederherstellungscode',
  'Recovery code copied': 'Wiederherstellungscode kopiert',
  'Remember it on this device': 'Auf diesem Gerät merken',
  'Save again': 'Erneut speichern',
  'Saving…': 'Wird gespeichert …',
  'Keep your present recovery code first. Without it, you lose the links you have now.':
    'Sichern Sie zuerst Ihren jetzigen Wiederherstellungscode. Ohne ihn verlieren Sie Ihre jetzigen Links.',
  'Show recovery code': 'Code zeigen',
  'Replaces the links in this browser with those of the code.':
    'Ersetzt die Links in diesem Browser durch die des Codes.',
  'Stop using it': 'Nicht mehr nutzen',
  'Using the built-in writer': 'Jetzt schreibt der eingebaute Texter',
  'Using the built-in writer.': 'Es schreibt der eingebaute Texter.',
  'Using the built-in writer. The AI model is back {when}, your time.':
    'Es schreibt der eingebaute Texter. Das KI-Modell ist {when} Ihrer Zeit wieder da.',
  'The links of the code are now in this browser.': 'Die Links des Codes sind jetzt in diesem Browser.',
  'There is nothing to delete.': 'Es gibt nichts zu löschen.',
  'You get one when you save your first link.': 'Sie erhalten einen, sobald Sie den ersten Link speichern.',
  'Back {when}, your time. Your links are safe. Until then, you can':
    'Weiter geht es {when} Ihrer Zeit. Ihre Links bleiben erhalten. Bis dahin können Sie',
  'This browser can’t store anything more for this page: its storage is full or blocked. Your links are still saved on the server. Your text, selection and settings last until you close this tab.':
    'Dieser Browser kann für diese Seite nichts mehr speichern: Sein Speicher ist voll oder gesperrt. Ihre Links werden weiter auf dem Server gespeichert. Text, Auswahl und Einstellungen bleiben, bis Sie diesen Tab schließen.',
  'This can’t be undone, and your recovery code will no longer work.':
    'Das lässt sich nicht rückgängig machen, und Ihr Wiederherstellungscode gilt danach nicht mehr.',
  'this device': 'dieses Gerät',
  'This is the address of this page. Please enter that of your AI provider, to whom the key belongs.':
    'Das ist die Adresse dieser Seite. Bitte geben Sie die Ihres KI-Anbieters ein, zu dem der Schlüssel gehört.',
  'This page may not call {host}.': 'Diese Seite darf {host} nicht aufrufen.',
  'This page was opened without access to this device. Please open it with access, by the link below the base URL.':
    'Diese Seite wurde ohne Zugriff auf dieses Gerät geöffnet. Bitte öffnen Sie sie mit Zugriff, über den Link unter der Basis-URL.',
  'To reach a model on this device, <page>open this page with access to this device</page> in a new tab.':
    'Um ein Modell auf diesem Gerät zu erreichen, <page>öffnen Sie diese Seite mit Zugriff auf dieses Gerät</page> in einem neuen Tab.',
  'today at {time}': 'heute um {time} Uhr',
  'This site’s free generations for today are used up':
    'Die kostenlosen Generierungen dieser Seite für heute sind aufgebraucht',
  'tomorrow at {time}': 'morgen um {time} Uhr',
  'Today’s free budget is too small for this text':
    'Das heutige kostenlose Budget reicht für diesen Text nicht mehr',
  'Type “{word}” to confirm': 'Zum Bestätigen „{word}“ eingeben',
  'Use the built-in writer': 'Eingebauten Texter nutzen',
  'Use this key': 'Schlüssel nutzen',
  'Use your own key': 'Eigenen Schlüssel nutzen',
  'Saving your last changes first…': 'Ihre letzten Änderungen werden zuerst gespeichert …',
  'Whoever runs this site can allow others.': 'Der Betreiber dieser Seite kann weitere erlauben.',
  'You have used your free generations for today':
    'Sie haben Ihre kostenlosen Generierungen für heute verbraucht',
  'Your browser may ask for permission.': 'Ihr Browser fragt vielleicht um Erlaubnis.',
  'Your browser calls the provider directly. Your key goes nowhere else, and this site’s limits don’t apply.':
    'Ihr Browser fragt direkt beim Anbieter an. Ihr Schlüssel geht nirgendwo sonst hin, und die Grenzen dieser Seite gelten nicht.',
  'Key forgotten': 'Schlüssel vergessen',
  'Your links are saved again.': 'Ihre Links sind wieder gespeichert.',
  'Your links are safe. You can': 'Ihre Links bleiben erhalten. Sie können',
  'Using your own key': 'Ihr eigener Schlüssel wird genutzt',
  // Texts of the terms.
  '{brand} is a free demo by {company}, without account or login. It writes your content in three ways with your links.':
    '{brand} ist eine kostenlose Demo von {company}, ohne Konto und Anmeldung. Sie schreibt Ihren Text auf drei Arten mit Ihren Links.',
  'From your first saved link on, a cookie with the key to your workspace, for up to 400 days after your last visit. It is sent to this server alone, and serves nothing else.':
    'Ab dem ersten gespeicherten Link ein Cookie mit dem Schlüssel zu Ihrem Arbeitsbereich, bis zu 400 Tage nach Ihrem letzten Besuch. Es wird nur an diesen Server gesendet und dient keinem anderen Zweck.',
  'A cookie with the language, if you choose one.': 'Ein Cookie mit der Sprache, wenn Sie eine wählen.',
  'A deleted link leaves the database when Undo ends. Its random number stays for 30 days, so that no late request brings it back.':
    'Ein gelöschter Link verlässt die Datenbank, wenn „Rückgängig“ endet. Seine Zufallsnummer bleibt 30 Tage, damit keine verspätete Anfrage ihn zurückbringt.',
  'Do nothing unlawful with the demo, and do not try to overload it.':
    'Nutzen Sie die Demo für nichts Rechtswidriges, und versuchen Sie nicht, sie zu überlasten.',
  'Effective date: 4/6/2025': 'Gültig ab: 4/6/2025',
  'Imports are read here. Only the links that you choose are sent.':
    'Importe werden hier gelesen. Gesendet werden nur die Links, die Sie auswählen.',
  'To share fairly, the server counts your generations, their time and cost, and what you save. It knows you only by a fingerprint of your internet address, which changes daily and is deleted within days.':
    'Um gerecht zu verteilen, zählt der Server Ihre Generierungen, deren Zeit und Kosten und was Sie speichern. Er kennt Sie nur durch einen Fingerabdruck Ihrer Internetadresse, der täglich wechselt und innerhalb weniger Tage gelöscht wird.',
  'Export settings, your disclosure, and your links for whole shops.':
    'Einstellungen des Exports, Ihr Werbehinweis und Ihre Links für ganze Shops.',
  'If you leave the page, the generation runs on for about a minute, so that you can come back. Stop and Reset end it.':
    'Wenn Sie die Seite verlassen, läuft die Generierung etwa eine Minute weiter, damit Sie zurückkehren können. „Stopp“ und „Zurücksetzen“ beenden sie.',
  'In your browser': 'In Ihrem Browser',
  'Licences and notices': 'Lizenzen und Hinweise',
  'No AI model is connected: the built-in writer works on this server, and neither your content nor your links leave it.':
    'Kein KI-Modell ist verbunden: Der eingebaute Texter arbeitet auf diesem Server, und weder Ihr Text noch Ihre Links verlassen ihn.',
  'No warranty': 'Keine Gewährleistung',
  'On this server': 'Auf diesem Server',
  'Use only content and links that you may publish.':
    'Verwenden Sie nur Texte und Links, die Sie veröffentlichen dürfen.',
  Questions: 'Fragen',
  'Read a version before you publish it: a machine wrote it, and it can be wrong.':
    'Lesen Sie eine Fassung, bevor Sie sie veröffentlichen: Eine Maschine hat sie geschrieben, und sie kann Fehler enthalten.',
  'Tell your readers about affiliate links, as the law and your programmes require.':
    'Weisen Sie Ihre Leser auf Affiliate-Links hin, wie es das Recht und Ihre Partnerprogramme verlangen.',
  'Terms of Service and Privacy Policy': 'Nutzungsbedingungen und Datenschutzerklärung',
  'The demo comes as it is, without warranty of any kind. It may change, pause or end at any time, and saved links may be lost. As far as the law allows, nobody is liable for damage from its use.':
    'Die Demo kommt, wie sie ist, ohne jede Gewährleistung. Sie kann sich jederzeit ändern, pausieren oder enden, und gespeicherte Links können verloren gehen. Soweit das Gesetz es erlaubt, haftet niemand für Schäden aus ihrer Nutzung.',
  'The key is gone when you close or reload the page or, if remembered, when you press “Forget key”. A generation with it ends with the page.':
    'Der Schlüssel ist weg, wenn Sie die Seite schließen oder neu laden, ein gemerkter erst mit „Schlüssel vergessen“. Eine Generierung mit ihm endet mit der Seite.',
  'The page, a copy of your links, unsaved changes, and deletions that you can undo.':
    'Die Seite, eine Kopie Ihrer Links, ungespeicherte Änderungen und Löschungen, die Sie rückgängig machen können.',
  'The page counts no visits and loads nothing from other sites. A link in a result contacts its site only when you click it.':
    'Die Seite zählt keine Besuche und lädt nichts von anderen Websites. Ein Link in einem Ergebnis ruft seine Website erst auf, wenn Sie ihn anklicken.',
  'The recovery code of your workspace.': 'Der Wiederherstellungscode Ihres Arbeitsbereichs.',
  'Other visitors do not see them. Only you can, and whoever has your recovery code, uses your browser or runs this server. The database has only a fingerprint of the key to your workspace.':
    'Andere Besucher sehen sie nicht, nur Sie und wer Ihren Wiederherstellungscode hat, Ihren Browser benutzt oder diesen Server betreibt. Die Datenbank hat vom Schlüssel zu Ihrem Arbeitsbereich nur einen Fingerabdruck.',
  'Made with open source software.': 'Mit Open-Source-Software gemacht.',
  'All visitors share one list: whoever can open this page can see, change and delete its links. Save nothing secret.':
    'Alle Besucher teilen sich eine Liste: Wer diese Seite öffnen kann, kann die Links sehen, ändern und löschen. Speichern Sie nichts Geheimes.',
  'Until you close the tab: a link that you typed and did not save or discard, and the number of your last click on Generate.':
    'Bis Sie den Tab schließen: ein Link, den Sie eingegeben und weder gespeichert noch verworfen haben, und die Nummer Ihres letzten Klicks auf „Generieren“.',
  'Other users do not see them. Only you can after you have signed in, and whoever runs this server.':
    'Andere Benutzer sehen sie nicht, nur Sie nach Ihrer Anmeldung und wer diesen Server betreibt.',
  '{count} link is saved for you on this server.': '{count} Link ist auf diesem Server für Sie gespeichert.',
  '{count} links are saved for you on this server.':
    '{count} Links sind auf diesem Server für Sie gespeichert.',
  'What is sent to others': 'Was an andere gesendet wird',
  'What we ask of you': 'Worum wir Sie bitten',
  'Only when you press Generate, your content, instructions, and the addresses and descriptions of the ticked links go to the AI provider at <host>{host}</host>. Its terms apply.':
    'Erst wenn Sie „Generieren“ drücken, gehen Text, Anweisungen und die Adressen und Beschreibungen der ausgewählten Links an den KI-Anbieter unter <host>{host}</host>. Es gelten dessen Bedingungen.',
  'Ticked links, your last text with instructions and versions, and up to two earlier texts, until you restore, replace or reset them.':
    'Ausgewählte Links, Ihr letzter Text mit Anweisungen und Fassungen und bis zu zwei frühere Texte, bis Sie sie wiederherstellen, ersetzen oder zurücksetzen.',
  'With your browser’s model, content and instructions stay on your device. The browser downloads the model from its maker once.':
    'Mit dem Modell Ihres Browsers bleiben Text und Anweisungen auf Ihrem Gerät. Der Browser lädt es einmal von seinem Hersteller herunter.',
  'With your own key, your browser sends content, links and key straight to the provider that you entered. Its terms and prices apply, and it sees your internet address and that of this page. This server gets neither key nor content nor versions.':
    'Mit Ihrem eigenen Schlüssel sendet Ihr Browser Text, Links und Schlüssel direkt an den Anbieter, den Sie angegeben haben. Es gelten dessen Bedingungen und Preise, und er sieht Ihre Internetadresse und die dieser Seite. Dieser Server erhält weder Schlüssel noch Text noch Fassungen.',
  'Write to {company} through <site>the product site</site>.':
    'Schreiben Sie an {company} über <site>die Website des Produkts</site>.',
  'You can clear all of this in your browser. Unsaved changes are then lost.':
    'Sie können all das in Ihrem Browser löschen. Ungespeicherte Änderungen gehen dann verloren.',
  'Your content, instructions and versions are in memory while your request runs. For a day, versions may be kept encrypted, with a fingerprint of the request, to answer it again. Only your page keeps the number that opens them, a new one for each click.':
    'Text, Anweisungen und Fassungen sind im Arbeitsspeicher, solange Ihre Anfrage läuft. Einen Tag lang können die Fassungen verschlüsselt bleiben, mit einem Fingerabdruck der Anfrage, um sie erneut zu beantworten. Nur Ihre Seite behält die Nummer, die sie öffnet, bei jedem Klick eine neue.',
  'Your last 20 results, if you turn that on under “Your data”, until you delete them.':
    'Ihre letzten 20 Ergebnisse, wenn Sie das unter „Ihre Daten“ einschalten, bis Sie sie löschen.',
  'Your links (URL, description, times of saving and changing) stay until you delete them.':
    'Ihre Links (URL, Beschreibung, Zeiten des Speicherns und Änderns) bleiben, bis Sie sie löschen.',
  'Your links (URL, description, times of saving and changing) stay until you delete them. A workspace with fewer than {links} links is deleted when nobody has opened it for a month.':
    'Ihre Links (URL, Beschreibung, Zeiten des Speicherns und Änderns) bleiben, bis Sie sie löschen. Ein Arbeitsbereich mit weniger als {links} Links wird gelöscht, wenn ihn einen Monat lang niemand geöffnet hat.',
  'Your links (URL, description, times of saving and changing) stay until you delete them. A workspace with fewer than {links} links is deleted when nobody has opened it for {count} months.':
    'Ihre Links (URL, Beschreibung, Zeiten des Speicherns und Änderns) bleiben, bis Sie sie löschen. Ein Arbeitsbereich mit weniger als {links} Links wird gelöscht, wenn ihn {count} Monate lang niemand geöffnet hat.',
  'Your AI key, if you have it remembered.': 'Ihr KI-Schlüssel, wenn Sie ihn merken lassen.',
  '“Your data”, at the foot of the page, deletes everything at once, here and in your browser. Without your browser’s data and your recovery code, nobody can open or delete your links.':
    '„Ihre Daten“ am Fuß der Seite löscht alles auf einmal, hier und in Ihrem Browser. Ohne die Daten Ihres Browsers und Ihren Wiederherstellungscode kann niemand Ihre Links öffnen oder löschen.',
  'Make your affiliate links feel like part of the story: paste your content, tick your links, and get three versions with the links added.':
    'Ihre Affiliate-Links lesen sich, als gehörten sie zur Geschichte: Text einfügen, Links auswählen, drei Fassungen mit Ihren Links erhalten.',
  'The page could not be loaded. Check your connection, then reload the page.':
    'Die Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung, und laden Sie die Seite dann neu.',
  'This page needs JavaScript to add your links to your content. Please switch it on and reload.':
    'Diese Seite braucht JavaScript, um Ihre Links in Ihren Text einzufügen. Bitte schalten Sie es ein, und laden Sie die Seite neu.',
} as const;
