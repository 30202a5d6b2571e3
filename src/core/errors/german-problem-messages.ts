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
  'This page is out of date. Please reload the page and try again.':
    'Diese Seite ist nicht mehr aktuell. Bitte laden Sie sie neu, und versuchen Sie es erneut.',
  'Your links couldn’t be loaded or saved. Please try again.':
    'Ihre Links konnten nicht geladen oder gespeichert werden. Bitte versuchen Sie es erneut.',
  'A proxy in front of this site refuses requests this large. Please contact the site owner.':
    'Ein Proxy vor dieser Website lehnt so große Anfragen ab. Bitte wenden Sie sich an den Betreiber.',
  'The server could not be reached. Please check your connection and try again.':
    'Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.',
  'Content and links are required': 'Text und Links sind erforderlich',
  'No content received from OpenAI': 'Von OpenAI kam kein Text',
  'URL is required': 'Eine URL ist erforderlich',
  'The URL is too long. The limit is 8,192 characters.':
    'Die URL ist zu lang. Erlaubt sind höchstens 8.192 Zeichen.',
  'The description is too long. The limit is 2,000 characters.':
    'Die Beschreibung ist zu lang. Erlaubt sind höchstens 2.000 Zeichen.',
  'This link was changed elsewhere.': 'Dieser Link wurde anderswo geändert.',
  'This link has been deleted.': 'Dieser Link wurde gelöscht.',
  'This is not a recovery code. Please check each character and try again.':
    'Das ist kein Wiederherstellungscode. Bitte prüfen Sie jedes Zeichen, und versuchen Sie es erneut.',
  'There is nothing saved under this recovery code. It may have been deleted. Please check the code and try again.':
    'Unter diesem Wiederherstellungscode ist nichts gespeichert. Vielleicht wurde es gelöscht. Bitte prüfen Sie den Code, und versuchen Sie es erneut.',
  'Your data on this server was deleted. Please reload the page.':
    'Ihre Daten auf diesem Server wurden gelöscht. Bitte laden Sie die Seite neu.',
  'Your list of links is full. Please delete links you no longer need, and try again.':
    'Ihre Linkliste ist voll. Bitte löschen Sie Links, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
  'Today’s limit for saving links is reached. Please try again tomorrow.':
    'Das Limit zum Speichern von Links ist für heute erreicht. Bitte versuchen Sie es morgen erneut.',
  'Today’s limit for new link lists is reached. Please try again tomorrow.':
    'Das Limit für neue Linklisten ist für heute erreicht. Bitte versuchen Sie es morgen erneut.',
  'This site has no room for more links. Please contact the site owner.':
    'Diese Website hat keinen Platz für weitere Links. Bitte wenden Sie sich an den Betreiber.',
  'The request isn’t valid. Please reload the page and try again.':
    'Die Anfrage ist ungültig. Bitte laden Sie die Seite neu, und versuchen Sie es erneut.',
  'The text contains characters that can’t be saved. Please remove them and try again.':
    'Der Text enthält Zeichen, die sich nicht speichern lassen. Bitte entfernen Sie sie, und versuchen Sie es erneut.',
  'This is too much text to send at once. Please shorten it and try again.':
    'Das ist zu viel Text auf einmal. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'The request took too long to arrive. Please check your connection and try again.':
    'Die Anfrage kam zu langsam an. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.',
  'A request this large needs a Content-Length header.':
    'Eine so große Anfrage braucht einen Content-Length-Header.',
  'Requests must be sent as JSON.': 'Anfragen müssen als JSON gesendet werden.',
  'This token isn’t known here. Please check it, or ask the site owner for one.':
    'Dieses Token ist hier nicht bekannt. Bitte prüfen Sie es, oder fragen Sie den Betreiber der Website.',
  'Requests from other sites are refused. Please open this page directly and try again.':
    'Anfragen von anderen Websites werden abgelehnt. Bitte öffnen Sie diese Seite direkt, und versuchen Sie es erneut.',
  'The server doesn’t accept this host name. The site owner can allow it with ALLOWED_HOSTS.':
    'Der Server akzeptiert diesen Hostnamen nicht. Der Betreiber kann ihn mit ALLOWED_HOSTS erlauben.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'This address doesn’t accept this kind of request.': 'Diese Adresse nimmt solche Anfragen nicht an.',
  'Too many requests in a short time. Please wait a moment and try again.':
    'Zu viele Anfragen in kurzer Zeit. Bitte warten Sie einen Moment, und versuchen Sie es erneut.',
  'The server is busy. Please try again in a moment.':
    'Der Server ist gerade ausgelastet. Bitte versuchen Sie es gleich erneut.',
  'The AI provider could not be reached. Please try again in a few minutes.':
    'Der KI-Anbieter ist nicht erreichbar. Bitte versuchen Sie es in einigen Minuten erneut.',
  'The AI provider took too long to answer. Please try again.':
    'Der KI-Anbieter hat nicht rechtzeitig geantwortet. Bitte versuchen Sie es erneut.',
  'The AI provider refused this site’s key. Please contact the site owner.':
    'Der KI-Anbieter hat den Schlüssel dieser Website abgelehnt. Bitte wenden Sie sich an den Betreiber.',
  'The AI provider doesn’t allow this request. Please contact the site owner.':
    'Der KI-Anbieter erlaubt diese Anfrage nicht. Bitte wenden Sie sich an den Betreiber.',
  'The AI provider doesn’t have the model that this site uses. Please contact the site owner.':
    'Der KI-Anbieter hat das Modell dieser Website nicht. Bitte wenden Sie sich an den Betreiber.',
  'This site’s AI model doesn’t support chat completions. Please contact the site owner.':
    'Das KI-Modell dieser Website unterstützt keine Chat Completions. Bitte wenden Sie sich an den Betreiber.',
  'The address of the AI provider is wrong: there are no chat completions there. Please contact the site owner.':
    'Die Adresse des KI-Anbieters ist falsch: Dort gibt es keine Chat Completions. Bitte wenden Sie sich an den Betreiber.',
  'The AI provider’s limit for today is reached. Please try again tomorrow.':
    'Das Tageslimit beim KI-Anbieter ist erreicht. Bitte versuchen Sie es morgen erneut.',
  'The AI model used up its whole answer on thinking and wrote no text. Please shorten your text and try again, or contact the site owner.':
    'Das KI-Modell hat seine ganze Antwort mit Nachdenken verbraucht und keinen Text geschrieben. Bitte kürzen Sie Ihren Text, und versuchen Sie es erneut, oder wenden Sie sich an den Betreiber.',
  'The AI model called a tool instead of writing. Please try again. If it happens again, contact the site owner.':
    'Das KI-Modell hat ein Werkzeug aufgerufen, statt zu schreiben. Bitte versuchen Sie es erneut. Wenn es wieder geschieht, wenden Sie sich bitte an den Betreiber.',
  'The AI provider’s address redirects elsewhere, so nothing was sent. Please contact the site owner.':
    'Die Adresse des KI-Anbieters leitet weiter, deshalb wurde nichts gesendet. Bitte wenden Sie sich an den Betreiber.',
  'The AI provider is receiving too many requests. Please try again in a minute.':
    'Der KI-Anbieter erhält gerade zu viele Anfragen. Bitte versuchen Sie es in einer Minute erneut.',
  'The AI provider’s quota for this site is used up. Please try again later.':
    'Das Kontingent dieser Seite beim KI-Anbieter ist aufgebraucht. Bitte versuchen Sie es später erneut.',
  'The AI provider didn’t accept the request. If another text fails too, please contact the site owner.':
    'Der KI-Anbieter hat die Anfrage nicht angenommen. Wenn auch ein anderer Text scheitert, wenden Sie sich bitte an den Betreiber.',
  'Your content is too long for the AI model. Please shorten it and try again.':
    'Ihr Text ist zu lang für das KI-Modell. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'The AI provider has a problem at the moment. Please try again in a few minutes.':
    'Der KI-Anbieter hat gerade ein Problem. Bitte versuchen Sie es in einigen Minuten erneut.',
  'The AI provider’s answer wasn’t readable. Please try again, or use the built-in writer.':
    'Die Antwort des KI-Anbieters war nicht lesbar. Bitte versuchen Sie es erneut, oder nutzen Sie den eingebauten Texter.',
  'The AI model replied with a comment instead of your versions. Please change your text or your links, or use the built-in writer.':
    'Das KI-Modell hat mit einem Kommentar geantwortet, statt die Fassungen zu schreiben. Bitte ändern Sie Ihren Text oder Ihre Links, oder nutzen Sie den eingebauten Texter.',
  'The AI provider’s answer was cut off. Please try again.':
    'Die Antwort des KI-Anbieters brach ab. Bitte versuchen Sie es erneut.',
  'The AI model reached its length limit before all versions were finished. Please shorten your text and try again.':
    'Das KI-Modell hat sein Längenlimit erreicht, bevor alle Fassungen fertig waren. Bitte kürzen Sie Ihren Text, und versuchen Sie es erneut.',
  'The AI provider blocked its answer. Please change your text and try again.':
    'Der KI-Anbieter hat seine Antwort blockiert. Bitte ändern Sie Ihren Text, und versuchen Sie es erneut.',
  'Your instructions are too long. Please shorten them to at most 300 characters and try again.':
    'Ihre Anweisungen sind zu lang. Bitte kürzen Sie sie auf höchstens 300 Zeichen, und versuchen Sie es erneut.',
  'Your content is too long. Please shorten it and try again.':
    'Ihr Text ist zu lang. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'Today’s free generations are used up. Please come back tomorrow, or use your own key or the built-in writer.':
    'Die kostenlosen Generierungen für heute sind aufgebraucht. Bitte kommen Sie morgen wieder, oder nutzen Sie einen eigenen Schlüssel oder den eingebauten Texter.',
  'You’ve generated several times within a minute. Please wait a moment and try again.':
    'Sie haben innerhalb einer Minute mehrmals generiert. Bitte warten Sie einen Moment, und versuchen Sie es erneut.',
  'You’ve used up today’s free generations. Please come back tomorrow, or use your own key or the built-in writer.':
    'Ihre kostenlosen Generierungen für heute sind aufgebraucht. Bitte kommen Sie morgen wieder, oder nutzen Sie einen eigenen Schlüssel oder den eingebauten Texter.',
  'Another of your generations is still running. Please wait for it to finish, or stop it.':
    'Es läuft noch eine andere Generierung von Ihnen. Bitte warten Sie, bis sie fertig ist, oder stoppen Sie sie.',
  'Too many generations are running at the moment. Please try again in a moment.':
    'Im Moment laufen zu viele Generierungen. Bitte versuchen Sie es gleich erneut.',
  'The server is about to restart. Please try again in a minute.':
    'Der Server startet gleich neu. Bitte versuchen Sie es in einer Minute erneut.',
  'This request was already sent with different content. Please press Generate again.':
    'Diese Anfrage wurde schon mit einem anderen Text gesendet. Bitte drücken Sie noch einmal „Generieren“.',
  'The server restarted while it was writing. Please press Generate again.':
    'Der Server wurde beim Schreiben neu gestartet. Bitte drücken Sie noch einmal „Generieren“.',
  'This generation was stopped because the connection to the page was lost. Please press Generate again.':
    'Die Generierung wurde gestoppt, weil die Verbindung zur Seite abgebrochen ist. Bitte drücken Sie noch einmal „Generieren“.',
  'The generation was stopped.': 'Die Generierung wurde gestoppt.',
  'The AI provider could not be reached from your browser. Please check the base URL and your connection; some providers also refuse calls from web pages.':
    'Ihr Browser kann den KI-Anbieter nicht erreichen. Bitte prüfen Sie die Basis-URL und Ihre Verbindung; manche Anbieter lehnen Aufrufe von Webseiten ab.',
  'The AI provider refused your key. Please check the key and its base URL.':
    'Der KI-Anbieter hat Ihren Schlüssel abgelehnt. Bitte prüfen Sie den Schlüssel und die Basis-URL.',
  'The AI provider doesn’t allow this request with your key. Please check the key’s permissions.':
    'Der KI-Anbieter erlaubt diese Anfrage mit Ihrem Schlüssel nicht. Bitte prüfen Sie die Rechte des Schlüssels.',
  'The AI provider doesn’t have the model you entered. Please check its name and the base URL.':
    'Der KI-Anbieter hat das eingegebene Modell nicht. Bitte prüfen Sie den Namen und die Basis-URL.',
  'The base URL redirects to another address, so your key was not sent. Please enter that address instead.':
    'Die Basis-URL leitet zu einer anderen Adresse weiter, deshalb wurde Ihr Schlüssel nicht gesendet. Bitte geben Sie stattdessen diese Adresse ein.',
  'This model doesn’t support chat completions. Please choose another model.':
    'Dieses Modell unterstützt keine Chat Completions. Bitte wählen Sie ein anderes.',
  'There are no chat completions at this base URL. Please check it: most base URLs end in /v1.':
    'Unter dieser Basis-URL gibt es keine Chat Completions. Bitte prüfen Sie sie: Die meisten Basis-URLs enden auf /v1.',
  'Your daily limit with the AI provider is reached. Please try again tomorrow.':
    'Ihr Tageslimit beim KI-Anbieter ist erreicht. Bitte versuchen Sie es morgen erneut.',
  'The AI model used up its whole answer on thinking and wrote no text. Please turn its thinking off, raise its output limit, or use another model.':
    'Das KI-Modell hat seine ganze Antwort mit Nachdenken verbraucht und keinen Text geschrieben. Bitte schalten Sie das Nachdenken ab, erhöhen Sie das Ausgabelimit, oder verwenden Sie ein anderes Modell.',
  'The AI model called a tool instead of writing. Please try again, or use another model.':
    'Das KI-Modell hat ein Werkzeug aufgerufen, statt zu schreiben. Bitte versuchen Sie es erneut, oder verwenden Sie ein anderes Modell.',
  'Your quota with the AI provider is used up. Please check your account there and try again.':
    'Ihr Kontingent beim KI-Anbieter ist aufgebraucht. Bitte prüfen Sie Ihr Konto dort, und versuchen Sie es erneut.',
  'The AI provider didn’t accept the request. Please check the model and the base URL, or change your text.':
    'Der KI-Anbieter hat die Anfrage nicht angenommen. Bitte prüfen Sie das Modell und die Basis-URL, oder ändern Sie Ihren Text.',
  'The AI provider’s answer wasn’t readable. Please check the base URL and try again.':
    'Die Antwort des KI-Anbieters war nicht lesbar. Bitte prüfen Sie die Basis-URL, und versuchen Sie es erneut.',
  'The selected links alone are too much for this model. Please select fewer links and try again.':
    'Die ausgewählten Links allein sind zu viel für dieses Modell. Bitte wählen Sie weniger Links aus, und versuchen Sie es erneut.',
  'Your content has sentences that are too long for this model. Please break them up, or select fewer links, and try again.':
    'Ihr Text hat Sätze, die für dieses Modell zu lang sind. Bitte teilen Sie sie auf, oder wählen Sie weniger Links aus, und versuchen Sie es erneut.',
  'This model’s context window is too small for one of your sentences with a link. Please use a model with a larger one, or shorten the longest sentences.':
    'Das Kontextfenster dieses Modells ist zu klein für einen Ihrer Sätze mit einem Link. Bitte nutzen Sie ein Modell mit einem größeren, oder kürzen Sie die längsten Sätze.',
  'The AI model wrote out the whole text instead of only the changes, and reached its length limit. Please shorten your text and try again, or use another model. The site owner can set WEAVE_PROTOCOL=rewrite for this one.':
    'Das KI-Modell hat den ganzen Text statt nur der Änderungen geschrieben und sein Längenlimit erreicht. Bitte kürzen Sie Ihren Text, und versuchen Sie es erneut, oder verwenden Sie ein anderes Modell. Der Betreiber kann für dieses WEAVE_PROTOCOL=rewrite setzen.',
  'The AI model repeated itself until it reached its length limit. Please try again, or use the built-in writer.':
    'Das KI-Modell hat sich wiederholt, bis sein Längenlimit erreicht war. Bitte versuchen Sie es erneut, oder nutzen Sie den eingebauten Texter.',
  'The AI model wrote more than allowed, so it was stopped. Please try again with a shorter text.':
    'Das KI-Modell hat mehr geschrieben als erlaubt und wurde deshalb gestoppt. Bitte versuchen Sie es mit einem kürzeren Text erneut.',
  'Your content needs more memory than the server has for one text. Please shorten it and try again.':
    'Ihr Text braucht mehr Speicher, als der Server für einen Text hat. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'Your content takes the server too long to process. Please shorten it, or try again in a minute.':
    'Der Server braucht für Ihren Text zu lange. Bitte kürzen Sie ihn, oder versuchen Sie es in einer Minute erneut.',
  'The generation couldn’t start because the server couldn’t record it. Please try again.':
    'Die Generierung konnte nicht starten, weil der Server sie nicht festhalten konnte. Bitte versuchen Sie es erneut.',
  'The generation ended because all your data was deleted.':
    'Die Generierung wurde beendet, weil alle Ihre Daten gelöscht wurden.',
  'The generation ended because the server could no longer record its cost. Please try again in a few minutes.':
    'Die Generierung wurde beendet, weil der Server ihre Kosten nicht mehr festhalten konnte. Bitte versuchen Sie es in einigen Minuten erneut.',
  'The rest of today’s free budget is reserved for generations that are running. Please try again in a minute, or use your own key or the built-in writer.':
    'Der Rest des kostenlosen Budgets für heute ist für laufende Generierungen reserviert. Bitte versuchen Sie es in einer Minute erneut, oder nutzen Sie einen eigenen Schlüssel oder den eingebauten Texter.',
  'This costs more than a whole day’s free budget. Please shorten your content, or use your own key or the built-in writer.':
    'Das kostet mehr als das kostenlose Budget eines ganzen Tages. Bitte kürzen Sie Ihren Text, oder nutzen Sie einen eigenen Schlüssel oder den eingebauten Texter.',
} as const;

