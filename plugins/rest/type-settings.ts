// The settings of one content type in config/api (`rest.types`), with their defaults.
import {
  type ApiConfig,
  type CacheControl,
  type ContentType,
  type DocumentOperation,
  type MiddlewareReference,
  type PolicyReference,
  type ReadWords,
  type RestAction,
  restBase,
} from '../../core';

export interface TypeSettings {
  /** The first part of all paths: `/api/articles`. */
  readonly base: string;
  /** The actions that have a route, including operations of plugins. */
  readonly actions: readonly string[];
  /** Used when the request does not contain the parameter. */
  readonly defaults: Pick<ReadWords, 'fields' | 'populate'>;
  readonly pageSize: number | null;
  readonly around: (action: string) => {
    readonly policies?: readonly PolicyReference[];
    readonly middlewares?: readonly MiddlewareReference[];
    readonly cacheControl?: CacheControl;
    readonly removedBy?: string;
  };
}

const READS: readonly string[] = ['find', 'findOne'] satisfies RestAction[];

/** Many writes in one request, for collection types. */
const BULK_ACTIONS = ['bulk', 'updateByFilter'];

export const OWN_ACTIONS: Readonly<Record<ContentType['kind'], readonly RestAction[]>> = {
  collectionType: ['find', 'findOne', 'create', 'update', 'delete'],
  singleType: ['find', 'update', 'delete'],
};

/** The actions that settings may name: those of the type's kind, and the operations that plugins add. */
export const actionsOf = (type: ContentType, operations: readonly DocumentOperation[]): readonly string[] => [
  ...OWN_ACTIONS[type.kind],
  ...operations.map(({ name }) => name),
  ...(type.kind === 'collectionType' ? BULK_ACTIONS : []),
];

export function settingsOf(
  type: ContentType,
  api: ApiConfig,
  operations: readonly DocumentOperation[],
): TypeSettings {
  const own = api.rest.types[type.uid];
  const { fields, populate } = own ?? {};
  return {
    base: restBase(api, type),
    actions: actionsOf(type, operations).filter(
      (action) => (own?.only ?? [action]).includes(action) && !own?.except?.includes(action),
    ),
    defaults: { ...(fields ? { fields } : {}), ...(populate === undefined ? {} : { populate }) },
    pageSize: own?.pageSize ?? null,
    around(action) {
      const given = own?.actions[action];
      // The value of the type is for its reads.
      const cacheControl = given?.cacheControl ?? (READS.includes(action) ? own?.cacheControl : undefined);
      const removedBy = `\`rest: { types: { '${type.uid}': { except: ['${action}'] } } }\` in config/api`;
      const always = { removedBy, ...(cacheControl === undefined ? {} : { cacheControl }) };
      if (!given) return always;
      // Functions of a configuration file: no check can verify the types of their arguments.
      return {
        policies: given.policies as readonly PolicyReference[],
        middlewares: given.middlewares as readonly MiddlewareReference[],
        ...always,
      };
    },
  };
}
