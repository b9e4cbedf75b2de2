// The content types of one run, drawn from its seed: a type for each combination of locales and drafts. Between them are relations of
// every kind, with and without an inverse side; some are shared along locales.
import type { ComponentDefinition, ContentTypeDefinition } from '../../../../core';
import type { Dice } from './dice';

export const LOCALES: readonly string[] = ['en', 'fr', 'de'];
export const DEFAULT_LOCALE = 'en';
export const STATUSES = ['draft', 'published'] as const;
export type Status = (typeof STATUSES)[number];

export const KINDS = ['plain', 'local', 'drafty', 'both'] as const;
export type Kind = (typeof KINDS)[number];
export const hasLocales = (kind: Kind): boolean => kind === 'local' || kind === 'both';
export const hasDrafts = (kind: Kind): boolean => kind === 'drafty' || kind === 'both';
export const uidOf = (kind: Kind): string => `api::${kind}.${kind}`;

export interface Relation {
  readonly name: string;
  readonly source: Kind;
  readonly target: Kind;
  readonly relation: 'manyToOne' | 'oneToOne' | 'manyToMany';
  /** The attribute of the target that shows the other side. */
  readonly inverse: string | null;
  /** Shared along the locales of the source. */
  readonly shared: boolean;
}

export const holdsMany = ({ relation }: Relation): boolean => relation === 'manyToMany';
export const showsMany = ({ relation }: Relation): boolean => relation !== 'oneToOne';

export interface Content {
  readonly relations: readonly Relation[];
  /** The type that entries of the component link. */
  readonly partTarget: Kind;
  /** Scalars and components with a value of their own in each locale; the others are shared. */
  readonly localized: ReadonlySet<string>;
}

const RELATIONS = 9;

export function drawContent(dice: Dice): Content {
  const relations = Array.from({ length: RELATIONS }, (_, index): Relation => {
    const source = dice.pick(KINDS);
    const isTwoSided = dice.chance(0.75);
    return {
      name: `link_${index}`,
      source,
      target: dice.pick(KINDS),
      relation: isTwoSided
        ? dice.pick(['manyToOne', 'oneToOne', 'manyToMany'])
        : dice.pick(['oneToOne', 'manyToMany']),
      inverse: isTwoSided ? `back_${index}` : null,
      shared: hasLocales(source) && dice.chance(0.3),
    };
  });
  const localized = ['code', 'parts'].filter(() => dice.chance(0.5));
  return { relations, partTarget: dice.pick(KINDS), localized: new Set(['name', ...localized]) };
}

/** The attributes that are shared along locales. */
export function sharedOf({ relations, localized }: Content, kind: Kind): ReadonlySet<string> {
  if (!hasLocales(kind)) return new Set();
  const own = ['price', 'code', 'parts'].filter((name) => !localized.has(name));
  const links = relations.filter(({ source, shared }) => source === kind && shared).map(({ name }) => name);
  return new Set([...own, ...links]);
}

const i18n = (localized: boolean) => ({ pluginOptions: { i18n: { localized } } });
const OTHER_SIDE = { manyToOne: 'oneToMany', oneToOne: 'oneToOne', manyToMany: 'manyToMany' } as const;

export function contentTypesOf(content: Content): ContentTypeDefinition[] {
  const { relations, localized } = content;
  return KINDS.map((kind) => {
    const own = (name: string) => (hasLocales(kind) ? i18n(localized.has(name)) : {});
    const owned = relations
      .filter(({ source }) => source === kind)
      .map(({ name, target, relation, inverse, shared }) => [
        name,
        {
          type: 'relation',
          relation,
          target: uidOf(target),
          ...(inverse === null ? {} : { inversedBy: inverse }),
          ...(shared ? i18n(false) : {}),
        },
      ]);
    const shown = relations.flatMap(({ name, source, target, relation, inverse }) =>
      target === kind && inverse !== null
        ? [
            [
              inverse,
              { type: 'relation', relation: OTHER_SIDE[relation], target: uidOf(source), mappedBy: name },
            ],
          ]
        : [],
    );
    return {
      info: { singularName: kind, pluralName: `${kind}s` },
      ...(hasLocales(kind) ? i18n(true) : {}),
      ...(hasDrafts(kind) ? { options: { draftAndPublish: true } } : {}),
      attributes: {
        name: { type: 'string', ...own('name') },
        price: { type: 'integer' },
        code: { type: 'string', unique: true, ...own('code') },
        parts: { type: 'component', component: 'shared.part', repeatable: true, ...own('parts') },
        ...Object.fromEntries([...owned, ...shown]),
      },
    };
  });
}

export const componentsOf = ({ partTarget }: Content): Record<string, ComponentDefinition> => ({
  'shared.part': {
    info: {},
    attributes: {
      label: { type: 'string' },
      one: { type: 'relation', relation: 'oneToOne', target: uidOf(partTarget) },
      many: { type: 'relation', relation: 'manyToMany', target: uidOf(partTarget) },
    },
  },
});
