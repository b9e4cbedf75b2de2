// The spec's "Status" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restStatusRows = rowsOf(
  { section: 'rest.status', title: 'Status', profile: 'spec' },
  `
rest.status.requires-drafts     | L267 | must   | drafts | a type without drafts is unaffected by status
rest.status.default             | L268 | must   | drafts | omitted = published
rest.status.published           | L268 | must   | drafts | published only, drafts never
rest.status.draft               | L268 | must   | drafts | draft versions, publishedAt null
rest.status.draft.published-too | L268 | must   | drafts | a published document is in the draft list by its draft
rest.status.single              | L268 | must   | drafts | the same on a single type
rest.status.nested              | L268 | open   | drafts | versions of populated relations: recorded
`,
);
