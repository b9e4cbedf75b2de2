// The spec's "User record" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const userRows = rowsOf(
  { section: 'user', title: 'User record', profile: 'spec' },
  `
user.id          | L77  | must   | auth | id integer
user.document-id | L77  | must   | auth | documentId string
user.username    | L77  | must   | auth | username string
user.email       | L77  | must   | auth | email string
user.provider    | L77  | must   | auth | provider string
user.confirmed   | L77  | must   | auth | confirmed boolean
user.blocked     | L77  | must   | auth | blocked boolean
user.timestamps  | L77  | must   | auth | createdAt and updatedAt ISO 8601
user.no-secrets  | L77  | should | auth | no key beyond the record holds a password or token
`,
);
