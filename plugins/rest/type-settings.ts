// What config/api says of one content type's routes (`rest.types`), made ready for use.
import {
  type ApiConfig,
  type ContentType,
  type DocumentOperation,
  type MiddlewareReference,
  type PolicyReference,
  type ReadWords,
  type RestAction,
  restBase,
} from '../../core';

export interface TypeSettings {
  /** Where the routes begin: `/api/articles`. */
  readonly base: string;
  /** Those that are served, operations of plugins among them. */
  readonly actions: readonly string[];
  /** Words of a request that does not say them itself. */
  readonly defaults: Pick<ReadWords, 'fields' | 'populate'>;
  readonly pageSize: number | null;
  readonly around: (action: string) => {
    readonly policies?: readonly PolicyReference[];
    readonly middlewares?: readonly MiddlewareReference[];
  };
}

export const OWN_ACTIONS: Readonly<Record<ContentType['kind'], readonly RestAction[]>> = {
  collectionType: ['find', 'findOne', 'create', 'update', 'delete'],
  singleType: ['find', 'update', 'delete'],
};

/** What a type's settings may name: the routes of its kind, and the operations that plugins add to it. */
export const actionsOf = (type: ContentType, operations: readonly DocumentOperation[]): readonly string[] => [
  ...OWN_ACTIONS[type.kind],
  ...operations.map(({ name }) => name),
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
      if (!given) return {};
      // Functions of a configuration file: their arguments are ours to say.
      return {
        policies: given.policies as readonly PolicyReference[],
        middlewares: given.middlewares as readonly MiddlewareReference[],
      };
    },
  };
}
