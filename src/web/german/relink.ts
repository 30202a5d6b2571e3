/** Texts of the links of the author's own that can be exchanged, and of the templates of shops. */
export const relink = {
  '<b>{name}</b> has its old address again.': '<b>{name}</b> hat wieder die alte Adresse.',
  '{chosen} of {count} link selected': '{chosen} von {count} Link ausgewählt',
  '{chosen} of {count} links selected': '{chosen} von {count} Links ausgewählt',
  '{count} link exchanged': '{count} Link ausgetauscht',
  '{count} links exchanged': '{count} Links ausgetauscht',
  '{count} more can earn': '{count} weitere können verdienen',
  'One of your links can earn': 'Einer Ihrer Links kann verdienen',
  '{count} of your links can earn': '{count} Ihrer Links können verdienen',
  '{count} of your links are exchanged': '{count} Ihrer Links sind ausgetauscht',
  '{count} of your links is exchanged': '{count} Ihrer Links ist ausgetauscht',
  '{count} place in your text': '{count} Stelle in Ihrem Text',
  '{count} places in your text': '{count} Stellen in Ihrem Text',
  'All links to a shop can become yours. Write {place} where the address of the page belongs. This browser keeps it.':
    'Alle Links zu einem Shop können Ihre werden. Schreiben Sie {place} dorthin, wo die Adresse der Seite hingehört. Dieser Browser bewahrt es auf.',
  'Exchange {count} link': '{count} Link austauschen',
  'Exchange {count} links': '{count} Links austauschen',
  'Exchange again': 'Wieder austauschen',
  Exchanged: 'Ausgetauscht',
  'Export the text with its new links': 'Text mit den neuen Links exportieren',
  'In your text already': 'Schon in Ihrem Text',
  'Inside a redirect': 'In einer Weiterleitung',
  'Links exchanged': 'Links ausgetauscht',
  'links exchanged': 'Links ausgetauscht',
  'Links of yours that can earn': 'Ihre Links, die verdienen können',
  New: 'Neu',
  'No link of this text leads to what you have saved.':
    'Kein Link dieses Textes führt zu etwas, das Sie gespeichert haben.',
  now: 'jetzt',
  Old: 'Alt',
  'Only the addresses change, and none of your words. Nothing is fetched.':
    'Nur die Adressen ändern sich, keines Ihrer Wörter. Nichts wird abgerufen.',
  'Pays somebody else now. Exchange it only if you may.':
    'Bezahlt jetzt jemand anderen. Tauschen Sie ihn nur aus, wenn Sie dürfen.',
  'Put the old addresses back': 'Alte Adressen zurückholen',
  'Remove the template of {shop}': 'Vorlage für {shop} entfernen',
  Review: 'Ansehen',
  'Same page': 'Gleiche Seite',
  'Same product': 'Gleiches Produkt',
  'Select all': 'Alle auswählen',
  'Select at least one link': 'Wählen Sie mindestens einen Link aus',
  'Select none': 'Keine auswählen',
  Shop: 'Shop',
  'Some addresses are as they were in: {versions}. Their sentences were changed there.':
    'Einige Adressen sind wie vorher in: {versions}. Ihre Sätze wurden dort geändert.',
  'The text with its new links replaced the versions of an earlier text.':
    'Der Text mit den neuen Links hat die Fassungen eines früheren Textes ersetzt.',
  'Undo the exchange': 'Austausch rückgängig machen',
  'Use for this shop': 'Für diesen Shop verwenden',
  'Use your own link for a whole shop': 'Einen eigenen Link für einen ganzen Shop verwenden',
  'Write {place} exactly once, somewhere behind the host of your link.':
    'Schreiben Sie {place} genau einmal, irgendwo hinter dem Host Ihres Links.',
  'Write the shop as in its addresses, such as shop.example.':
    'Schreiben Sie den Shop wie in seinen Adressen, etwa shop.example.',
  'Write your link as one address that begins with https:// and has no blanks.':
    'Schreiben Sie Ihren Link als eine Adresse, die mit https:// beginnt und keine Leerzeichen hat.',
  'Your link': 'Ihr Link',
  'Your own links for whole shops': 'Ihre eigenen Links für ganze Shops',
  'Your template': 'Ihre Vorlage',
} as const;
