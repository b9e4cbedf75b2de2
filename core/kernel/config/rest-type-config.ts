// config/api, `rest.types`: the generated routes of one content type. The plugin `rest` checks the names in it.
import type { Infer } from '../check/check';
import { anyOf, anything, array, callable, integer, object, optional, record, string } from '../check/checks';
import { described } from '../check/described';

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

const cacheValue = string({
  pattern: /^[\x20-\x7e]+$/,
  expected: 'a value of Cache-Control, like "private, max-age=60"',
});

const cacheControl = described(
  'The header Cache-Control. Errors get `no-store`. Responses to requests with credentials are `private`, or `no-store` without this key. ' +
    '`{ anonymous, authenticated }` sets both values.',
  optional(
    anyOf(
      'a value of Cache-Control, or an object with the keys anonymous and authenticated',
      cacheValue,
      object({ anonymous: optional(cacheValue), authenticated: optional(cacheValue) }),
    ),
  ),
);

const action = optional(
  object({
    policies: described('Policies that run after the permission check.', optional(references, [])),
    middlewares: described(
      'Middlewares around the handler; the first is the outermost.',
      optional(references, []),
    ),
    cacheControl,
  }),
);

/** Plugins add actions, so the plugin `rest` checks the names after all plugins have registered. */
const actionNames = optional(array(string({ min: 1, schema: { examples: ACTIONS } }), { distinct: true }));

export const restTypeConfig = object({
  only: described('The only routes of the type.', actionNames),
  except: described('Routes that the type does not have.', actionNames),
  path: described(
    'The path below the prefix. Default: the plural name, or the singular name of a single type.',
    optional(
      string({ pattern: /^(\/[\w.-]+)+$/, expected: 'a path like /stories, without a slash at its end' }),
    ),
  ),
  fields: described(
    'Fields of responses to requests without `fields`.',
    optional(array(string({ min: 1 }), { min: 1 })),
  ),
  populate: described('Populate for requests without `populate`, in the same format.', optional(anything())),
  pageSize: described(
    'Documents in a list without `pageSize` or `limit` in the request.',
    optional(integer({ min: 1 })),
  ),
  cacheControl,
  actions: described(
    'By action: policies, middlewares and Cache-Control of the route.',
    optional(record(action), {}),
  ),
});

export type RestTypeConfig = Infer<typeof restTypeConfig>;
