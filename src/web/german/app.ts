/** Texts of the frame of the page and of shared controls. */
export const app = {
  '{count} of the selected links are not saved yet. Please check your connection, or untick what is not saved, and try again.':
    '{count} der ausgewählten Links sind noch nicht gespeichert. Bitte prüfen Sie Ihre Verbindung, oder wählen Sie ab, was nicht gespeichert ist, und versuchen Sie es erneut.',
  '“{name}” is not saved yet. Please check your connection, or untick what is not saved, and try again.':
    '„{name}“ ist noch nicht gespeichert. Bitte prüfen Sie Ihre Verbindung, oder wählen Sie ab, was nicht gespeichert ist, und versuchen Sie es erneut.',
  'Add your content': 'Ihr Text',
  Close: 'Schließen',
  Demo: 'Demo',
  'Enhanced Content': 'Text mit Links',
  'Everything cleared': 'Alles zurückgesetzt',
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
  'Save this page as a link': 'Diese Seite als Link speichern',
  'Sign up for the full beta': 'Für die volle Beta anmelden',
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
  'Want more?': 'Mehr gewünscht?',
  'Your addresses are never changed: each one in the result is exactly the one you saved.':
    'Ihre Adressen werden nie verändert: Jede Adresse im Ergebnis ist genau die, die Sie gespeichert haben.',
  'Your data': 'Ihre Daten',
  'Your links': 'Ihre Links',
  'Your links are combined with your content, and the text is rewritten so that the links read naturally, as if they had always been part of it.':
    'Ihre Links werden mit Ihrem Text verbunden, und der Text wird so umgeschrieben, dass sich die Links natürlich lesen, als hätten sie immer dazugehört.',
} as const;
