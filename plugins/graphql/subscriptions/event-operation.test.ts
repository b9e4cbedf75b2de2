// The operation of an event has no values that only choose the events.
import { buildSchema, parse, print } from 'graphql';
import { eventOperation } from './event-operation';

const schema = buildSchema(`
  type Query { a: Int }
  input Filter { name: String }
  type Note { name(length: Int): String tags(filter: Filter, limit: Int): [String] }
  type Subscription { noteChanged(filter: Filter!, id: ID): Note }
`);

test.each([
  [
    'values of the root field',
    'subscription { noteChanged(filter: {name: "a"}) { name(length: 3) } }',
    'subscription { noteChanged { name(length: 3) } }',
  ],
  [
    'variables that only the root field uses',
    'subscription ($f: Filter!, $n: Int, $is: Boolean!) { noteChanged(filter: $f, id: 7) @include(if: $is) { tags(limit: $n, filter: $f) } }',
    'subscription ($f: Filter!, $n: Int, $is: Boolean!) { noteChanged @include(if: $is) { tags(limit: $n, filter: $f) } }',
  ],
  [
    'a root field in a fragment',
    'subscription S($f: Filter!, $n: Int) { ...F } fragment F on Subscription { changed: noteChanged(filter: $f) { tags(limit: $n) } }',
    'subscription S($n: Int) { ...F } fragment F on Subscription { changed: noteChanged { tags(limit: $n) } }',
  ],
])('leaves out %s', (_, given, expected) => {
  expect(print(eventOperation(parse(given), schema))).toBe(print(parse(expected)));
});
