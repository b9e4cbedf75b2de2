import { selectRows } from './select';
import { rowsOf } from './spec/row';

const head = { section: 'a', title: 'A', profile: 'spec' } as const;
const rows = [
  ...rowsOf(
    head,
    'a.sort.one | L1 | must | - | one\na.sorting | L2 | should | - | two\na.sort | L3 | open | x | three',
  ),
  ...rowsOf({ ...head, profile: 'quire' }, 'quire.a | Values | must | - | four'),
];
const none = { only: [], skip: [], skipNeeds: [], levels: [], grep: null };
const ids = (profile: 'spec' | 'quire' | 'all', selection: object): string[] =>
  selectRows(rows, profile, { ...none, ...selection }).map(({ id }) => id);

describe('the selection of rows', () => {
  it('follows the profile', () => {
    expect(ids('spec', {})).toEqual(['a.sort.one', 'a.sorting', 'a.sort']);
    expect(ids('quire', {})).toEqual(['quire.a']);
    expect(ids('all', {})).toHaveLength(4);
  });

  it.each([
    ['a section and what is below it', { only: ['a.sort'] }, ['a.sort.one', 'a.sort']],
    ['all but a section', { skip: ['a.sort'] }, ['a.sorting']],
    ['rows without a need', { skipNeeds: ['x', 'y'] }, ['a.sort.one', 'a.sorting']],
    ['a level', { levels: ['must'] }, ['a.sort.one']],
    ['words of the sentence', { grep: /tw/ }, ['a.sorting']],
    ['an open prefix', { only: ['a.sort*'] }, ['a.sort.one', 'a.sorting', 'a.sort']],
  ])('takes %s', (_what, selection, expected) => {
    expect(ids('spec', selection)).toEqual(expected);
  });
});
