/** Texts of the browser's own model. */
export const browserModel = {
  'Use this browser’s model (a large download)': 'Browser-Modell nutzen (großer Download)',
  'Download of the browser’s model': 'Download des Browser-Modells',
  'Free. Your text stays on this device.': 'Kostenlos. Ihr Text bleibt auf diesem Gerät.',
  'Free. Your text stays on this device. The browser downloads a model of several gigabytes once.':
    'Kostenlos. Ihr Text bleibt auf diesem Gerät. Der Browser lädt einmal ein Modell von mehreren Gigabyte herunter.',
  'Stop the download': 'Download stoppen',
  'The browser downloads its model': 'Der Browser lädt sein Modell herunter',
  'Downloading the browser’s model: {percent}%': 'Das Browser-Modell wird geladen: {percent} %',
  'Preparing the browser’s model.': 'Das Browser-Modell wird vorbereitet.',
  'The browser’s model is ready': 'Das Modell des Browsers ist bereit',
  'This browser’s model can’t write in the language of your text.':
    'Das Browser-Modell kann nicht in der Sprache Ihres Textes schreiben.',
  'This browser’s model writes now': 'Jetzt schreibt das Modell dieses Browsers',
  'Using this browser’s model, once it is downloaded.':
    'Es schreibt das Browser-Modell, sobald es geladen ist.',
  'Using this browser’s model.': 'Es schreibt das Browser-Modell.',
  'Using this browser’s model. It is downloaded when you press Generate.':
    'Es schreibt das Browser-Modell. Es wird geladen, wenn Sie „Generieren“ drücken.',
  'Write with this browser’s model': 'Mit dem Browser-Modell schreiben',

  // Failures.
  'The browser could not download its model. Please check your connection and that the disk has several gigabytes left, and try again.':
    'Der Browser konnte sein Modell nicht herunterladen. Bitte prüfen Sie Ihre Verbindung und ob auf dem Datenträger mehrere Gigabyte frei sind, und versuchen Sie es erneut.',
  'The browser ended the work of its model. Please try again.':
    'Der Browser hat die Arbeit seines Modells beendet. Bitte versuchen Sie es erneut.',
  'The browser has closed its model. Please reload the page and try again.':
    'Der Browser hat sein Modell geschlossen. Bitte laden Sie die Seite neu, und versuchen Sie es erneut.',
  'The browser’s model failed, and the browser does not say why. Please try again, or use another writer.':
    'Das Modell des Browsers ist gescheitert, und der Browser sagt nicht, warum. Bitte versuchen Sie es erneut, oder nutzen Sie einen anderen Texter.',
  'The browser’s model failed. Please try again, or use another writer.':
    'Das Modell des Browsers ist gescheitert. Bitte versuchen Sie es erneut, oder nutzen Sie einen anderen Texter.',
  'The browser’s model gave no answer. Please try again, or use another writer.':
    'Das Modell des Browsers hat nicht geantwortet. Bitte versuchen Sie es erneut, oder nutzen Sie einen anderen Texter.',
  'This browser did not let the page use its model. Please press the button again, and allow on-device AI for this page in the browser’s settings.':
    'Dieser Browser ließ die Seite sein Modell nicht nutzen. Bitte drücken Sie den Knopf noch einmal, und erlauben Sie in den Einstellungen des Browsers KI auf dem Gerät für diese Seite.',
  'This browser’s model does not write in the language of your text, or is switched off. Please use another writer for this text.':
    'Das Modell dieses Browsers schreibt nicht in der Sprache Ihres Textes, oder es ist abgeschaltet. Bitte nutzen Sie für diesen Text einen anderen Texter.',
  'This browser’s model does not write in the language of your text. Please use another writer for this text.':
    'Das Modell dieses Browsers schreibt nicht in der Sprache Ihres Textes. Bitte nutzen Sie für diesen Text einen anderen Texter.',
  'This is too much for the browser’s model. Please select fewer links or shorten the longest sentences, and try again.':
    'Das ist für das Modell des Browsers zu viel auf einmal. Bitte wählen Sie weniger Links aus, oder kürzen Sie die längsten Sätze, und versuchen Sie es erneut.',
} as const;
