/** Texts of the frame of the page, of its shared controls, of the terms and of the visitor's own data. */
export const page = {
  // Texts of the frame of the page and of shared controls.
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
  'For that, press “Use your own key”.': 'Drücken Sie dafür „Eigenen Schlüssel nutzen“.',
  'Free Link Integrator': 'Links kostenlos einweben',
  'How does it work?': 'Wie funktioniert das?',
  Loading: 'Wird geladen',
  'Loading your links': 'Ihre Links werden geladen',
  'Make Your Affiliate Links Feel Like Part of the Story':
    'Ihre Affiliate-Links lesen sich, als gehörten sie zur Geschichte',
  'Make your affiliate links feel like part of the story: paste your content, tick your links, and get three versions with the links woven in.':
    'Ihre Affiliate-Links lesen sich, als gehörten sie zur Geschichte: Text einfügen, Links auswählen, drei Fassungen mit eingewebten Links erhalten.',
  'Paste your content.': 'Fügen Sie Ihren Text ein.',
  'Paste your links and tick the ones to weave in.':
    'Fügen Sie Ihre Links ein, und wählen Sie aus, welche eingewebt werden.',
  'Press <strong>Generate</strong>, then choose between three versions: safe, exploratory and experimental.':
    'Drücken Sie <strong>Generieren</strong>, und wählen Sie dann zwischen drei Fassungen: behutsam, freier und experimentell.',
  'Reload the page': 'Seite neu laden',
  'Safe only adds to your words. Exploratory may reword about a tenth of your sentences, Experimental about a third.':
    '„Behutsam“ ergänzt Ihren Text nur. „Freier“ darf etwa ein Zehntel Ihrer Sätze umformulieren, „Experimentell“ etwa ein Drittel.',
  'Save this page as a link': 'Diese Seite als Link speichern',
  'Sign up for the full beta': 'Für die volle Beta anmelden',
  Stop: 'Stopp',
  'Terms and Conditions': 'Nutzungsbedingungen',
  'The built-in writer of this site writes the text, without an AI model.':
    'Der eingebaute Texter dieser Seite schreibt den Text, ohne KI-Modell.',
  'The page could not be loaded. Check your connection, then reload the page.':
    'Die Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung, und laden Sie die Seite dann neu.',
  'This page needs JavaScript to weave your links into your content. Please switch it on and reload.':
    'Diese Seite braucht JavaScript, um Ihre Links in Ihren Text einzuweben. Bitte schalten Sie es ein, und laden Sie die Seite neu.',
  'This part of the page could not be loaded.': 'Dieser Teil der Seite konnte nicht geladen werden.',
  'To save a page while you read it, drag this link to your bookmarks bar and press it there:':
    'Um eine Seite beim Lesen zu speichern, ziehen Sie diesen Link in Ihre Lesezeichenleiste, und klicken Sie ihn dort an:',
  'Try again': 'Erneut versuchen',
  Undo: 'Rückgängig',
  'Want more?': 'Mehr gewünscht?',
  'With an AI model, the text is also rewritten so that the links read naturally, as if they had always been part of it.':
    'Mit einem KI-Modell wird der Text auch so umgeschrieben, dass sich die Links natürlich lesen, als hätten sie immer dazugehört.',
  'Your addresses are never changed: each one in the result is exactly the one you saved.':
    'Ihre Adressen werden nie verändert: Jede Adresse im Ergebnis ist genau die, die Sie gespeichert haben.',
  'Your data': 'Ihre Daten',
  'Your links': 'Ihre Links',
  'Your links are combined with your content, here without AI: none of your words change. Links go on words of yours that name the thing. The others stand, depending on the version, in one line at the end, in short lines behind the sections they fit, or in a list.':
    'Ihre Links werden mit Ihrem Text verbunden, hier ohne KI: Keines Ihrer Wörter ändert sich. Links kommen auf Wörter von Ihnen, die die Sache nennen. Die übrigen stehen je nach Fassung in einer Zeile am Ende, in kurzen Zeilen hinter den passenden Abschnitten oder in einer Liste.',
  'Your links are combined with your content, and the text is rewritten so that the links read naturally, as if they had always been part of it.':
    'Ihre Links werden mit Ihrem Text verbunden, und der Text wird so umgeschrieben, dass sich die Links natürlich lesen, als hätten sie immer dazugehört.',
  // Texts of the own data, of the own key, of the allowance and of the storage.
  'A key has no spaces and no special letters. Please copy it again.':
    'Ein Schlüssel hat keine Leerzeichen und keine Buchstaben wie ä oder é. Bitte kopieren Sie ihn erneut.',
  'A model on this device may want none.': 'Ein Modell auf diesem Gerät verlangt vielleicht keinen.',
  'A shared list has no recovery code, and nobody can delete all of it at once. You can export it, and delete single links.':
    'Eine gemeinsame Liste hat keinen Wiederherstellungscode, und niemand kann sie auf einmal ganz löschen. Sie können sie exportieren und einzelne Links löschen.',
  'All your data was deleted.': 'Alle Ihre Daten wurden gelöscht.',
  'Another provider': 'Anderer Anbieter',
  'Base URL': 'Basis-URL',
  Change: 'Ändern',
  'Changes are still on their way to the server, so nothing was done. Please try again in a minute.':
    'Es sind noch Änderungen auf dem Weg zum Server, deshalb wurde nichts getan. Bitte versuchen Sie es in einer Minute erneut.',
  'Changes that are not saved yet go into the workspace that you open.':
    'Noch nicht gespeicherte Änderungen gehen in den Arbeitsbereich über, den Sie öffnen.',
  'Code copied': 'Code kopiert',
  'Copy code': 'Code kopieren',
  '{count} change waits in this browser and is not saved yet.':
    '{count} Änderung wartet in diesem Browser und ist noch nicht gespeichert.',
  '{count} changes wait in this browser and are not saved yet.':
    '{count} Änderungen warten in diesem Browser und sind noch nicht gespeichert.',
  '{count} generation left today': 'Heute noch {count} Generierung',
  '{count} generations left today': 'Heute noch {count} Generierungen',
  '{count} link is kept here of a workspace that the server does not know any more. If you want to keep them, save them again in a new workspace.':
    'Hier wird noch {count} Link aus einem Arbeitsbereich aufbewahrt, den der Server nicht mehr kennt. Wenn Sie ihn behalten möchten, speichern Sie ihn erneut in einem neuen Arbeitsbereich.',
  '{count} link is saved for you on this server. Only a browser that holds the key can see or change them, and this one does.':
    'Auf diesem Server ist {count} Link für Sie gespeichert. Nur ein Browser mit dem Schlüssel kann ihn sehen oder ändern, und dieser Browser hat den Schlüssel.',
  '{count} link is saved on this server, in one list for everybody who can open this page.':
    'Auf diesem Server ist {count} Link gespeichert, in einer gemeinsamen Liste für alle, die diese Seite öffnen können.',
  '{count} links are kept here of a workspace that the server does not know any more. If you want to keep them, save them again in a new workspace.':
    'Hier werden noch {count} Links aus einem Arbeitsbereich aufbewahrt, den der Server nicht mehr kennt. Wenn Sie sie behalten möchten, speichern Sie sie erneut in einem neuen Arbeitsbereich.',
  '{count} links are saved for you on this server. Only a browser that holds the key can see or change them, and this one does.':
    'Auf diesem Server sind {count} Links für Sie gespeichert. Nur ein Browser mit dem Schlüssel kann sie sehen oder ändern, und dieser Browser hat den Schlüssel.',
  '{count} links are saved on this server, in one list for everybody who can open this page.':
    'Auf diesem Server sind {count} Links gespeichert, in einer gemeinsamen Liste für alle, die diese Seite öffnen können.',
  '{count} saved link goes, and so does what is not saved yet.':
    '{count} gespeicherter Link wird gelöscht, ebenso alles, was noch nicht gespeichert ist.',
  '{count} saved link goes.': '{count} gespeicherter Link wird gelöscht.',
  '{count} saved links go, and so does what is not saved yet.':
    '{count} gespeicherte Links werden gelöscht, ebenso alles, was noch nicht gespeichert ist.',
  '{count} saved links go.': '{count} gespeicherte Links werden gelöscht.',
  delete: 'löschen',
  'Delete all my data': 'Alle meine Daten löschen',
  'Delete all my data…': 'Alle meine Daten löschen …',
  'Delete everything': 'Alles löschen',
  'Deletes your links on the server, and what this browser keeps: its copy of them, your last texts with their versions, all kept results, the disclosure that you wrote, and your own AI key.':
    'Löscht Ihre Links auf dem Server und was dieser Browser aufbewahrt: seine Kopie der Links, Ihre letzten Texte mit ihren Fassungen, alle aufbewahrten Ergebnisse, den Werbehinweis, den Sie geschrieben haben, und Ihren eigenen KI-Schlüssel.',
  'Deleting…': 'Wird gelöscht …',
  'Forget key': 'Schlüssel vergessen',
  'Get a free key:': 'Kostenloser Schlüssel:',
  Hide: 'Verbergen',
  'A program at {host} has {model}, but does not let this page ask it. Let it accept requests from {origin}, and look again.':
    'Ein Programm unter {host} hat {model}, lässt diese Seite aber nicht anfragen. Lassen Sie dort Anfragen von {origin} zu und suchen Sie erneut.',
  'It has to let {origin} ask it: in Ollama with OLLAMA_ORIGINS, in LM Studio with “Enable CORS”.':
    'Das Modell muss Anfragen von {origin} zulassen: in Ollama mit OLLAMA_ORIGINS, in LM Studio mit „Enable CORS“.',
  'It may call the providers in the list, and {names}.':
    'Erlaubt sind die Anbieter in der Liste und {names}.',
  'It may call the providers in the list.': 'Erlaubt sind die Anbieter in der Liste.',
  'It may call {names}.': 'Erlaubt: {names}.',
  'It opens your links in another browser, or here again after this browser’s data was cleared. There is no other way back: nobody can look it up for you.':
    'Er öffnet Ihre Links in einem anderen Browser oder wieder hier, nachdem die Daten dieses Browsers gelöscht wurden. Einen anderen Weg zurück gibt es nicht: Niemand kann ihn für Sie nachschlagen.',
  'It stays in this browser until you forget it. Not for shared devices.':
    'Er bleibt in diesem Browser, bis Sie „Schlüssel vergessen“ drücken. Nicht für gemeinsam genutzte Geräte.',
  'Keep it like a password: whoever has it can see, change and delete your links.':
    'Bewahren Sie ihn auf wie ein Passwort: Wer ihn hat, kann Ihre Links sehen, ändern und löschen.',
  Key: 'Schlüssel',
  'less than 1 % of this site’s budget for today left':
    'weniger als 1 % des heutigen Budgets dieser Seite übrig',
  'Links that this browser has kept': 'Links, die dieser Browser aufbewahrt hat',
  '{model} on this machine is in use': '{model} auf diesem Gerät wird genutzt',
  'Another model': 'Anderes Modell',
  'llama.cpp on this device': 'llama.cpp auf diesem Gerät',
  'LM Studio has {model} on this machine, but does not let this page ask it. Turn on “Enable CORS” in its server settings, and look again.':
    'LM Studio hat {model} auf diesem Gerät, lässt diese Seite aber nicht anfragen. Schalten Sie in den Server-Einstellungen „Enable CORS“ ein und suchen Sie erneut.',
  'Look for models': 'Modelle suchen',
  'Models on this machine are listed': 'Modelle auf diesem Gerät sind aufgeführt',
  'Name of the model': 'Name des Modells',
  'No model is known at this address. Start Ollama, LM Studio or the server of llama.cpp with a model. Then look for it here, or enter its name.':
    'Unter dieser Adresse ist kein Modell bekannt. Starten Sie Ollama, LM Studio oder den Server von llama.cpp mit einem Modell. Suchen Sie es dann hier, oder geben Sie seinen Namen ein.',
  'No model was found': 'Es wurde kein Modell gefunden',
  'Ollama has {model} on this machine, but does not let this page ask it. Start it with OLLAMA_ORIGINS={origin}, and look again.':
    'Ollama hat {model} auf diesem Gerät, lässt diese Seite aber nicht anfragen. Starten Sie es mit OLLAMA_ORIGINS={origin} und suchen Sie erneut.',
  'Use this model': 'Modell nutzen',
  'Use {model} on this machine': '{model} auf diesem Gerät nutzen',
  'Without a key. Your text stays on this machine.': 'Ohne Schlüssel. Ihr Text bleibt auf diesem Gerät.',
  'LM Studio on this device': 'LM Studio auf diesem Gerät',
  Model: 'Modell',
  '{model} at {host}': '{model} bei {host}',
  'No links are saved for you on this server.': 'Auf diesem Server sind keine Links für Sie gespeichert.',
  'Ollama on this device': 'Ollama auf diesem Gerät',
  'Open another workspace': 'Anderen Arbeitsbereich öffnen',
  'Open workspace': 'Arbeitsbereich öffnen',
  'Opening…': 'Wird geöffnet …',
  'Otherwise it is gone when you close or reload this page.':
    'Sonst ist er weg, wenn Sie diese Seite schließen oder neu laden.',
  'Own key: <model>{model}</model> at {host}': 'Eigener Schlüssel: <model>{model}</model> bei {host}',
  'Own model: <model>{model}</model> at {host}': 'Eigenes Modell: <model>{model}</model> bei {host}',
  '{percent} % of this site’s budget for today left': '{percent} % des heutigen Budgets dieser Seite übrig',
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
  'Save them again': 'Erneut speichern',
  'Saving…': 'Wird gespeichert …',
  'Show and keep the recovery code above first: without it you lose the links that you have now.':
    'Lassen Sie sich zuerst oben den Wiederherstellungscode zeigen, und bewahren Sie ihn auf: Ohne ihn verlieren Sie Ihre jetzigen Links.',
  'Show recovery code': 'Code zeigen',
  'Shows the links of a recovery code in this browser, in place of the present ones.':
    'Zeigt in diesem Browser die Links eines Wiederherstellungscodes anstelle der jetzigen.',
  'Stop using it': 'Nicht mehr nutzen',
  'The built-in writer writes now': 'Jetzt schreibt der eingebaute Texter',
  'The built-in writer writes.': 'Der eingebaute Texter schreibt.',
  'The built-in writer writes; the AI model is back {when}, your time.':
    'Der eingebaute Texter schreibt; das KI-Modell ist {when} Ihrer Zeit wieder da.',
  'The workspace is open in this browser.': 'Der Arbeitsbereich ist in diesem Browser geöffnet.',
  'There is nothing to delete.': 'Es gibt nichts zu löschen.',
  'There is one as soon as you have saved a link.': 'Es gibt einen, sobald Sie einen Link gespeichert haben.',
  'They are back {when}, your time. Your links stay as they are. Until then you can':
    'Weiter geht es {when} Ihrer Zeit. Ihre Links bleiben, wie sie sind. Bis dahin können Sie',
  'This browser keeps nothing more for this page: its storage is full or blocked. Your links are saved on the server as before. Your text, ticks and settings hold until you close this tab.':
    'Dieser Browser speichert für diese Seite nichts mehr: Sein Speicher ist voll oder gesperrt. Ihre Links werden wie bisher auf dem Server gespeichert. Text, Auswahl und Einstellungen bleiben, bis Sie diesen Tab schließen.',
  'This cannot be undone, and the recovery code opens nothing afterwards.':
    'Das lässt sich nicht rückgängig machen, und der Wiederherstellungscode öffnet danach nichts mehr.',
  'this device': 'dieses Gerät',
  'This is the address of this page. Please enter that of your AI provider, to whom the key belongs.':
    'Das ist die Adresse dieser Seite. Bitte geben Sie die Ihres KI-Anbieters ein, zu dem der Schlüssel gehört.',
  'This page may not call {host}.': 'Diese Seite darf {host} nicht aufrufen.',
  'This page was opened without access to this device. Please open it with access, by the link below the base URL.':
    'Diese Seite wurde ohne Zugriff auf dieses Gerät geöffnet. Bitte öffnen Sie sie mit Zugriff, über den Link unter der Basis-URL.',
  'To reach a model on this device, <page>open this page with access to this device</page> in a new tab.':
    'Um ein Modell auf diesem Gerät zu erreichen, <page>öffnen Sie diese Seite mit Zugriff auf dieses Gerät</page> in einem neuen Tab.',
  'today at {time}': 'heute um {time} Uhr',
  'Today’s free generations of this site are used up':
    'Die kostenlosen Generierungen dieser Seite für heute sind aufgebraucht',
  'tomorrow at {time}': 'morgen um {time} Uhr',
  'Too little of today’s free budget is left for this generation':
    'Für diese Generierung ist vom heutigen kostenlosen Budget zu wenig übrig',
  'Type “{word}” to confirm': 'Zum Bestätigen „{word}“ eingeben',
  'Use the built-in writer': 'Eingebauten Texter nutzen',
  'Use this key': 'Schlüssel nutzen',
  'Use your own key': 'Eigenen Schlüssel nutzen',
  'Waiting until changes that are on their way are saved…':
    'Änderungen, die noch unterwegs sind, werden zuerst gespeichert …',
  'Whoever runs this site can allow others.': 'Der Betreiber dieser Seite kann weitere erlauben.',
  'You have used your free generations for today':
    'Sie haben Ihre kostenlosen Generierungen für heute verbraucht',
  'Your browser may ask you whether this page may reach your device.':
    'Ihr Browser fragt Sie vielleicht, ob diese Seite auf Ihr Gerät zugreifen darf.',
  'Your browser then asks the AI provider itself. The key goes to that provider and nowhere else, and the limits of this site do not count for you.':
    'Ihr Browser fragt dann selbst beim KI-Anbieter an. Der Schlüssel geht nur an diesen Anbieter und nirgendwo sonst hin, und die Grenzen dieser Seite gelten für Sie nicht.',
  'Your key is forgotten': 'Ihr Schlüssel wurde vergessen',
  'Your links are saved again.': 'Ihre Links sind wieder gespeichert.',
  'Your links stay as they are. You can': 'Ihre Links bleiben, wie sie sind. Sie können',
  'Your own key is in use': 'Ihr eigener Schlüssel wird genutzt',
  // Texts of the terms.
  'A link that you delete is taken out of the database once the time for Undo is over. Its random number is remembered for 30 days, so that a late request cannot bring it back.':
    'Ein Link, den Sie löschen, wird aus der Datenbank entfernt, sobald die Zeit für „Rückgängig“ vorbei ist. Seine Zufallsnummer wird 30 Tage lang aufbewahrt, damit eine verspätete Anfrage ihn nicht zurückbringen kann.',
  '{brand} is a free demo by {company}. It rewrites your content in three ways with the links of your choice woven in. There is no account and no login.':
    '{brand} ist eine kostenlose Demo von {company}. Sie schreibt Ihren Text auf drei Arten um und webt dabei die Links Ihrer Wahl ein. Es gibt kein Konto und keine Anmeldung.',
  Deleting: 'Löschen',
  'deletions that you can still undo': 'Löschungen, die Sie noch rückgängig machen können',
  'deletions that you can still undo; and your own AI key, if you have it remembered':
    'Löschungen, die Sie noch rückgängig machen können; und Ihren eigenen KI-Schlüssel, wenn Sie „Auf diesem Gerät merken“ gewählt haben',
  'deletions that you can still undo; the recovery code of your workspace':
    'Löschungen, die Sie noch rückgängig machen können; den Wiederherstellungscode Ihres Arbeitsbereichs',
  'deletions that you can still undo; the recovery code of your workspace; and your own AI key, if you have it remembered':
    'Löschungen, die Sie noch rückgängig machen können; den Wiederherstellungscode Ihres Arbeitsbereichs; und Ihren eigenen KI-Schlüssel, wenn Sie „Auf diesem Gerät merken“ gewählt haben',
  'Do not use the demo for anything unlawful, and do not try to overload it.':
    'Nutzen Sie die Demo für nichts Rechtswidriges, und versuchen Sie nicht, sie zu überlasten.',
  'Effective date: 4/6/2025': 'Gültig ab: 4/6/2025',
  'Files and lists that you import are read in your browser; only the links you decide to import are sent.':
    'Dateien und Listen, die Sie importieren, werden in Ihrem Browser gelesen; gesendet werden nur die Links, für deren Import Sie sich entscheiden.',
  'If you use your own key, that is different: your browser then sends your content, your instructions, the addresses and descriptions of the ticked links, and the key straight to the AI provider that you entered. Its terms hold, it sees your internet address and that of this page, and you pay what it charges. This server is given neither the key nor the content nor the versions. The key is gone when you close or reload the page, or, if you have it remembered, when you press “Forget key”. A generation with your key ends with the page.':
    'Wenn Sie Ihren eigenen Schlüssel nutzen, ist das anders: Ihr Browser sendet dann Ihren Text, Ihre Anweisungen, die Adressen und Beschreibungen der ausgewählten Links und den Schlüssel direkt an den KI-Anbieter, den Sie angegeben haben. Es gelten dessen Bedingungen, er sieht Ihre Internetadresse und die dieser Seite, und Sie zahlen, was er berechnet. Dieser Server erhält weder den Schlüssel noch den Text noch die Fassungen. Der Schlüssel wird gelöscht, wenn Sie die Seite schließen oder neu laden; haben Sie „Auf diesem Gerät merken“ gewählt, erst dann, wenn Sie „Schlüssel vergessen“ drücken. Eine Generierung mit Ihrem Schlüssel endet mit der Seite.',
  'Licences and notices': 'Lizenzen und Hinweise',
  'No AI model is configured here: the built-in writer works on this server, and neither your content nor your links leave it.':
    'Hier ist kein KI-Modell eingerichtet: Der eingebaute Texter arbeitet auf diesem Server, und weder Ihr Text noch Ihre Links verlassen ihn.',
  'No warranty': 'Keine Gewährleistung',
  'One cookie is set when you first save a link. It holds the key to your workspace for up to 400 days after your last visit, is sent to this server alone, and serves nothing else.':
    'Ein Cookie wird gesetzt, wenn Sie zum ersten Mal einen Link speichern. Es enthält bis zu 400 Tage nach Ihrem letzten Besuch den Schlüssel zu Ihrem Arbeitsbereich, wird nur an diesen Server gesendet und dient keinem anderen Zweck.',
  'Paste only content that you own or may use, and save only links that you may publish.':
    'Fügen Sie nur Texte ein, die Ihnen gehören oder die Sie verwenden dürfen, und speichern Sie nur Links, die Sie veröffentlichen dürfen.',
  Questions: 'Fragen',
  'Read a version before you publish it: a machine wrote it, and it can be wrong.':
    'Lesen Sie eine Fassung, bevor Sie sie veröffentlichen: Eine Maschine hat sie geschrieben, und sie kann Fehler enthalten.',
  'Software of others': 'Software anderer',
  'Tell your readers that your text holds affiliate links, as the law of your country and your partner programmes require.':
    'Weisen Sie Ihre Leser darauf hin, dass Ihr Text Affiliate-Links enthält, wie es das Recht Ihres Landes und Ihre Partnerprogramme verlangen.',
  'Terms of Service and Privacy Policy': 'Nutzungsbedingungen und Datenschutzerklärung',
  'The content you paste and your instructions are not stored by the server: they are held in memory while your request runs. So are the versions you get. For a day they may also be kept in encrypted form, together with a fingerprint of what was asked for, so that a request that has to be repeated gets the same answer. They open only with a number that your page makes for each click and that the server does not keep.':
    'Der Text, den Sie einfügen, und Ihre Anweisungen werden vom Server nicht gespeichert: Er hält sie im Arbeitsspeicher, solange Ihre Anfrage läuft. Das gilt auch für die Fassungen, die Sie erhalten. Diese können außerdem einen Tag lang verschlüsselt aufbewahrt werden, zusammen mit einem Fingerabdruck dessen, was angefragt wurde, damit eine Anfrage, die wiederholt werden muss, dieselbe Antwort erhält. Öffnen lassen sie sich nur mit einer Nummer, die Ihre Seite für jeden Klick erzeugt und die der Server nicht aufbewahrt.',
  'The demo is provided as it is, without warranty of any kind. It may change, pause or end at any time, and saved links may be lost. As far as the law allows, nobody is liable for damage that comes from using it.':
    'Die Demo wird so bereitgestellt, wie sie ist, ohne jede Gewährleistung. Sie kann jederzeit geändert, unterbrochen oder beendet werden, und gespeicherte Links können verloren gehen. Soweit das Gesetz es erlaubt, haftet niemand für Schäden, die aus der Nutzung entstehen.',
  'The links you save (address and description, with the times of saving and changing) are kept in the database of this server until you delete them, or until nobody has opened your workspace for a month: if it has fewer than {links} links, it is then deleted with all of them.':
    'Die Links, die Sie speichern (Adresse und Beschreibung, mit den Zeiten des Speicherns und Änderns), bleiben in der Datenbank dieses Servers, bis Sie sie löschen oder bis einen Monat lang niemand Ihren Arbeitsbereich geöffnet hat: Hat er weniger als {links} Links, wird er dann mit allen gelöscht.',
  'The links you save (address and description, with the times of saving and changing) are kept in the database of this server until you delete them, or until nobody has opened your workspace for {count} months: if it has fewer than {links} links, it is then deleted with all of them.':
    'Die Links, die Sie speichern (Adresse und Beschreibung, mit den Zeiten des Speicherns und Änderns), bleiben in der Datenbank dieses Servers, bis Sie sie löschen oder bis {count} Monate lang niemand Ihren Arbeitsbereich geöffnet hat: Hat er weniger als {links} Links, wird er dann mit allen gelöscht.',
  'The links you save (address and description, with the times of saving and changing) are kept in the database of this server until you delete them.':
    'Die Links, die Sie speichern (Adresse und Beschreibung, mit den Zeiten des Speicherns und Änderns), bleiben in der Datenbank dieses Servers, bis Sie sie löschen.',
  'The page counts no visits, and loads nothing from other sites. A link in a result contacts its site only when you click it.':
    'Die Seite zählt keine Besuche und lädt nichts von anderen Websites. Ein Link in einem Ergebnis ruft seine Website erst auf, wenn Sie ihn anklicken.',
  'The page sets no cookies.': 'Die Seite setzt keine Cookies.',
  'They are in a workspace of your own. Its key is in your browser, and the database knows only a fingerprint of it: other visitors do not see your links. Whoever has your recovery code, or uses your browser, does, and so can whoever runs this server.':
    'Die Links liegen in einem eigenen Arbeitsbereich. Dessen Schlüssel ist in Ihrem Browser, und die Datenbank kennt nur einen Fingerabdruck davon: Andere Besucher sehen Ihre Links nicht. Wer Ihren Wiederherstellungscode hat oder Ihren Browser benutzt, sieht sie, und auch der Betreiber dieses Servers kann sie sehen.',
  'This installation has one list of links for everybody: whoever can open this page can see, change and delete them. Save nothing there that is secret.':
    'Diese Installation hat eine gemeinsame Liste von Links für alle: Wer diese Seite öffnen kann, kann sie sehen, ändern und löschen. Speichern Sie dort nichts Geheimes.',
  'This page is made with open source software.': 'Diese Seite ist mit Open-Source-Software gemacht.',
  'To share fairly what there is, the server counts generations, with their time and cost, and how much is saved, by internet address. It keeps no address, only a fingerprint of it that is another one each day and is deleted within days.':
    'Um gerecht zu verteilen, was da ist, zählt der Server je Internetadresse die Generierungen, mit Zeit und Kosten, und wie viel gespeichert wird. Er bewahrt keine Adresse auf, nur einen Fingerabdruck davon, der jeden Tag ein anderer ist und innerhalb weniger Tage gelöscht wird.',
  'What is sent to others': 'Was an andere gesendet wird',
  'What is stored, and where': 'Was gespeichert wird und wo',
  'What this is': 'Was das ist',
  'What we ask of you': 'Worum wir Sie bitten',
  'When you press Generate, your content, your instructions, and the addresses and descriptions of the ticked links are sent to the AI provider at <host>{host}</host>, which writes the versions. Its own terms say how it handles them. Nothing is sent before you press Generate. If you close or reload the page, the generation goes on here for about a minute, so that you can come back to it. Stop and Reset end it at once.':
    'Wenn Sie „Generieren“ drücken, werden Ihr Text, Ihre Anweisungen und die Adressen und Beschreibungen der ausgewählten Links an den KI-Anbieter unter <host>{host}</host> gesendet, der die Fassungen schreibt. Wie er damit umgeht, steht in seinen eigenen Bedingungen. Nichts wird gesendet, bevor Sie „Generieren“ drücken. Wenn Sie die Seite schließen oder neu laden, läuft die Generierung hier noch etwa eine Minute weiter, damit Sie zu ihr zurückkehren können. „Stopp“ und „Zurücksetzen“ beenden sie sofort.',
  'Write to {company} through <site>the product site</site>.':
    'Schreiben Sie an {company} über <site>die Website des Produkts</site>.',
  '“Your data”, at the foot of the page, deletes everything at once, here and in this browser. If you lose both your browser’s data and your recovery code, nobody can open or delete your links for you.':
    '„Ihre Daten“ am Fuß der Seite löscht alles auf einmal, hier und in diesem Browser. Wenn Sie sowohl die Daten Ihres Browsers als auch Ihren Wiederherstellungscode verlieren, kann niemand Ihre Links für Sie öffnen oder löschen.',
  'Your own browser keeps, in its storage for this page: the page itself and a copy of your links, so that both are there without a network; changes that are not saved yet; which links you ticked; your last text with its instructions and versions, and up to two texts before it that you did not restore, so that you can restore them, until you replace or reset them; your last 20 results with their texts and links, if you switch that on under “Your results”, until you delete them, there or with everything else; how you export versions, with the disclosure that you wrote; what you type into the form for a new link, until you save or discard it or close the tab; the number of your last click on Generate, until you close the tab; {others}. You can clear that in your browser at any time: changes that are not saved yet are lost then.':
    'Ihr eigener Browser bewahrt in seinem Speicher für diese Seite auf: die Seite selbst und eine Kopie Ihrer Links, damit beide auch ohne Netz da sind; Änderungen, die noch nicht gespeichert sind; welche Links Sie ausgewählt haben; Ihren letzten Text mit seinen Anweisungen und Fassungen und bis zu zwei Texte davor, die Sie nicht wiederhergestellt haben, damit Sie sie wiederherstellen können, bis Sie sie ersetzen oder zurücksetzen; Ihre letzten 20 Ergebnisse mit ihren Texten und Links, wenn Sie das unter „Ihre Ergebnisse“ einschalten, bis Sie sie löschen, dort oder mit allem anderen; wie Sie Fassungen exportieren, mit dem Werbehinweis, den Sie geschrieben haben; was Sie in das Formular für einen neuen Link schreiben, bis Sie es speichern oder verwerfen oder den Tab schließen; die Nummer Ihres letzten Klicks auf „Generieren“, bis Sie den Tab schließen; {others}. Sie können das in Ihrem Browser jederzeit löschen: Änderungen, die noch nicht gespeichert sind, gehen dann verloren.',
} as const;
