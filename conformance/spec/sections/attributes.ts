// The spec's "Attribute kinds" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const attributesRows = rowsOf(
  { section: 'attributes', title: 'Attribute kinds', profile: 'spec' },
  `
attributes.string                | L49  | must   | -      | string is returned without populate, as sent
attributes.text                  | L49  | must   | -      | text likewise, with line breaks
attributes.richtext              | L49  | must   | -      | richtext likewise
attributes.enumeration           | L49  | must   | -      | enumeration likewise
attributes.email                 | L49  | must   | -      | email likewise
attributes.password              | L49  | open   | -      | the spec lists password as returned; a deployment that returns it in clear or hashed gets a warning (see decisions)
attributes.uid                   | L49  | must   | -      | uid likewise
attributes.date                  | L49  | must   | -      | date comes back as the same day
attributes.time                  | L49  | must   | -      | time comes back as the same time
attributes.datetime              | L49  | must   | -      | datetime comes back as the same instant
attributes.timestamp             | L49  | must   | -      | timestamp comes back as the same instant
attributes.integer               | L49  | must   | -      | integer likewise
attributes.biginteger            | L49  | must   | -      | biginteger above 2^53 comes back unchanged
attributes.float                 | L49  | must   | -      | float likewise
attributes.decimal               | L49  | must   | -      | decimal with two places comes back equal
attributes.boolean               | L49  | must   | -      | boolean likewise, false kept
attributes.array                 | L49  | must   | array  | array comes back with its items in order
attributes.json                  | L49  | must   | -      | object, array, string, number, true, null in a json attribute come back equal
attributes.hidden.relation       | L50  | must   | -      | relations are absent without populate
attributes.hidden.media          | L50  | must   | upload | media are absent without populate
attributes.hidden.component      | L50  | must   | -      | components are absent without populate
attributes.hidden.dynamic-zone   | L50  | must   | -      | dynamic zones are absent without populate
attributes.blocks.array          | L51  | must   | -      | blocks is an array of block objects, as sent
attributes.blocks.paragraph      | L51  | must   | -      | a paragraph with text children is accepted and returned
attributes.zone.array            | L52  | must   | -      | a populated zone is an array in the order sent
attributes.zone.id               | L52  | must   | -      | each entry has an id
attributes.zone.component        | L52  | must   | -      | __component is <category>.<name>
attributes.zone.fields           | L52  | must   | -      | an entry carries the fields of its component
attributes.zone.document-id      | L52  | may    | -      | an entry may carry documentId
attributes.component.id          | L53  | must   | -      | a component entry has an id
attributes.component.document-id | L53  | may    | -      | a component entry may carry documentId
attributes.component.repeatable  | L53  | must   | -      | a repeatable component is an array in the order sent
attributes.wrapper.to-one        | L54  | open   | -      | shape of a populated to-one: flat or {data}
attributes.wrapper.to-many       | L54  | open   | -      | shape of a populated to-many: array or {data: []}
attributes.wrapper.uniform       | L54  | should | -      | one deployment uses one of the two shapes everywhere
`,
);
