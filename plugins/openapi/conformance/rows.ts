// The OpenAPI document as rows, where the specification is silent.
import { rowsOf } from '../../../conformance/spec/row';

export const openapiRows = rowsOf(
  { section: 'quire.openapi', title: 'Quire: the OpenAPI document', profile: 'quire' },
  `
quire.openapi.types      | Rule 4 | must | openapi auth | the document describes each content type as its schema file does
quire.openapi.operations | Rule 4 | must | openapi auth drafts i18n upload | each route of a type has its operation with parameters, bodies and refusals
quire.openapi.bodies     | Rule 4 | must | openapi upload | the schema of a body accepts what the API accepts, and nothing else; operations name their headers
quire.openapi.answers    | Rule 4 | must | openapi | the keys of an answer are those of its schema
quire.openapi.closed     | Values | must | openapi | no private attribute is in the document, and passwords are in bodies only
quire.openapi.rights     | Rule 4 | must | openapi auth | the document needs a permission; the page is open
`,
);
