// The spec's "Errors" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const errorsRows = rowsOf(
  { section: 'errors', title: 'Errors', profile: 'spec' },
  `
errors.create-localization | L429 | must   | auth i18n           | 403, Forbidden
errors.connect-twice       | L430 | must   | -                   | validation error (400 class)
errors.graphql.not-allowed | L431 | must   | auth graphql        | errors[] with a message that the action is not allowed, no data
errors.upload.forbidden    | L432 | must   | auth graphql upload | upload mutations without permission: forbidden error
errors.delete.not-error    | L433 | must   | -                   | 204 carries no error
errors.envelope            | L435 | must   | -                   | a failed REST request has error in the envelope
errors.json                | L107 | must   | -                   | bodies are JSON: an error with a body is JSON with its content type
errors.fields              | L435 | open   | -                   | fields of error and other status codes: recorded
errors.graphql.format      | L435 | open   | graphql             | GraphQL error format: recorded
`,
);
