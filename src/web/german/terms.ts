/** Texts of the terms. */
export const terms = {
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
  'Your own browser keeps, in its storage for this page: the page itself and a copy of your links, so that both are there without a network; changes that are not saved yet; which links you ticked; your last text with its instructions and versions, and up to two texts before it that you did not restore, so that you can restore them, until you replace or reset them; your last 20 results with their texts and links, if you switch that on under “Your results”, until you delete them, there or with everything else; how you export versions, with the disclosure that you wrote; the number of your last click on Generate, until you close the tab; {others}. You can clear that in your browser at any time: changes that are not saved yet are lost then.':
    'Ihr eigener Browser bewahrt in seinem Speicher für diese Seite auf: die Seite selbst und eine Kopie Ihrer Links, damit beide auch ohne Netz da sind; Änderungen, die noch nicht gespeichert sind; welche Links Sie ausgewählt haben; Ihren letzten Text mit seinen Anweisungen und Fassungen und bis zu zwei Texte davor, die Sie nicht wiederhergestellt haben, damit Sie sie wiederherstellen können, bis Sie sie ersetzen oder zurücksetzen; Ihre letzten 20 Ergebnisse mit ihren Texten und Links, wenn Sie das unter „Ihre Ergebnisse“ einschalten, bis Sie sie löschen, dort oder mit allem anderen; wie Sie Fassungen exportieren, mit dem Werbehinweis, den Sie geschrieben haben; die Nummer Ihres letzten Klicks auf „Generieren“, bis Sie den Tab schließen; {others}. Sie können das in Ihrem Browser jederzeit löschen: Änderungen, die noch nicht gespeichert sind, gehen dann verloren.',
} as const;
