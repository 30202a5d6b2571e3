/** The messages of the server and of the generation: what goes wrong, and what to do about it. */
export const germanProblemMessages = {
  'Please add some content to rewrite': 'Bitte fügen Sie einen Text ein, der umgeschrieben werden soll',
  'No valid links selected or found. Please select at least one existing link.':
    'Es sind keine gültigen Links ausgewählt. Bitte wählen Sie mindestens einen vorhandenen Link aus.',
  'Failed to generate alternatives. Please try again.':
    'Die Fassungen konnten nicht generiert werden. Bitte versuchen Sie es erneut.',
  'Link not found': 'Link nicht gefunden',
  'Failed to create link. Please try again.':
    'Der Link konnte nicht angelegt werden. Bitte versuchen Sie es erneut.',
  'An unexpected error occurred. Please try again.':
    'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es erneut.',
  'The page and the server no longer understand each other. Please reload the page and try again.':
    'Die Seite und der Server verstehen sich nicht mehr. Bitte laden Sie die Seite neu, und versuchen Sie es erneut.',
  'Your links could not be read or saved just now. Please try again.':
    'Ihre Links konnten gerade nicht gelesen oder gespeichert werden. Bitte versuchen Sie es erneut.',
  'The server could not be reached. Please check your connection and try again.':
    'Der Server war nicht erreichbar. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.',
  'Content and links are required': 'Ein Text und Links sind erforderlich',
  'No content received from OpenAI': 'Von OpenAI kam kein Text',
  'URL is required': 'Eine URL ist erforderlich',
  'The URL is too long. Please use one of at most 8,192 characters.':
    'Die URL ist zu lang. Bitte verwenden Sie eine mit höchstens 8.192 Zeichen.',
  'The description is too long. Please use at most 2,000 characters.':
    'Die Beschreibung ist zu lang. Bitte verwenden Sie höchstens 2.000 Zeichen.',
  'This link was changed elsewhere in the meantime.': 'Dieser Link wurde inzwischen anderswo geändert.',
  'This link was deleted in the meantime.': 'Dieser Link wurde inzwischen gelöscht.',
  'This is not a recovery code. Please check each character and try again.':
    'Das ist kein Wiederherstellungscode. Bitte prüfen Sie jedes Zeichen, und versuchen Sie es erneut.',
  'This recovery code opens no workspace: it was deleted, or never made. Please check the code and try again.':
    'Zu diesem Wiederherstellungscode gibt es keinen Arbeitsbereich: Er wurde gelöscht oder nie angelegt. Bitte prüfen Sie den Code, und versuchen Sie es erneut.',
  'This workspace was deleted. Please reload the page.':
    'Dieser Arbeitsbereich wurde gelöscht. Bitte laden Sie die Seite neu.',
  'Your workspace is full. Please delete links that you no longer need, and try again.':
    'Ihr Arbeitsbereich ist voll. Bitte löschen Sie Links, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
  'This site saves no more for your internet address today. Please come back tomorrow and try again.':
    'Diese Seite speichert heute nichts mehr für Ihre Internetadresse. Bitte kommen Sie morgen wieder, und versuchen Sie es erneut.',
  'This site makes no more new workspaces for your internet address today. Please come back tomorrow and try again.':
    'Diese Seite legt heute keine neuen Arbeitsbereiche mehr für Ihre Internetadresse an. Bitte kommen Sie morgen wieder, und versuchen Sie es erneut.',
  'This site has no room for more links. Please tell whoever runs it, and try again later.':
    'Diese Seite hat keinen Platz für weitere Links. Bitte sagen Sie es dem Betreiber, und versuchen Sie es später erneut.',
  'The request could not be understood. Please reload the page and try again.':
    'Die Anfrage war nicht verständlich. Bitte laden Sie die Seite neu, und versuchen Sie es erneut.',
  'The text holds characters that cannot be saved. Please remove them and try again.':
    'Der Text enthält Zeichen, die sich nicht speichern lassen. Bitte entfernen Sie diese, und versuchen Sie es erneut.',
  'That is more text than can be sent at once. Please shorten it and try again.':
    'Das ist mehr Text, als auf einmal gesendet werden kann. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'So long a request has to say its length beforehand. Please send it with Content-Length and try again.':
    'Eine so lange Anfrage muss ihre Länge vorher nennen. Bitte senden Sie sie mit Content-Length, und versuchen Sie es erneut.',
  'Requests must be sent as JSON.': 'Anfragen müssen als JSON gesendet werden.',
  'Requests from other sites are refused. Please open the page itself and try again.':
    'Anfragen von anderen Seiten werden abgelehnt. Bitte öffnen Sie die Seite selbst, und versuchen Sie es erneut.',
  'The server does not answer to this address. Whoever runs it can allow it with ALLOWED_HOSTS.':
    'Der Server antwortet nicht unter dieser Adresse. Sein Betreiber kann sie mit ALLOWED_HOSTS erlauben.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'This address does not take that kind of request.': 'Diese Adresse nimmt keine Anfrage dieser Art an.',
  'Too many requests in a short time. Please wait a moment and try again.':
    'Zu viele Anfragen in kurzer Zeit. Bitte warten Sie einen Moment, und versuchen Sie es erneut.',
  'The server is busy. Please try again in a moment.':
    'Der Server ist gerade ausgelastet. Bitte versuchen Sie es gleich erneut.',
  'The AI provider could not be reached. Please try again in a few minutes.':
    'Der KI-Anbieter war nicht erreichbar. Bitte versuchen Sie es in einigen Minuten erneut.',
  'The AI provider took too long to answer. Please try again.':
    'Der KI-Anbieter hat zu lange für seine Antwort gebraucht. Bitte versuchen Sie es erneut.',
  'The AI provider refused the key of this site. Please tell whoever runs it.':
    'Der KI-Anbieter hat den Schlüssel dieser Seite abgelehnt. Bitte sagen Sie es dem Betreiber.',
  'The AI provider does not allow this request. Please tell whoever runs this site.':
    'Der KI-Anbieter erlaubt diese Anfrage nicht. Bitte sagen Sie es dem Betreiber dieser Seite.',
  'The AI provider does not know the chosen model. Please tell whoever runs this site.':
    'Der KI-Anbieter kennt das gewählte Modell nicht. Bitte sagen Sie es dem Betreiber dieser Seite.',
  'The chosen AI model answers no chat completions, only another API such as Responses. Please tell whoever runs this site.':
    'Das gewählte KI-Modell beantwortet keine Chat Completions, nur eine andere Schnittstelle wie Responses. Bitte sagen Sie es dem Betreiber dieser Seite.',
  'The address of the AI provider is wrong: nothing there answers chat completions. Please tell whoever runs this site.':
    'Die Adresse des KI-Anbieters ist falsch: Dort beantwortet nichts Chat Completions. Bitte sagen Sie es dem Betreiber dieser Seite.',
  'The AI provider’s limit for today is reached. Please try again tomorrow.':
    'Die Grenze des KI-Anbieters für heute ist erreicht. Bitte versuchen Sie es morgen erneut.',
  'The AI model spent its whole answer on thoughts and wrote no text. Please shorten your text and try again, or tell whoever runs this site.':
    'Das KI-Modell hat seine ganze Antwort für Gedanken verbraucht und keinen Text geschrieben. Bitte kürzen Sie Ihren Text, und versuchen Sie es erneut, oder sagen Sie es dem Betreiber dieser Seite.',
  'The AI model called a tool instead of writing. Please try again. If it does so again, tell whoever runs this site.':
    'Das KI-Modell hat ein Werkzeug aufgerufen, statt zu schreiben. Bitte versuchen Sie es erneut. Wenn es das wieder tut, sagen Sie es bitte dem Betreiber dieser Seite.',
  'The AI provider’s address leads to another one, and nothing was sent there. Please tell whoever runs this site.':
    'Die Adresse des KI-Anbieters führt zu einer anderen, und dorthin wurde nichts gesendet. Bitte sagen Sie es dem Betreiber dieser Seite.',
  'The AI provider is receiving too many requests. Please try again in a minute.':
    'Der KI-Anbieter erhält gerade zu viele Anfragen. Bitte versuchen Sie es in einer Minute erneut.',
  'The AI provider’s quota for this site is used up. Please try again later.':
    'Das Kontingent dieser Seite beim KI-Anbieter ist aufgebraucht. Bitte versuchen Sie es später erneut.',
  'The AI provider did not accept the request. If another text fails as well, please tell whoever runs this site.':
    'Der KI-Anbieter hat die Anfrage nicht angenommen. Wenn auch ein anderer Text scheitert, sagen Sie es bitte dem Betreiber dieser Seite.',
  'Your content is too long for the AI model. Please shorten it and try again.':
    'Ihr Text ist zu lang für das KI-Modell. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'The AI provider has a problem at the moment. Please try again in a few minutes.':
    'Der KI-Anbieter hat gerade ein Problem. Bitte versuchen Sie es in einigen Minuten erneut.',
  'The AI provider’s answer could not be read. Please try again, or use the built-in writer.':
    'Die Antwort des KI-Anbieters war nicht lesbar. Bitte versuchen Sie es erneut, oder nutzen Sie den eingebauten Texter.',
  'The AI model answered in words of its own instead of writing the versions. Please change your text or your links, or use the built-in writer.':
    'Das KI-Modell hat in eigenen Worten geantwortet, statt die Fassungen zu schreiben. Bitte ändern Sie Ihren Text oder Ihre Links, oder nutzen Sie den eingebauten Texter.',
  'The AI provider’s answer broke off before its end. Please try again.':
    'Die Antwort des KI-Anbieters brach vor ihrem Ende ab. Bitte versuchen Sie es erneut.',
  'The AI model reached the end of what it may answer before all versions were finished. Please shorten your text and try again.':
    'Das KI-Modell hat die größte Länge seiner Antwort erreicht, bevor alle Fassungen fertig waren. Bitte kürzen Sie Ihren Text, und versuchen Sie es erneut.',
  'The AI provider held back its answer. Please change your text and try again.':
    'Der KI-Anbieter hat seine Antwort zurückgehalten. Bitte ändern Sie Ihren Text, und versuchen Sie es erneut.',
  'Your instructions are too long. Please shorten them to at most 300 characters and try again.':
    'Ihre Anweisungen sind zu lang. Bitte kürzen Sie sie auf höchstens 300 Zeichen, und versuchen Sie es erneut.',
  'Your content is too long. Please shorten it and try again.':
    'Ihr Text ist zu lang. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'Today’s free generations are used up. Please come back tomorrow, or use your own key or the built-in writer.':
    'Die kostenlosen Generierungen für heute sind aufgebraucht. Bitte kommen Sie morgen wieder, oder nutzen Sie einen eigenen Schlüssel oder den eingebauten Texter.',
  'You have started several generations within a minute. Please wait a moment and try again.':
    'Sie haben innerhalb einer Minute mehrere Generierungen gestartet. Bitte warten Sie einen Moment, und versuchen Sie es erneut.',
  'You have used your free generations for today. Please come back tomorrow, or use your own key or the built-in writer.':
    'Sie haben Ihre kostenlosen Generierungen für heute verbraucht. Bitte kommen Sie morgen wieder, oder nutzen Sie einen eigenen Schlüssel oder den eingebauten Texter.',
  'Another generation of yours is still running. Please wait for its end or stop it.':
    'Eine andere Generierung von Ihnen läuft noch. Bitte warten Sie ihr Ende ab, oder stoppen Sie sie.',
  'Too many generations are running at the moment. Please try again in a moment.':
    'Im Moment laufen zu viele Generierungen. Bitte versuchen Sie es gleich erneut.',
  'The server is about to restart. Please try again in a minute.':
    'Der Server startet gleich neu. Bitte versuchen Sie es in einer Minute erneut.',
  'This request was sent before with other content. Please press Generate again.':
    'Diese Anfrage wurde schon mit einem anderen Text gesendet. Bitte drücken Sie noch einmal „Generieren“.',
  'The server was restarted while it was writing. Please press Generate again.':
    'Der Server wurde neu gestartet, während er schrieb. Bitte drücken Sie noch einmal „Generieren“.',
  'This generation was stopped because the connection to the page was lost. Please press Generate again.':
    'Diese Generierung wurde gestoppt, weil die Verbindung zur Seite abriss. Bitte drücken Sie noch einmal „Generieren“.',
  'The generation was stopped.': 'Die Generierung wurde gestoppt.',
  'The AI provider could not be reached from your browser. Please check the base URL and your connection; some providers also refuse calls from web pages.':
    'Der KI-Anbieter war von Ihrem Browser aus nicht erreichbar. Bitte prüfen Sie die Basis-URL und Ihre Verbindung; manche Anbieter lehnen auch Aufrufe von Webseiten ab.',
  'The AI provider refused your key. Please check the key and its base URL.':
    'Der KI-Anbieter hat Ihren Schlüssel abgelehnt. Bitte prüfen Sie den Schlüssel und die Basis-URL.',
  'The AI provider does not allow this request with your key. Please check what the key may do.':
    'Der KI-Anbieter erlaubt diese Anfrage mit Ihrem Schlüssel nicht. Bitte prüfen Sie, was der Schlüssel darf.',
  'The AI provider does not know the model that you entered. Please check its name and the base URL.':
    'Der KI-Anbieter kennt das eingegebene Modell nicht. Bitte prüfen Sie den Namen und die Basis-URL.',
  'The base URL leads to another address, and your key was not sent there. Please enter the address that it leads to.':
    'Die Basis-URL führt zu einer anderen Adresse, und dorthin wurde Ihr Schlüssel nicht gesendet. Bitte geben Sie die Adresse ein, zu der sie führt.',
  'This model answers no chat completions, only another API such as Responses. Please choose another model.':
    'Dieses Modell beantwortet keine Chat Completions, nur eine andere Schnittstelle wie Responses. Bitte wählen Sie ein anderes Modell.',
  'Nothing at this base URL answers chat completions. Please check it: most base URLs end in /v1.':
    'Unter dieser Basis-URL beantwortet nichts Chat Completions. Bitte prüfen Sie sie: Die meisten Basis-URLs enden auf /v1.',
  'Your limit for today with the AI provider is reached. Please try again tomorrow.':
    'Ihre Grenze beim KI-Anbieter für heute ist erreicht. Bitte versuchen Sie es morgen erneut.',
  'The AI model spent its whole answer on thoughts and wrote no text. Please turn its thinking off, raise the limit for its answers, or use another model.':
    'Das KI-Modell hat seine ganze Antwort für Gedanken verbraucht und keinen Text geschrieben. Bitte schalten Sie sein Nachdenken ab, erhöhen Sie die Grenze für seine Antworten, oder verwenden Sie ein anderes Modell.',
  'The AI model called a tool instead of writing. Please try again, or use another model.':
    'Das KI-Modell hat ein Werkzeug aufgerufen, statt zu schreiben. Bitte versuchen Sie es erneut, oder verwenden Sie ein anderes Modell.',
  'Your quota with the AI provider is used up. Please check your account there, and try again.':
    'Ihr Kontingent beim KI-Anbieter ist aufgebraucht. Bitte prüfen Sie Ihr Konto dort, und versuchen Sie es erneut.',
  'The AI provider did not accept the request. Please check the model and the base URL, or change your text.':
    'Der KI-Anbieter hat die Anfrage nicht angenommen. Bitte prüfen Sie das Modell und die Basis-URL, oder ändern Sie Ihren Text.',
  'The AI provider’s answer could not be read. Please check the base URL, and try again.':
    'Die Antwort des KI-Anbieters war nicht lesbar. Bitte prüfen Sie die Basis-URL, und versuchen Sie es erneut.',
  'The selected links alone are too much for this model. Please select fewer links and try again.':
    'Die ausgewählten Links allein sind zu viel für dieses Modell. Bitte wählen Sie weniger Links aus, und versuchen Sie es erneut.',
  'Your content has passages that are too long for this model and hold no end of a sentence to cut them at. Please break them up, or select fewer links, and try again.':
    'Ihr Text hat Abschnitte, die für dieses Modell zu lang sind und kein Satzende haben, an dem sie sich teilen lassen. Bitte teilen Sie sie auf, oder wählen Sie weniger Links aus, und versuchen Sie es erneut.',
  'This model can read so little at once that a link and one sentence of your content have no room. Please use a model with a larger context window, or shorten the longest sentences.':
    'Dieses Modell kann so wenig auf einmal lesen, dass ein Link und ein Satz Ihres Textes keinen Platz haben. Bitte nutzen Sie ein Modell mit einem größeren Kontextfenster, oder kürzen Sie die längsten Sätze.',
  'The AI model wrote the text out instead of the changes that it was asked for, and reached the end of what it may answer. Please shorten your text and try again, or use another model. For this one, WEAVE_PROTOCOL=rewrite is the setting that leaves it room.':
    'Das KI-Modell hat den ganzen Text ausgeschrieben statt nur der gewünschten Änderungen und dabei die größte Länge seiner Antwort erreicht. Bitte kürzen Sie Ihren Text, und versuchen Sie es erneut, oder verwenden Sie ein anderes Modell. Für dieses schafft die Einstellung WEAVE_PROTOCOL=rewrite Platz.',
  'The AI model repeated the same words until it reached the end of what it may answer. Please try again, or use the built-in writer.':
    'Das KI-Modell hat dieselben Wörter wiederholt, bis die größte Länge seiner Antwort erreicht war. Bitte versuchen Sie es erneut, oder nutzen Sie den eingebauten Texter.',
  'The AI model answered with more than it was allowed, so it was not asked for the rest. Please try again with a shorter text.':
    'Das KI-Modell hat mit mehr geantwortet, als es durfte, deshalb wurde der Rest nicht mehr angefordert. Bitte versuchen Sie es mit einem kürzeren Text erneut.',
  'Your content takes more memory than the server has for one text. Please shorten it and try again.':
    'Ihr Text braucht mehr Speicher, als der Server für einen Text hat. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'Your content takes the server too long to work through. Please shorten it, or try again in a minute.':
    'Der Server braucht zu lange, um Ihren Text durchzuarbeiten. Bitte kürzen Sie ihn, oder versuchen Sie es in einer Minute erneut.',
  'The generation could not be started, because the server could not note it down. Please try again.':
    'Die Generierung konnte nicht gestartet werden, weil der Server sie nicht festhalten konnte. Bitte versuchen Sie es erneut.',
  'The generation was ended, because all of your data was deleted.':
    'Die Generierung wurde beendet, weil alle Ihre Daten gelöscht wurden.',
  'The generation was ended, because the server could no longer note down what it costs. Please try again in a few minutes.':
    'Die Generierung wurde beendet, weil der Server ihre Kosten nicht mehr festhalten konnte. Bitte versuchen Sie es in einigen Minuten erneut.',
  'What is left of today’s free budget is held by generations that are running. Please try again in a minute, or use your own key or the built-in writer.':
    'Der Rest des kostenlosen Budgets für heute ist für laufende Generierungen reserviert. Bitte versuchen Sie es in einer Minute erneut, oder nutzen Sie einen eigenen Schlüssel oder den eingebauten Texter.',
  'This is more than a whole day’s free budget allows. Please shorten your content, or use your own key or the built-in writer.':
    'Das ist mehr, als das kostenlose Budget eines ganzen Tages erlaubt. Bitte kürzen Sie Ihren Text, oder nutzen Sie einen eigenen Schlüssel oder den eingebauten Texter.',
} as const;

