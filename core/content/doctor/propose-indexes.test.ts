// Indexes for slow reads, from lines of a log.
import { compileFiles, relation, typeFile } from '../model/testing-files';
import { proposeIndexes, type SlowRead, slowReadOf } from './propose-indexes';

const PAGE = 'api::page.page';
const schema = compileFiles({
  'config/content-types/page.json': typeFile('page', {
    title: { type: 'string' },
    other: { type: 'string' },
    more: { type: 'string' },
    kind: { type: 'enumeration', enum: ['a', 'b'] },
    body: { type: 'text' },
    rating: { type: 'integer' },
    page: relation('manyToOne', 'page'),
  }),
});
const line = (milliseconds: number, compared: object, sql = 'SELECT 1') =>
  JSON.stringify({
    level: 'warn',
    message: 'a read was slow',
    milliseconds,
    sql,
    compared: [{ type: PAGE, equal: [], range: [], sort: [], ...compared }],
  });
const propose = (lines: readonly string[], indexed: readonly string[] = []) =>
  proposeIndexes(
    lines.map(slowReadOf).filter((read): read is SlowRead => read !== null),
    schema,
    (_type, columns) => indexed.includes(columns.join()),
  );

describe('proposed indexes', () => {
  it.each([
    [
      'equality before the order',
      { equal: ['rating'], range: ['title'], sort: ['createdAt'] },
      ['rating', 'createdAt'],
    ],
    ['equality before a range', { equal: ['kind'], range: ['rating', 'title'] }, ['kind', 'rating']],
    ['a text without a limit is left out', { equal: ['body', 'rating'] }, ['rating']],
    ['an order ends at such a text', { sort: ['rating', 'body', 'title'] }, ['rating']],
    ['as many as fit', { equal: ['title', 'other', 'more'] }, ['title', 'other']],
  ])('%s', (_name, compared, attributes) => {
    expect(propose([line(5, compared)])).toMatchObject([{ type: PAGE, attributes }]);
  });

  it('adds the times of statements, and starts with the most', () => {
    const lines = [
      line(5, { equal: ['rating'] }, 'SELECT short'),
      line(30, { equal: ['title'] }),
      line(20, { equal: ['rating'] }, 'SELECT long'),
      line(20, { equal: ['rating'] }),
    ];
    expect(propose(lines)).toMatchObject([
      { attributes: ['rating'], reads: 3, milliseconds: 45, longest: 20, sql: 'SELECT long' },
      { attributes: ['title'], reads: 1 },
    ]);
    expect(propose(lines, ['rating'])).toMatchObject([{ attributes: ['title'] }]);
  });

  it.each([
    ['a line of something else', '{"message":"a read was slow"'],
    ['another message', JSON.stringify({ message: 'request', milliseconds: 5 })],
    ['an unknown type', line(5, { type: 'api::gone.gone', equal: ['title'] })],
    ['an unknown attribute', line(5, { equal: ['gone'] })],
    [
      'wrong facts',
      JSON.stringify({ message: 'a read was slow', milliseconds: 5, sql: '', compared: [{ type: 1 }] }),
    ],
    ['no facts', JSON.stringify({ message: 'a read was slow', milliseconds: 5, sql: '' })],
  ])('ignores %s', (_name, text) => {
    expect(propose([text])).toEqual([]);
  });
});
