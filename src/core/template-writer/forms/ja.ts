import { openings, setOf, type Forms } from './forms.ts';

export const japanese: Forms = {
  typical: /[のにはをがでとも]|です|ます/gu,
  small: setOf('の と や で に を は が も'),
  joining: setOf('・'),
  isNounLast: true,
  behind: '：{}。',
  page: 'このページ',
  safe: openings(`
    こちらも参考になります; 関連するもの; ここで役立つもの; 選択肢のひとつ; あわせて見ておきたいもの; おすすめ; 覚えておきたいもの; このテーマに関して
  `),
  exploratory: openings(`
    心に留めておきたいもの; 次の一歩として; 試してみたいアイデア; 相性のよいもの; 手元にあると便利なもの; リストに加えたいもの; ちょっとした発見; 仕上げにぴったりのもの
  `),
  experimental: openings(`
    ここだけの話; ちょっとひと休み; さあ、お待ちかね; 欲しいものリストから直送; うれしい寄り道; 本日の主役; ボーナスステージ; お気に入りからの一品
  `),
};