/** Messages with numbers and times, which stand here as `{1}` and `{2}`. In quotation marks, they are any words. */
export const problemTemplates: Readonly<Record<string, string>> = {
  'The AI model wrote no versions, but answered: “{1}” Please change your text or your links, or use the built-in writer.':
    'Das KI-Modell hat keine Fassungen geschrieben, sondern geantwortet: „{1}“ Bitte ändern Sie Ihren Text oder Ihre Links, oder nutzen Sie den eingebauten Texter.',
  'Your content has {1} characters; at most {2} can be rewritten at once. Please shorten it and try again.':
    'Ihr Text hat {1} Zeichen; höchstens {2} können auf einmal umgeschrieben werden. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'You have selected {1} links; at most {2} can be woven in at once. Please select fewer links and try again.':
    'Sie haben {1} Links ausgewählt; höchstens {2} können auf einmal eingewebt werden. Bitte wählen Sie weniger Links aus, und versuchen Sie es erneut.',
  'Your workspace is full. A workspace holds at most {1}. Please delete links that you no longer need, and try again.':
    'Ihr Arbeitsbereich ist voll. Ein Arbeitsbereich fasst höchstens {1}. Bitte löschen Sie Links, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
  'A workspace holds at most {1}, and yours has room for {2}. Please delete links that you no longer need, and try again.':
    'Ein Arbeitsbereich fasst höchstens {1}, und in Ihrem ist noch Platz für {2}. Bitte löschen Sie Links, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
  'Your workspace is full. Its links together may take at most {1}. Please delete links that you no longer need, and try again.':
    'Ihr Arbeitsbereich ist voll. Seine Links dürfen zusammen höchstens {1} belegen. Bitte löschen Sie Links, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
  'This site saves at most {1} a day for one internet address. A new day begins at 00:00 UTC, in {2}. Please try again then.':
    'Diese Seite speichert am Tag höchstens {1} für eine Internetadresse. Ein neuer Tag beginnt um 00:00 UTC, in {2}. Bitte versuchen Sie es dann erneut.',
  'This site makes at most {1} a day for one internet address. A new day begins at 00:00 UTC, in {2}. Please try again then, or open a workspace that you have with its recovery code.':
    'Diese Seite legt am Tag höchstens {1} für eine Internetadresse an. Ein neuer Tag beginnt um 00:00 UTC, in {2}. Bitte versuchen Sie es dann erneut, oder öffnen Sie einen vorhandenen Arbeitsbereich mit seinem Wiederherstellungscode.',
  'This site allows you {1} a minute. The next one is possible in {2}.':
    'Diese Seite erlaubt Ihnen {1} pro Minute. Die nächste ist in {2} möglich.',
  'Your free generation for today is used up. A new day begins at 00:00 UTC, in {1}. Until then you can use your own key or the built-in writer.':
    'Ihre kostenlose Generierung für heute ist aufgebraucht. Ein neuer Tag beginnt um 00:00 UTC, in {1}. Bis dahin können Sie einen eigenen Schlüssel oder den eingebauten Texter nutzen.',
  'Your {1} free generations for today are used up. A new day begins at 00:00 UTC, in {2}. Until then you can use your own key or the built-in writer.':
    'Ihre {1} kostenlosen Generierungen für heute sind aufgebraucht. Ein neuer Tag beginnt um 00:00 UTC, in {2}. Bis dahin können Sie einen eigenen Schlüssel oder den eingebauten Texter nutzen.',
  'Today’s free generations are used up. They reopen at 00:00 UTC, in {1}. Until then you can use your own key or the built-in writer.':
    'Die kostenlosen Generierungen für heute sind aufgebraucht. Neue gibt es um 00:00 UTC, in {1}. Bis dahin können Sie einen eigenen Schlüssel oder den eingebauten Texter nutzen.',
  'This is too much at once for the browser’s model: {1} tokens, and it takes {2}. Please select fewer links or shorten the longest sentences, and try again.':
    'Das ist für das Modell des Browsers zu viel auf einmal: {1} Tokens, und es fasst {2}. Bitte wählen Sie weniger Links aus, oder kürzen Sie die längsten Sätze, und versuchen Sie es erneut.',
  'The AI provider took too long to answer. Please try again in {1}.':
    'Der KI-Anbieter hat zu lange für seine Antwort gebraucht. Bitte versuchen Sie es in {1} erneut.',
  'The AI provider is receiving too many requests. Please try again in {1}.':
    'Der KI-Anbieter erhält gerade zu viele Anfragen. Bitte versuchen Sie es in {1} erneut.',
  'The AI provider’s quota for this site is used up. Please try again in {1}.':
    'Das Kontingent dieser Seite beim KI-Anbieter ist aufgebraucht. Bitte versuchen Sie es in {1} erneut.',
  'The AI provider’s limit for today is reached. Please try again in {1}.':
    'Die Grenze des KI-Anbieters für heute ist erreicht. Bitte versuchen Sie es in {1} erneut.',
  'Your limit for today with the AI provider is reached. Please try again in {1}.':
    'Ihre Grenze beim KI-Anbieter für heute ist erreicht. Bitte versuchen Sie es in {1} erneut.',
  'The AI provider does not know the model “{1}”. It has these: “{2}” Please choose one of them.':
    'Der KI-Anbieter kennt das Modell „{1}“ nicht. Er hat diese: „{2}“ Bitte wählen Sie eines davon.',
  'The AI provider ended its answer early and gave “{1}” as the reason. Please try again.':
    'Der KI-Anbieter hat seine Antwort vorzeitig beendet und „{1}“ als Grund angegeben. Bitte versuchen Sie es erneut.',
  'The AI model refused: “{1}” Please change your text and try again.':
    'Das KI-Modell hat abgelehnt: „{1}“ Bitte ändern Sie Ihren Text, und versuchen Sie es erneut.',
  'The AI provider has a problem at the moment. Please try again in {1}.':
    'Der KI-Anbieter hat gerade ein Problem. Bitte versuchen Sie es in {1} erneut.',
};

/** The words behind these numbers, in the grammatical case that the German texts need. */
export const problemWords: Readonly<Record<string, string>> = {
  byte: 'Byte',
  bytes: 'Byte',
  days: 'Tagen',
  generation: 'Generierung',
  generations: 'Generierungen',
  hour: 'Stunde',
  hours: 'Stunden',
  link: 'Link',
  links: 'Links',
  minute: 'Minute',
  minutes: 'Minuten',
  'more link': 'weiteren Link',
  'more links': 'weitere Links',
  'new workspace': 'neuen Arbeitsbereich',
  'new workspaces': 'neue Arbeitsbereiche',
  second: 'Sekunde',
  seconds: 'Sekunden',
};
