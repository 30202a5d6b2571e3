import { describe, expect, test } from 'vitest';

import { told, toldInPieces } from './test-events.ts';

const answer = 'VERSION: SAFE\nINSERT 3: A pan.\nVERSION: CRAZY\nINSERT 5: B.';
const all = ['safe insert 3: A pan.', 'experimental insert 5: B.'];
const draft = 'I try this.\nVERSION: SAFE\nINSERT 1: A draft.\nVERSION: INTERESTING\nINSERT 2: Worse.';

const names = [
  'think',
  'thinking',
  'thought',
  'Thoughts',
  'REASONING',
  'reflection',
  'scratchpad',
  'analysis',
];

describe('reasoning is not part of the answer', () => {
  test.each(names)('before it: <%s>', (name) => {
    expect(told(`<${name}>\n${draft}\n</${name}>\n\n${answer}`)).toEqual(all);
    expect(told(`Well. <${name}>${draft}</${name}>\n${answer}`)).toEqual(all);
    expect(told(`<${name} effort="high">${draft}</${name}>${answer}`)).toEqual(all);
  });

  test.each(names)('within it: <%s>', (name) => {
    expect(told(answer.replace('\nVERSION: CRAZY', `\n<${name}>${draft}</${name}>\nVERSION: CRAZY`))).toEqual(
      all,
    );
    expect(told(answer.replace('A pan.', `A <${name}>${draft}</${name}>pan.`))).toEqual(all);
    expect(told(`VERSION: SAFE\nOne.\n<${name}>${draft}</${name}>Two.`)).toEqual(['safe text: One.\nTwo.']);
  });

  test.each(names)('if it is never closed: <%s>', (name) => {
    expect(told(`<${name}>\n${draft}`)).toEqual([]);
    expect(told(`VERSION: SAFE\nINSERT 3: A pan. <${name}>${draft}`)).toEqual(['safe insert 3: A pan.']);
    expect(told(`VERSION: SAFE\nOne.\n<${name}>${draft}`)).toEqual(['safe text: One.']);
  });

  test('in square brackets', () => {
    expect(told(`[THINK]${draft}[/THINK]${answer}`)).toEqual(all);
    expect(told(`[think]${draft}`)).toEqual([]);
    expect(told('VERSION: SAFE\nINSERT 3: I [[think]]((L1)) and [think](u).')).toEqual([
      'safe insert 3: I [[think]]((L1)) and [think](u).',
    ]);
  });

  test('closed by another form of its word', () => {
    expect(told(`<think>${draft}</thinking>${answer}`)).toEqual(all);
    expect(told(`<think>${draft}</analysis>${answer}`)).toEqual([]);
  });

  test('between control tokens', () => {
    const thoughts = `<|START_THINKING|>${draft}<|END_THINKING|>`;
    expect(told(`${thoughts}<|START_RESPONSE|>${answer}<|END_RESPONSE|>`)).toEqual(all);
    expect(told(`<|begin_of_thought|>${draft}<|end_of_thought|>\n${answer}`)).toEqual(all);
    expect(told(`<|begin_of_thought|>${draft}`)).toEqual([]);
  });

  test('in all channels but the final one', () => {
    const final = `<|start|>assistant<|channel|>final<|message|>${answer}<|return|>`;
    expect(told(`<|channel|>analysis<|message|>${draft}<|end|>${final}`)).toEqual(all);
    expect(told(`<|channel|>analysis<|message|>${draft}<|end|>`)).toEqual([]);
    expect(told(`<|channel|>commentary\n${draft}<|channel|>final\n${answer}`)).toEqual(all);
  });

  test('if the names of its channels stand in the text', () => {
    for (const size of [1, 5, 4000]) {
      expect(toldInPieces(`analysisThe user wants links.assistantfinal${answer}`, size)).toEqual(all);
      expect(toldInPieces(`analysis${draft}\n${'Hm. '.repeat(200)}assistantfinal${answer}`, size)).toEqual(
        all,
      );
    }
    expect(told('VERSION: SAFE\nINSERT 3: An assistant.')).toEqual(['safe insert 3: An assistant.']);
  });

  test('but a whole answer behind a tag that is never closed is read', () => {
    const whole = answer.replace('VERSION: CRAZY', 'VERSION: INTERESTING\nINSERT 4: C.\nVERSION: CRAZY');
    const read = [all[0], 'exploratory insert 4: C.', all[1]];
    for (const reply of [`<think>\n${draft}\n\n${whole}`, `<think>Hm.\n${whole}\n\n${whole}`])
      for (const size of [1, 7, 4000]) expect(toldInPieces(reply, size)).toEqual(read);
  });

  test('if its opening tag is missing', () => {
    expect(told(`Okay, pans.</think>\n${answer}`)).toEqual(all);
    expect(told(`Okay, pans.\nVERSION: SAFE\nINSERT 1: A draft</think>${answer}`)).toEqual(all);
    const talk = 'Okay, the user wants links in a text on pans. '.repeat(10);
    expect(told(`${talk}\n${draft}\n</think>\n${answer}`)).toEqual(all);
  });
});

