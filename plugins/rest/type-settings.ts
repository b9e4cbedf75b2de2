// What config/api says of one content type's routes (`rest.types`), made ready for use; and what in it cannot be meant.
import {
  type ApiConfig,
  type ContentType,
  type MiddlewareReference,
  type Mistake,
  type PolicyReference,
  type ReadWords,
  type RestAction,
  restBase,
  type Schema,
} from '../../core';

export interface TypeSettings {
  /** Where the routes begin: `/api/articles`. */
  readonly base: string;
  readonly actions: readonly RestAction[];
  /** Words of a request that does not say them itself. */
  readonly defaults: Pick<ReadWords, 'fields' | 'populate'>;
  readonly pageSize: number | null;
  readonly around: (action: RestAction) => {
    readonly policies?: readonly PolicyReference[];
    readonly middlewares?: readonly MiddlewareReference[];
  };
}

export function settingsOf(type: ContentType, api: ApiConfig): TypeSettings {
  const own = api.rest.types[type.uid];
  const { fields, populate } = own ?? {};
  return {
    base: restBase(api, type),
    actions: possibleActions(type).filter(
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

export function settingsMistakes({ rest }: ApiConfig, schema: Schema): Mistake[] {
  return Object.entries(rest.types).flatMap(([uid, own]) => {
    const mistake = (key: string | null, message: string): Mistake => ({
      where: 'config/api',
      at: `rest.types.${uid}${key ? `.${key}` : ''}`,
      message,
    });
    const type = schema.types.get(uid);
    if (!type?.api) {
      const known = [...schema.types.values()].filter(({ api }) => api).map((one) => one.uid);
      return [
        mistake(
          null,
          `there is no content type of this name with routes; known: ${known.join(', ') || 'none'}`,
        ),
      ];
    }
    const found: Mistake[] = [];
    if (own.only && own.except)
      found.push(mistake('except', 'stands beside "only", which says it all; keep one'));
    for (const key of ['only', 'except'] as const)
      for (const action of own[key] ?? [])
        if (!possibleActions(type).includes(action))
          found.push(
            mistake(key, `a single type has no "${action}"; it has ${possibleActions(type).join(', ')}`),
          );
    if (own.pageSize !== undefined && own.pageSize > rest.maxLimit)
      found.push(mistake('pageSize', `${own.pageSize} is above rest.maxLimit, which is ${rest.maxLimit}`));
    return found;
  });
}

const possibleActions = (type: ContentType): readonly RestAction[] =>
  type.kind === 'singleType'
    ? ['find', 'update', 'delete']
    : ['find', 'findOne', 'create', 'update', 'delete'];
