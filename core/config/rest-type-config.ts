// config/api, `rest.types`: what one content type's generated routes are. That its names mean something is checked where the
// routes are made.
import type { Infer } from '../check/check';
import { anyOf, anything, array, callable, integer, object, oneOf, optional, string } from '../check/checks';
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

export const restTypeConfig = object({
  only: described('These routes and no others.', optional(array(oneOf(...ACTIONS), { distinct: true }))),
  except: described('All routes but these.', optional(array(oneOf(...ACTIONS), { distinct: true }))),
  path: described(
    'Instead of the plural (a single type: singular) name, below the prefix.',
    optional(
      string({ pattern: /^(\/[\w.-]+)+$/, expected: 'a path like /stories, without a slash at its end' }),
    ),
  ),
  fields: described('Fields when the request names none.', optional(array(string({ min: 1 }), { min: 1 }))),
  populate: described('Populate when the request says nothing of it, in its words.', optional(anything())),
  pageSize: described('Documents in a list when the request names no size.', optional(integer({ min: 1 }))),
  actions: described(
    'Policies and middlewares of a route.',
    optional(object({ find: action, findOne: action, create: action, update: action, delete: action }), {
      find: undefined,
      findOne: undefined,
      create: undefined,
      update: undefined,
      delete: undefined,
    }),
  ),
});

export type RestTypeConfig = Infer<typeof restTypeConfig>;