/** Messages with numbers and times, which stand here as `{1}` and `{2}`. In quotation marks, they are any words. */
export const problemTemplates: Readonly<Record<string, string>> = {
  'The AI model wrote no versions. It replied: “{1}” Please change your text or your links, or use the built-in writer.':
    'Das KI-Modell hat keine Fassungen geschrieben. Es antwortete: „{1}“ Bitte ändern Sie Ihren Text oder Ihre Links, oder nutzen Sie den eingebauten Texter.',
  'Your content has {1} characters. The limit is {2}. Please shorten it and try again.':
    'Ihr Text hat {1} Zeichen. Erlaubt sind höchstens {2}. Bitte kürzen Sie ihn, und versuchen Sie es erneut.',
  'You’ve selected {1} links. The limit is {2}. Please select fewer links and try again.':
    'Sie haben {1} Links ausgewählt. Erlaubt sind höchstens {2}. Bitte wählen Sie weniger Links aus, und versuchen Sie es erneut.',
  'Your list is full. It can hold {1}. Please delete links you no longer need, and try again.':
    'Ihre Liste ist voll. Sie fasst {1}. Bitte löschen Sie Links, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
  'Your list can hold {1} and has room for {2}. Please delete links you no longer need, and try again.':
    'Ihre Liste fasst {1} und hat noch Platz für {2}. Bitte löschen Sie Links, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
  'Your list is full. Its links can take up to {1} in all. Please delete links you no longer need, and try again.':
    'Ihre Liste ist voll. Ihre Links dürfen zusammen höchstens {1} belegen. Bitte löschen Sie Links, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
  'This site saves up to {1} a day for each internet address. You can save again at 00:00 UTC, in {2}.':
    'Diese Website speichert am Tag höchstens {1} für jede Internetadresse. Um 00:00 UTC, in {2}, können Sie wieder speichern.',
  'This site allows {1} a day for each internet address. You can start one at 00:00 UTC, in {2}, or open your list with its recovery code.':
    'Diese Website erlaubt am Tag {1} für jede Internetadresse. Um 00:00 UTC, in {2}, können Sie eine neue beginnen, oder öffnen Sie Ihre Liste mit ihrem Wiederherstellungscode.',
  'This site allows {1} a minute. Please try again in {2}.':
    'Diese Website erlaubt {1} pro Minute. Bitte versuchen Sie es in {2} erneut.',
  'Today’s free generation is used up. You get a new one at 00:00 UTC, in {1}. Until then, you can use your own key or the built-in writer.':
    'Ihre kostenlose Generierung für heute ist aufgebraucht. Eine neue gibt es um 00:00 UTC, in {1}. Bis dahin können Sie einen eigenen Schlüssel oder den eingebauten Texter nutzen.',
  'Your {1} free generations for today are used up. You get new ones at 00:00 UTC, in {2}. Until then, you can use your own key or the built-in writer.':
    'Ihre {1} kostenlosen Generierungen für heute sind aufgebraucht. Neue gibt es um 00:00 UTC, in {2}. Bis dahin können Sie einen eigenen Schlüssel oder den eingebauten Texter nutzen.',
  'Today’s free generations are used up. There are new ones at 00:00 UTC, in {1}. Until then, you can use your own key or the built-in writer.':
    'Die kostenlosen Generierungen für heute sind aufgebraucht. Neue gibt es um 00:00 UTC, in {1}. Bis dahin können Sie einen eigenen Schlüssel oder den eingebauten Texter nutzen.',
  'This is too much for the browser’s model: {1} tokens, and its limit is {2}. Please select fewer links or shorten the longest sentences, and try again.':
    'Das ist zu viel für das Modell des Browsers: {1} Tokens, und sein Limit ist {2}. Bitte wählen Sie weniger Links aus, oder kürzen Sie die längsten Sätze, und versuchen Sie es erneut.',
  'The AI provider took too long to answer. Please try again in {1}.':
    'Der KI-Anbieter hat nicht rechtzeitig geantwortet. Bitte versuchen Sie es in {1} erneut.',
  'The AI provider is receiving too many requests. Please try again in {1}.':
    'Der KI-Anbieter erhält gerade zu viele Anfragen. Bitte versuchen Sie es in {1} erneut.',
  'The AI provider’s quota for this site is used up. Please try again in {1}.':
    'Das Kontingent dieser Seite beim KI-Anbieter ist aufgebraucht. Bitte versuchen Sie es in {1} erneut.',
  'The AI provider’s limit for today is reached. Please try again in {1}.':
    'Das Tageslimit beim KI-Anbieter ist erreicht. Bitte versuchen Sie es in {1} erneut.',
  'Your daily limit with the AI provider is reached. Please try again in {1}.':
    'Ihr Tageslimit beim KI-Anbieter ist erreicht. Bitte versuchen Sie es in {1} erneut.',
  'The AI provider doesn’t have the model “{1}”. It has these: “{2}” Please choose one of them.':
    'Der KI-Anbieter hat das Modell „{1}“ nicht. Er hat diese: „{2}“ Bitte wählen Sie eines davon.',
  'The AI provider ended its answer early. Its reason: “{1}” Please try again.':
    'Der KI-Anbieter hat seine Antwort vorzeitig beendet. Sein Grund: „{1}“ Bitte versuchen Sie es erneut.',
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
  'new link list': 'neue Linkliste',
  'new link lists': 'neue Linklisten',
  second: 'Sekunde',
  seconds: 'Sekunden',
};
