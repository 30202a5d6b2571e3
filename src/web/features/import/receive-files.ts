const over = 'takes-files';

/** Lets files be dropped on an element. Dragged text and links are left to the browser. */
export function receiveFiles(element: HTMLElement, onFile: (file: File) => void): () => void {
  const life = new AbortController();
  const { signal } = life;
  const listen = (type: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
    element.addEventListener(type, hear, { signal });

  listen('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    element.classList.add(over);
  });
  listen('dragleave', (event) => {
    if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) {
      element.classList.remove(over);
    }
  });
  listen('drop', (event) => {
    element.classList.remove(over);
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  });
  return () => life.abort();
}
