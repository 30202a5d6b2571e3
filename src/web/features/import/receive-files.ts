const dropClass = 'takes-files';

/**
 * Lets the user drop files on an element. Returns a function that removes the listeners.
 * Dragged text and links are left to the browser.
 */
export function receiveFiles(element: HTMLElement, onFile: (file: File) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
    element.addEventListener(type, handle, { signal });

  listen('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    element.classList.add(dropClass);
  });
  listen('dragleave', (event) => {
    if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) {
      element.classList.remove(dropClass);
    }
  });
  listen('drop', (event) => {
    element.classList.remove(dropClass);
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  });
  return () => ended.abort();
}
