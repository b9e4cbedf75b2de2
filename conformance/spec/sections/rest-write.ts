// The spec's "Update and create rules" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restWriteRows = rowsOf(
  { section: 'rest.write', title: 'Update and create rules', profile: 'spec' },
  `
rest.update.partial         | L129 | must   | -      | attributes that are not sent stay, relations and components included
rest.update.result          | L129 | must   | -      | the answer is the document after the update
rest.update.null.scalar     | L130 | must   | -      | null clears each scalar type
rest.update.null.relation   | L130 | must   | -      | null clears a relation
rest.update.null.component  | L130 | must   | -      | null clears a single component
rest.update.null.repeatable | L130 | must   | -      | null clears a repeatable component
rest.update.null.zone       | L130 | must   | -      | null clears a dynamic zone
rest.update.null.media      | L130 | must   | upload | null clears media
rest.update.null.kinds      | L130 | must   | -      | null clears each kind that plain types lack
rest.update.replaces.repeatable | L129 | must | -   | PUT of a repeatable component replaces its entries, also inside a component
rest.update.replaces.zone   | L129 | must   | -      | PUT of a zone replaces its entries
rest.update.unchanged-field | L131 | must   | -      | an unchanged field in the body is accepted and stays
rest.write.relations.create | L132 | must   | -      | relations and their order can be set in POST
rest.write.relations.update | L132 | must   | -      | relations and their order can be set in PUT
rest.delete.empty           | L133 | must   | -      | 204 has no body and no content-type with content
rest.upload.path            | L134 | open   | upload | methods and payload of /api/upload are recorded
`,
);
