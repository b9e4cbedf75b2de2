// Results of reads as texts: what is written is read again, and nothing else.
import { LIST_FORM, ONE_FORM } from './kept-forms';

it.each([
  [{ texts: [], total: 0 }],
  [{ texts: [], total: null }],
  [{ texts: ['{"a":"ä\\n"}', '{}', '{"b":"💡"}'], total: 12 }],
])('a list: %j', (list) => {
  expect(LIST_FORM.open(LIST_FORM.write(list))).toEqual(list);
});

it('a document', () => {
  const one = { text: '{"a":1}', updatedAt: '2026-05-01T12:00:00.000Z' };
  expect(ONE_FORM.open(ONE_FORM.write(one))).toEqual(one);
  expect([ONE_FORM.lengthOf(one), ONE_FORM.lengthOf(null)]).toEqual([7, null]);
});

it.each(['', '\n', '2', '2 1\n', '2 1\nab', '2 -1\n', '2 1e1\n0123456789', 'x 2\n{}', '2 2 \n{}', ' 2\n{}'])(
  'no list: %j',
  (text) => expect(LIST_FORM.open(text)).toBeNull(),
);

it.each(['', '\n{}', 'a', 'a\n'])('no document: %j', (text) => expect(ONE_FORM.open(text)).toBeNull());
