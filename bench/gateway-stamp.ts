import process from 'node:process';

/** The machine's steady clock: the same one in every process. */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

const [open, between, close, zero] = [0x40, 0x3a, 0x3b, 0x30];

/** When a chunk was due and how late it is written, as it stands in its text: no reader changes a sign of it. */
export function writeStamp(due: number): string {
  return `@${due}:${Math.max(0, microseconds() - due)};`;
}

/** Tells of each stamp in the bytes of one answer, however they are cut: when it was due, and when it was written. */
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
