// Which variables belong to the shape of an operation.
import { parse } from 'graphql';
import { shapeText, shapeVariables } from './shape-variables';

const document = parse(`
  query A($title: String, $with: Boolean!, $n: Int, $page: PaginationArg, $id: ID!, $deep: Int) {
    notes(filters: { title: { eq: $title } }, pagination: { limit: $n }) { title @include(if: $with) }
    note(documentId: $id) { ...F }
    more: notes(pagination: $page) { title }
  }
  fragment F on Note { tags(pagination: { start: $deep }) { name } }
`);

it('holds the variables of directives and pages, in fragments too', () => {
  expect([...shapeVariables(document)].sort()).toEqual(['deep', 'n', 'page', 'with']);
});

it('is one text for all values of other variables', () => {
  const names = shapeVariables(document);
  const text = (variables: object) => shapeText('A', names, variables as Record<string, unknown>);
  const base = { with: true, n: 2, title: 'x' };
  expect(text({ ...base, title: 'y', id: 'z' })).toBe(text(base));
  const others = [{ ...base, n: 3 }, { ...base, n: null }, { with: true }, { ...base, with: false }];
  expect(new Set([text(base), ...others.map(text)]).size).toBe(5);
});
