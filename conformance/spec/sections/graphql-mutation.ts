// The spec's "GraphQL: mutations" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const graphqlMutationRows = rowsOf(
  { section: 'graphql.mutation', title: 'GraphQL: mutations', profile: 'spec' },
  `
graphql.mutation.create             | L327 | must   | graphql        | create<Type>(data)
graphql.mutation.create.required    | L327 | must   | graphql        | data is <Type>Input!
graphql.mutation.create.locale      | L327 | must   | graphql i18n   | locale creates that version
graphql.mutation.update             | L328 | must   | graphql        | update<Type>(documentId, data), partial
graphql.mutation.update.input       | L328 | must   | graphql        | documentId ID!, data <Type>Input!
graphql.mutation.update.locale      | L328 | must   | graphql i18n   | locale updates that version
graphql.mutation.delete             | L329 | must   | graphql        | delete<Type>(documentId)
graphql.mutation.delete.locale      | L329 | must   | graphql i18n   | locale deletes that version only
graphql.mutation.file.update        | L330 | must   | graphql upload | updateUploadFile(numeric id, info)
graphql.mutation.file.update.input  | L330 | should | graphql upload | info is FileInfoInput!
graphql.mutation.file.delete        | L331 | must   | graphql upload | deleteUploadFile(numeric id)
graphql.mutation.create.document-id | L333 | must   | graphql        | documentId is assigned
graphql.mutation.relation.one       | L333 | must   | graphql        | a relation takes a documentId
graphql.mutation.relation.many      | L333 | must   | graphql        | or an array of them
graphql.mutation.locale.add         | L334 | must   | graphql i18n   | update with a new locale adds it
graphql.mutation.no-upload          | L335 | must   | graphql upload | no upload mutation in the schema
graphql.media.no-id                 | L336 | must   | graphql upload | the file type has no id field
`,
);
