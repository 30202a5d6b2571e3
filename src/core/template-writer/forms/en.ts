import { anyOf, openings, setOf, type Forms } from './forms.ts';

export const english: Forms = {
  typical: anyOf('the and of to is that it with for you this are was have they from my we not'),
  small: setOf(
    'a an the with for of to in on at by from about against over under into that which who without our my your this these as made',
  ),
  joining: setOf('and or &'),
  isNounLast: true,
  behind: ': {}.',
  page: 'this page',
  safe: openings(`
    Worth a look here; A good match for this; One option for this; Related to this;
    Helpful at this point; A useful addition; A pointer on this subject; Recommended in this context;
    Worth knowing about
  `),
  exploratory: openings(`
    A find that goes well with this; An idea worth following up; Something to explore from here;
    Something to keep in mind; A tip to take along; A good next step; Handy to have around;
    What could round this off; Worth putting on the list
  `),
  experimental: openings(`
    Psst, a little secret; Hold that thought; Drum roll, please; And now, straight from the wish list;
    Consider this a friendly nudge; Cue the spotlight; Bonus round;
    Fresh from the bookmarks; Filed under delightful finds
  `),
};
