// The spec's "Document" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const documentRows = rowsOf(
  { section: 'document', title: 'Document', profile: 'spec' },
  `
document.flat                     | L19  | must   | -              | attributes stand at the top level; no attributes key
document.id.integer               | L23  | must   | -              | id is an integer
document.document-id.string       | L24  | must   | -              | documentId is a non-empty string, unique in a list
document.document-id.path         | L24  | must   | -              | the documentId of a list works in the path
document.document-id.shared       | L24  | must   | i18n           | all locales and versions of a document share the documentId
document.attributes.typed         | L25  | must   | -              | each attribute comes back in its type
document.created-at               | L26  | must   | -              | createdAt is an ISO 8601 timestamp, unchanged by an update
document.updated-at               | L27  | must   | -              | updatedAt is ISO 8601 and not earlier after an update
document.published-at             | L28  | must   | drafts         | publishedAt of a published version is an ISO 8601 timestamp
document.published-at.draft       | L28  | must   | drafts         | publishedAt of a draft is null
document.published-at.key         | L28  | open   | -              | publishedAt is a key also on types without drafts (recorded, not judged)
document.locale.present           | L29  | must   | i18n           | locale is the code on localized types
document.locale.absent            | L29  | should | -              | types without localization have no locale, or null
document.graphql.only-document-id | L31  | must   | graphql        | a document type of the schema has documentId and no id
document.graphql.media-id         | L31  | must   | graphql upload | media mutations take the numeric id
`,
);
