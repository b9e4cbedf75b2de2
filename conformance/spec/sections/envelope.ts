// The spec's "Response envelope" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const envelopeRows = rowsOf(
  { section: 'envelope', title: 'Response envelope', profile: 'spec' },
  `
envelope.data.object            | L37  | must   | -      | one document: data is an object
envelope.data.array             | L37  | must   | -      | list: data is an array, also when empty
envelope.meta.one               | L38  | must   | -      | GET one: meta is {}
envelope.meta.create            | L38  | must   | -      | POST: meta is {}
envelope.meta.update            | L38  | must   | -      | PUT: meta is {}
envelope.meta.list              | L38  | must   | -      | list: meta.pagination is there
envelope.error.present          | L39  | must   | -      | a failed request carries error
envelope.error.absent           | L39  | must   | -      | a successful one carries none
envelope.exempt.users           | L41  | may    | auth   | users endpoints may answer without the envelope
envelope.exempt.upload          | L41  | may    | upload | upload endpoints may answer without the envelope
envelope.pagination.page-form   | L43  | must   | -      | page, pageSize, pageCount, total, all integers
envelope.pagination.page-count  | L43  | must   | -      | pageCount = ceil(total / pageSize)
envelope.pagination.offset-form | L43  | must   | -      | start, limit, total, all integers
envelope.meta.other             | L45  | open   | -      | further meta keys are recorded
`,
);