describe('the author’s tags', () => {
  const content = 'Models write\n<think>\nand end it with </think> or </s>, as I <think> you know.\n\nOne.';

  test('are text in the author’s lines, and within lines', () => {
    expect(told(`VERSION: SAFE\n${content}`, content)).toEqual([`safe text: ${content}`]);
    const changed = content.replace('you know', 'you [[know]]((L1))');
    expect(told(`VERSION: SAFE\n${changed}`, content)).toEqual([`safe text: ${changed}`]);
    expect(told('VERSION: SAFE\nINSERT 3: It writes </s> at the end.', content)).toEqual([
      'safe insert 3: It writes </s> at the end.',
    ]);
  });

  test('open a block at the start of any other line', () => {
    expect(told(`<think>${draft}</think>\n${answer}`, content)).toEqual(all);
    expect(told(`VERSION: SAFE\nINSERT 3: A pan.\n<think>Hm.\n${draft}`, content)).toEqual([
      'safe insert 3: A pan.',
    ]);
  });
});

describe('a control token', () => {
  test.each([
    '<|im_end|>',
    '<|endoftext|>',
    '<|eot_id|>',
    '<|end|>',
    '<|return|>',
    '<｜end▁of▁sentence｜>',
    '</s>',
    '<end_of_turn>',
    '[INST]',
    '[/INST]',
  ])('ends the answer: %s', (token) => {
    expect(told(`${answer}${token}\nVERSION: INTERESTING\nINSERT 7: More.`)).toEqual(all);
    expect(told(`VERSION: SAFE\nOne. ${token} Two.\n${answer}`)).toEqual(['safe text: One.']);
  });

  test.each([
    '<|im_start|>assistant\n',
    '<|start_header_id|>assistant<|end_header_id|>\n\n',
    '<|assistant|>',
    '</s>',
    '<|channel|>final<|message|>',
  ])('before the answer is skipped: %j', (token) => {
    expect(told(`${token}${answer}`)).toEqual(all);
  });

  test.each(['<|im_end|>', '</s>', '<|channel|>'])('in a JSON string does not end a reply: %s', (token) => {
    const texts = [`A "good" pan.${token} B.`, `B.${token}`];
    const edits = texts.map((text, index) => ({ action: 'INSERT', sentence: index + 1, text }));
    const read = ['safe insert 1: A "good" pan. B.', 'safe insert 2: B.'];
    const further = `${token}\nVERSION: SAFE\nINSERT 7: More.`;
    const [line, lines] = [JSON.stringify({ SAFE: edits }), JSON.stringify({ SAFE: edits }, null, 2)];
    const each = edits.map((edit) => JSON.stringify(edit));
    for (const reply of [
      line,
      lines,
      `Here it is:\n\`\`\`json\n${lines}`,
      `<think>Hm.</think>{"SAFE": [${each.join(', ')}]}`,
      `I think so.</think>${line}`,
      `VERSION: SAFE\n${each.join('\n')}`,
      `VERSION: SAFE\n${each.join(', ')}`,
      `{"SAFE": []} ${line}`,
    ])
      for (const size of [1, 3, reply.length])
        expect([reply, size, toldInPieces(reply + further, size)]).toEqual([reply, size, read]);
    expect(told(`{"SAFE": [{"action": "INSERT", "sentence": 3, "text": "A\npan.${token}"}]}`)).toEqual([
      'safe insert 3: A pan.',
    ]);
    expect(told(`VERSION: SAFE\n"So," it said: "One.${token} Two."`)).toEqual([
      'safe text: "So," it said: "One.',
    ]);
    expect(told(`VERSION: SAFE\n{x: "One.${token} Two.`)).toEqual(['safe text: {x: "One.']);
  });
});
