// The spec's "Content type definition" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const schemaRows = rowsOf(
  { section: 'schema', title: 'Content type definition', profile: 'spec' },
  `
schema.kind.collection           | L83  | must   | files        | kind collectionType gives list and document routes
schema.kind.single               | L83  | must   | files        | the single kind gives the three single routes
schema.collection-name           | L84  | should | files        | collectionName is accepted and two equal ones are refused
schema.info.singular-name        | L85  | must   | files        | singularName is the single path
schema.info.plural-name          | L85  | must   | files        | pluralName is the list path
schema.info.display-name         | L85  | should | files        | displayName is accepted
schema.info.name                 | L85  | may    | files        | name is accepted
schema.options.draft-and-publish | L86  | must   | files drafts | true gives versions, false none
schema.plugin-options            | L87  | must   | files        | pluginOptions of an unknown plugin do not prevent the start
schema.attributes                | L88  | must   | files        | each attribute of the map is served under its name
schema.types.other               | L90  | open   | files        | types beyond the named ones are recorded
`,
);
