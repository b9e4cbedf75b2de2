// The spec's "States and transitions" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const statesRows = rowsOf(
  { section: 'states', title: 'States and transitions', profile: 'spec' },
  `
states.versions             | L94  | must   | drafts      | a document has a draft and, once published, a published version at the same time
states.versions.independent | L94  | must   | drafts      | changing the draft leaves the published version unchanged
states.published            | L98  | must   | drafts      | published: publishedAt is a timestamp
states.draft                | L99  | must   | drafts      | draft: publishedAt is null
states.per-locale           | L101 | must   | drafts i18n | publishing one locale leaves another locale's versions as they are
states.per-locale.delete    | L101 | must   | drafts i18n | DELETE of one locale removes its draft and its published version, no other
states.created-published    | L101 | should | drafts      | POST without status answers a non-null publishedAt
states.transitions          | L103 | open   | drafts      | publish, unpublish, discard: what the deployment offers is recorded
`,
);
