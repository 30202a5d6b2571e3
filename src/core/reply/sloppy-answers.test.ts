import { describe, expect, test } from 'vitest';

import { versionNames } from '#core/edits/version-names.ts';
import { recordedAnswers } from '#provider/corpus/corpus-cases.ts';

import { readReply } from './test-events.ts';

describe('a sloppy answer in whole texts', () => {
  const answers = recordedAnswers('sloppy').map(({ id, answer, content }) => ({
    id,
    versions: readReply(answer, content),
  }));

  test('shows neither preamble, marker, fence nor closing remark', () => {
    for (const { versions } of answers) {
      for (const name of versionNames) {
        expect(versions[name]).not.toMatch(
          /^Sure!|^\W*version: (?:safe|interesting|crazy)|^```|I hope these versions/imu,
        );
      }
    }
  });

  test('keeps a marker’s word in the middle of a sentence', () => {
    const textOf = (wanted: string) => answers.find(({ id }) => id === wanted)?.versions;
    expect(textOf('a3')?.experimental).toContain('In my private VERSION: safe is the corridor');
    expect(textOf('a7')?.exploratory).toContain('Os cuento la VERSION: corta');
  });
});
