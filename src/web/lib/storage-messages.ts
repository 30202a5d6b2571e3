/** What a visitor is told whose browser does not keep what the page writes there. */
export const storageWords =
  'This browser keeps nothing more for this page: its storage is full or blocked. Your links are saved on the server as before. Ticks and settings hold until you close this tab.';
