import process from 'node:process';

/** Returns the monotonic time of the machine in microseconds. All processes share this clock. */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

const [open, between, close, zero] = [0x40, 0x3a, 0x3b, 0x30];

/** Writes the due time and the delay of a chunk into its text. JSON does not escape any of these characters. */
export function writeStamp(due: number): string {
  return `@${due}:${Math.max(0, microseconds() - due)};`;
}

/**
 * Returns a function that reads the bytes of one answer, cut at any place. It calls `onStamp` with the due time and the
 * write time of each stamp, in microseconds.
 */
export function createStampReader(
  onStamp: (due: number, written: number) => void,
): (bytes: Uint8Array) => void {
  let isOpen = false;
  let number = 0;
  let due = 0;
  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      if (!isOpen) {
        at = bytes.indexOf(open, at) + 1;
        if (at === 0) return;
        isOpen = true;
        number = 0;
      }
      for (let byte = bytes[at]; byte !== undefined && byte !== close; byte = bytes[(at += 1)]) {
        if (byte !== between) number = number * 10 + byte - zero;
        else [due, number] = [number, 0];
      }
      if (at === bytes.length) return;
      isOpen = false;
      onStamp(due, due + number);
    }
  };
}
