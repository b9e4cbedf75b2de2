// Answers that clients of the peer rely on, where the specification is silent (decisions, Corrections).
import { rowsOf } from '../row';

export const quireSameAnswerRows = rowsOf(
  { section: 'quire.same', title: 'Quire: the same answers as the peer', profile: 'quire' },
  `
quire.same.zone-filter         | Corrections | must | -      | filters in on leave out entries of that component, the others keep their places
quire.same.zone-sort           | Corrections | must | -      | sort in on is checked, and entries of a zone keep their order
quire.same.nested-filter       | Corrections | must | -      | filters choose entries of a component inside a component
quire.same.nested-sort         | Corrections | must | -      | sort orders entries of a component inside a component
quire.same.on-wins             | Corrections | must | -      | populate beside on is ignored
quire.same.sort-blocks         | Corrections | must | -      | blocks are sorted by their text
quire.same.sort-prefix         | Corrections | must | -      | a list that several sort keys share counts once
quire.same.email               | Corrections | must | -      | the format is the only issue of a wrong address, and a@b.c is valid
quire.same.list-min            | Corrections | must | -      | an empty list is valid where min is set and the list is not required
quire.same.not-strict          | Corrections | must | -      | options strict false puts an entry beside an unconnected document at the end
quire.same.mixed-order         | Relations | must | -      | a polymorphic relation to two types is populated in its own order
quire.same.typed-position      | Corrections | must | -      | a position in a polymorphic relation may name a type
quire.same.disconnect-unknown  | Corrections | must | -      | disconnect of an unknown numeric id changes nothing
quire.same.unknown-target      | Corrections | must | i18n   | the message about an unknown target names the locale; for a type without locales, null
quire.same.max-limit-alone     | Corrections | must | config | api.rest.maxLimit below the default limit is the default limit
quire.same.connect-status      | Corrections | must | -      | an unknown status in connect is ignored
quire.same.has-published       | Corrections | must | drafts | hasPublishedVersion selects documents with a published row
quire.same.has-published-locale | Corrections | must | drafts i18n | hasPublishedVersion counts every locale of a document
quire.same.published-drafts    | Corrections | must | drafts | publicationFilter=published-with-draft with status=draft finds nothing
quire.same.user-address        | Corrections | must | auth   | a wrong address in POST /users is a ValidationError
quire.same.user-keeps-role     | Corrections | must | auth   | null, [], {}, an empty set and disconnect leave a user its role: 400
quire.same.role-users          | Corrections | must | auth   | populate of a role shows no users
quire.same.logout-all          | Corrections | must | config auth | logout with scope all ends all sessions
quire.same.sessions            | Corrections | must | config auth | auth/sessions lists sessions with device, login and last use, the own one first; DELETE ends all of them
quire.same.session-end         | Corrections | must | config auth | DELETE auth/sessions/:id ends one session of the user; another id is a 404
quire.same.session-actions     | Corrections | must | config auth | auth.getSessions lists sessions, and auth.revokeSession ends one
quire.same.role-permissions    | Corrections | must | auth graphql | UsersPermissionsRole.permissions lists the actions of a role, with filters, sort and pages
quire.same.no-permissions      | Corrections | must | auth   | permissions [] makes a role without permissions, and takes all of a role
quire.same.refresh-cookie      | Corrections | must | config auth | the header x-strapi-refresh-cookie asks for a cookie
quire.same.refresh-twice       | Corrections | must | config auth | a refresh token used twice within seconds keeps the session
`,
);
