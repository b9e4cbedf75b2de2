// The spec's "What the service does" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const serviceRows = rowsOf(
  { section: 'service', title: 'What the service does', profile: 'spec' },
  `
service.kind.collection          | L7   | must   | -       | a collection type serves many documents under its plural id
service.kind.single              | L7   | must   | -       | a single type serves one document under its singular id
service.endpoints.generated      | L8   | must   | -       | every fixture type answers under {base}/api without code
service.components.no-endpoint   | L8   | must   | -       | a component's name under /api is refused for every method
service.upload.area              | L9   | must   | upload  | /api/upload accepts an authorised multipart request
service.graphql.endpoint         | L10  | must   | graphql | one endpoint answers queries and mutations
service.private.default          | L11  | must   | auth    | a type without a grant refuses an anonymous GET, POST, PUT, DELETE
service.public.granted           | L11  | must   | auth    | a type granted to public answers 200 without credentials
service.private.user-token       | L11  | must   | auth    | a user whose role holds the permission gets 200, one without is refused
service.private.api-token        | L11  | must   | tokens  | an API token with the permission gets 200, one without is refused
service.ids.paths                | L12  | must   | -       | plural id for collections; singular id of a collection is no path
service.ids.immutable            | L12  | should | files   | a changed singular or plural id in a stored type is refused or planned, never silent
service.optional.i18n-per-type   | L13  | must   | i18n    | of two types only the localized one has locale behaviour
service.optional.drafts-per-type | L13  | must   | drafts  | of two types only the one with the option has draft behaviour
`,
);
