/** Texts of the own data, of the own key, of the allowance and of the storage. */
export const workspace = {
  'A key has no spaces and no special letters. Please copy it again.':
    'Ein Schlüssel hat keine Leerzeichen und keine Buchstaben wie ä oder é. Bitte kopieren Sie ihn erneut.',
  'A model on this device may want none.': 'Ein Modell auf diesem Gerät verlangt vielleicht keinen.',
  'A shared list has no recovery code, and nobody can delete all of it at once. You can export it, and delete single links.':
    'Eine gemeinsame Liste hat keinen Wiederherstellungscode, und niemand kann sie auf einmal ganz löschen. Sie können sie exportieren und einzelne Links löschen.',
  'All your data was deleted.': 'Alle Ihre Daten wurden gelöscht.',
  'Another provider': 'Anderer Anbieter',
  'Base URL': 'Basis-URL',
  Cancel: 'Abbrechen',
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
  Hide: 'Verbergen',
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
} as const;
