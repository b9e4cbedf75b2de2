// Scheduled changes and releases over GraphQL: each field runs the route that does the same over REST.
import type { GraphqlPart } from '../../core';
import type { ReleaseRoutes } from './release-routes';
import type { ChangeRoutes } from './routes';

const TYPES = `
type ScheduledRelease { id: ID! name: String! at: DateTime timeZone: String! localTime: String state: String! by: String problems: JSON changeCount: Int! changes: [ScheduledChange!] createdAt: DateTime! changedAt: DateTime! }
type ScheduledChangeRelease { id: ID! name: String! }
type ScheduledChange { id: ID! type: String! documentId: ID! locale: String action: String! at: DateTime timeZone: String! localTime: String state: String! release: ScheduledChangeRelease by: String problems: JSON createdAt: DateTime! changedAt: DateTime! }
type ReleaseCheck { ok: Boolean! problems: JSON! }
input ScheduledChangeInput { type: String! documentId: ID! locale: String action: String! at: String timeZone: String release: Int }
extend type Query { scheduledChanges(type: String, documentId: ID, documentIds: String, state: String, release: Int, from: String, to: String, page: Int, pageSize: Int): [ScheduledChange!]! scheduledReleases(state: String, from: String, to: String, page: Int, pageSize: Int): [ScheduledRelease!]! scheduledRelease(id: ID!): ScheduledRelease! }
extend type Mutation { scheduleChange(data: ScheduledChangeInput!): ScheduledChange! changeSchedule(id: ID!, at: String!, timeZone: String): ScheduledChange! cancelSchedule(id: ID!): ScheduledChange! createScheduledRelease(name: String!, at: String, timeZone: String): ScheduledRelease! updateScheduledRelease(id: ID!, name: String, at: String, timeZone: String): ScheduledRelease! cancelScheduledRelease(id: ID!): ScheduledRelease! checkScheduledRelease(id: ID!): ReleaseCheck! runScheduledRelease(id: ID!): ScheduledRelease! }
`;

type Args = Readonly<Record<string, unknown>>;
const idOf = ({ id }: Args) => ({ id: String(id) });
const byId = (args: Args) => ({ params: idOf(args) });
const withBody = ({ id, ...body }: Args) => ({ params: { id: String(id) }, body });
const asQuery = (args: Args) => ({ query: args });
const data = (json: unknown): unknown => (json as { readonly data: unknown }).data;

export const graphqlPart = (changes: ChangeRoutes, releases: ReleaseRoutes): GraphqlPart => ({
  name: 'schedule',
  description: 'Scheduled changes and releases',
  typeDefs: TYPES,
  fields: {
    'Query.scheduledChanges': { route: changes.list, input: asQuery, result: data },
    'Query.scheduledReleases': { route: releases.list, input: asQuery, result: data },
    'Query.scheduledRelease': { route: releases.one, input: byId, result: data },
    'Mutation.scheduleChange': {
      route: changes.create,
      input: (args) => ({ body: args.data }),
      result: data,
    },
    'Mutation.changeSchedule': { route: changes.update, input: withBody, result: data },
    'Mutation.cancelSchedule': { route: changes.cancel, input: byId, result: data },
    'Mutation.createScheduledRelease': {
      route: releases.create,
      input: (args) => ({ body: args }),
      result: data,
    },
    'Mutation.updateScheduledRelease': { route: releases.update, input: withBody, result: data },
    'Mutation.cancelScheduledRelease': { route: releases.remove, input: byId, result: data },
    'Mutation.checkScheduledRelease': { route: releases.check, input: byId, result: data },
    'Mutation.runScheduledRelease': { route: releases.run, input: byId, result: data },
  },
});
