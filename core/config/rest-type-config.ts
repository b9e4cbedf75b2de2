// config/api, `rest.types`: what one content type's generated routes are. That its names mean something is checked where the
// routes are made.
import type { Infer } from '../check/check';
import { anyOf, anything, array, callable, integer, object, optional, record, string } from '../check/checks';
import { described } from './described';

const ACTIONS = ['find', 'findOne', 'create', 'update', 'delete'] as const;
export type RestAction = (typeof ACTIONS)[number];

const references = array(
  anyOf(
    'a registered name, { name, config } or a function',
    string({ min: 1 }),
    object({ name: string({ min: 1 }), config: optional(anything()) }),
    callable(),
  ),
);

const action = optional(
  object({
    policies: described('Who may, beside permissions.', optional(references, [])),
    middlewares: described('What runs around the handler, the first outermost.', optional(references, [])),
  }),
);

/** Plugins add more of them, so that which there are is known once they have registered. */
const actionNames = optional(array(string({ min: 1, schema: { examples: ACTIONS } }), { distinct: true }));

export const restTypeConfig = object({
  only: described('These routes and no others.', actionNames),
  except: described('All routes but these.', actionNames),
  path: described(
    'Instead of the plural (a single type: singular) name, below the prefix.',
    optional(
      string({ pattern: /^(\/[\w.-]+)+$/, expected: 'a path like /stories, without a slash at its end' }),
    ),
  ),
  fields: described('Fields when the request names none.', optional(array(string({ min: 1 }), { min: 1 }))),
  populate: described('Populate when the request says nothing of it, in its words.', optional(anything())),
  pageSize: described('Documents in a list when the request names no size.', optional(integer({ min: 1 }))),
  actions: described('Policies and middlewares of a route.', optional(record(action), {})),
});

export type RestTypeConfig = Infer<typeof restTypeConfig>;
