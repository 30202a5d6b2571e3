/** Shown if the browser does not store what the page writes. */
export const storageMessage =
  'This browser keeps nothing more for this page: its storage is full or blocked. Your links are saved on the server as before. Ticks and settings hold until you close this tab.';
