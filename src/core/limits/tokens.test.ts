import { expect, test } from 'vitest';

import { estimateTokens, inputTokensAtMost } from './tokens.ts';

/** Counted with the tokenizers of GPT-4 (cl100k) and of GPT-4o (o200k). */
const samples = [
  {
    name: 'English',
    text: 'The first time I walked the whole trail I carried far too much. A good pack, two litres of water and a rain jacket would have been plenty; everything else stayed in the bag until I came home.',
    wide: 43,
    narrow: 43,
  },
  {
    name: 'German',
    text: 'Am Anfang habe ich lange überlegt, ob sich ein eigenes Hochbeet auf dem Balkon überhaupt lohnt. Inzwischen möchte ich die frischen Kräuter und Tomaten nicht mehr missen, auch wenn die Bewässerung im Hochsommer manchmal Geduld erfordert.',
    wide: 68,
    narrow: 53,
  },
  {
    name: 'Polish',
    text: 'Kiedy pierwszy raz pojechałem w góry, nie miałem pojęcia, jak ważne są dobre buty. Dziś wiem, że przemoczone stopy potrafią zepsuć nawet najpiękniejszą wycieczkę, dlatego zawsze zabieram zapasowe skarpety.',
    wide: 80,
    narrow: 70,
  },
  {
    name: 'Russian',
    text: 'Когда я впервые решил выращивать помидоры на балконе, я не представлял, сколько внимания они требуют. Теперь я знаю, что хороший грунт и регулярный полив важнее любых дорогих удобрений.',
    wide: 93,
    narrow: 46,
  },
  {
    name: 'Arabic',
    text: 'عندما بدأت أزرع الخضروات على الشرفة لم أكن أعرف من أين أبدأ. بعد بضعة أشهر أدركت أن التربة الجيدة والري المنتظم أهم من أي سماد باهظ الثمن.',
    wide: 96,
    narrow: 49,
  },
  {
    name: 'Hindi',
    text: 'जब मैंने पहली बार बालकनी में सब्ज़ियाँ उगाना शुरू किया, तो मुझे पता नहीं था कि कहाँ से शुरुआत करूँ। कुछ महीनों बाद मैंने समझा कि अच्छी मिट्टी और नियमित पानी सबसे ज़रूरी हैं।',
    wide: 175,
    narrow: 50,
  },
  {
    name: 'Chinese',
    text: '刚开始在阳台上种菜的时候，我完全不知道该从哪里下手。几个月之后我才明白，好的土壤和规律的浇水比任何昂贵的肥料都重要。',
    wide: 70,
    narrow: 46,
  },
  {
    name: 'Japanese',
    text: '初めてベランダで野菜を育て始めたとき、何から手をつければいいのか全く分かりませんでした。数か月後、良い土と規則正しい水やりが、どんな高価な肥料よりも大切だと気づきました。',
    wide: 90,
    narrow: 72,
  },
  {
    name: 'Korean',
    text: '처음 베란다에서 채소를 키우기 시작했을 때는 어디서부터 시작해야 할지 몰랐습니다. 몇 달이 지나고 나서야 좋은 흙과 규칙적인 물 주기가 비싼 비료보다 중요하다는 것을 알게 되었습니다.',
    wide: 94,
    narrow: 62,
  },
  { name: 'emoji', text: '🎉🔥😀👩‍👩‍👧‍👦🇩🇪✅🌱🍅👍🏽💡🚀🧑🏻‍💻❤️✨🙌🏿', wide: 72, narrow: 44 },
  {
    name: 'addresses',
    text: 'https://www.example.com/kitchen/reusable-freezer-bags?set=12&color=mixed&affid=crumbs-20 https://shop.example.org/dp/B08N5WRWNW/ref=sr_1_3?keywords=x&qid=1607123456&tag=aff-21 https://go.example.net/a8F3kQz9LmX2/9f8e7d6c5b4a3f2e1d0c',
    wide: 104,
    narrow: 103,
  },
];

test.each(samples)('the estimate for $name is near the count of tokenizers', ({ text, wide, narrow }) => {
  const estimates = { wide: estimateTokens(text, 'wide'), narrow: estimateTokens(text, 'narrow') };
  expect(estimates.wide).toBeGreaterThanOrEqual(wide * 0.95);
  expect(estimates.wide).toBeLessThanOrEqual(wide * 1.35);
  expect(estimates.narrow).toBeGreaterThanOrEqual(narrow * 0.95);
  expect(estimates.narrow).toBeLessThanOrEqual(narrow * 1.7);
});

test('no estimate exceeds the bytes of the text, which are the upper limit', () => {
  for (const { text } of samples) {
    const bytes = Buffer.byteLength(text);
    expect(estimateTokens(text, 'wide')).toBeLessThanOrEqual(bytes);
    expect(inputTokensAtMost([text])).toBeGreaterThanOrEqual(bytes);
    expect(inputTokensAtMost([text])).toBeLessThan(bytes + 50);
  }
});

test('a letter that some tokenizers expand first counts as its expansion', () => {
  expect(inputTokensAtMost(['ﷺ'.repeat(100)])).toBeGreaterThanOrEqual(3300);
});

test('half a character and an empty text cause no error', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('\ud83d')).toBeGreaterThan(0);
  expect(inputTokensAtMost(['\ud83d'])).toBeGreaterThanOrEqual(3);
});

test('runs of spaces, rules and dots are cheap, long numbers are not', () => {
  expect(estimateTokens(' '.repeat(1000))).toBe(1);
  expect(estimateTokens('-'.repeat(100))).toBeLessThan(15);
  expect(estimateTokens('1'.repeat(90))).toBe(30);
});
