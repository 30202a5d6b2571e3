import type { GenerationStep } from '#core/generation/generation-step.ts';

/** Text is kept in blocks of about this many characters: a long log stays short, and adding to it cheap. */
const blockLength = 4096;

/** All that was said so far, to be read from its beginning at any time and by any number of readers. */
export type StepLog = {
  add(step: GenerationStep): void;
  /** Gives what this reader has not had yet, text in larger pieces to who comes late; null: nothing for now. */
  openReader(): () => GenerationStep | null;
};

export function createStepLog(): StepLog {
  const steps: GenerationStep[] = [];
  let newest = '';
  return {
    add(step) {
      const last = steps.at(-1);
      newest = step.type === 'version-text' ? step.text : '';
      const grows = step.type === 'version-text' && last?.type === 'version-text';
      if (grows && last.version === step.version && last.text.length < blockLength)
        steps[steps.length - 1] = { ...last, text: last.text + step.text };
      else steps.push(step);
    },
    openReader() {
      let index = 0;
      let textRead = 0;

      /** Who keeps up is given the piece itself: to cut it out would copy the whole block for each piece. */
      function restOf(block: string, isLast: boolean): string {
        return isLast && textRead === block.length - newest.length ? newest : block.slice(textRead);
      }

      return function read() {
        for (let step = steps[index]; step !== undefined; step = steps[index]) {
          const isLast = index === steps.length - 1;
          const text = step.type === 'version-text' ? restOf(step.text, isLast) : '';
          // The last text may still grow.
          if (step.type === 'version-text' && isLast) textRead = step.text.length;
          else {
            index += 1;
            textRead = 0;
          }
          if (step.type !== 'version-text') return step;
          if (text !== '') return { ...step, text };
          if (isLast) return null;
        }
        return null;
      };
    },
  };
}
