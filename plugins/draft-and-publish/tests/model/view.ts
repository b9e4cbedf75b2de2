// The view of a read in one locale and status, in one form for the model and the service.
import type { DocumentObject } from '../../../../core';
import { hasDrafts, hasLocales, type Kind, type Relation, type Status } from './content';
import type { Model } from './model';
import type { Link } from './model-links';
import type { ModelDocument, ModelRow } from './model-state';

export interface Place {
  readonly locale: string;
  readonly status: Status;
}

export interface SeenPart {
  /** The id of the entry; in the model its tag. */
  readonly id: number;
  readonly label: unknown;
  readonly one: readonly string[];
  readonly many: readonly string[];
}

export interface Seen {
  readonly values: Readonly<Record<string, unknown>>;
  readonly parts: readonly SeenPart[];
  /** Shown owned links in their order, as `key name`. */
  readonly links: Readonly<Record<string, readonly string[]>>;
  /** Shown links of the inverse side; the model does not know their order. */
  readonly back: Readonly<Record<string, readonly string[]>>;
}

const rowAt = (document: ModelDocument | undefined, locale: string, status: Status): ModelRow | undefined =>
  document?.rows.find(
    (row) => (row.locale === null || row.locale === locale) && (row.status === null || row.status === status),
  );

/** Documents whose draft differs from the published row in a locale. */
export function pendingInModel(model: Model, type: Kind, locale: string): string[] {
  return model.of(type).flatMap((document) => {
    const [draft, published] = (['draft', 'published'] as const).map((status) => {
      const row = rowAt(document, locale, status);
      if (!row) return undefined;
      const { name, price, code, parts, links } = row;
      const linked = Object.entries(links).filter(([, list]) => list.length > 0);
      return JSON.stringify([name, price, code, parts, linked.toSorted()]);
    });
    return draft && published && draft !== published ? [document.key] : [];
  });
}

export function seenInModel(model: Model, type: Kind, { locale, status }: Place): Map<string, Seen> {
  const { relations, partTarget } = model.content;
  const seen = new Map<string, Seen>();
  for (const document of model.of(type)) {
    const row = rowAt(document, locale, status);
    if (!row) continue;
    const show = (links: readonly Link[] = [], target: Kind): string[] =>
      links.flatMap((link) => {
        if (link.status !== undefined && hasDrafts(target) && row.status === null && link.status !== status)
          return [];
        const shown = rowAt(
          model.documents.get(link.key),
          row.locale ?? link.locale ?? locale,
          row.status ?? status,
        );
        return shown ? [`${link.key} ${shown.name}`] : [];
      });
    const showBack = ({ name, source }: Relation): string[] =>
      model.of(source).flatMap((other) => {
        const each = rowAt(other, row.locale ?? locale, row.status ?? status);
        return each?.links[name]?.some(({ key }) => key === document.key)
          ? [`${other.key} ${each.name}`]
          : [];
      });
    const beside = document.rows.filter((each) => each !== row && each.status === row.status);
    seen.set(document.key, {
      values: {
        name: row.name,
        price: row.price,
        code: row.code,
        isDraft: row.status === 'draft',
        ...(hasLocales(type)
          ? { locale: row.locale, localizations: beside.map((each) => `${each.locale} ${each.name}`).sort() }
          : {}),
      },
      parts: row.parts.map(({ tag, label, one, many }) => ({
        id: tag,
        label,
        one: show(one, partTarget),
        many: show(many, partTarget),
      })),
      links: Object.fromEntries(
        relations
          .filter(({ source }) => source === type)
          .map(({ name, target }) => [name, show(row.links[name], target)]),
      ),
      back: Object.fromEntries(
        relations.flatMap((relation) =>
          relation.inverse !== null && relation.target === type
            ? [[relation.inverse, showBack(relation)]]
            : [],
        ),
      ),
    });
  }
  return seen;
}

/** The parameters of a read that shows all of it. */
export const POPULATE = (relations: readonly Relation[], type: Kind) => ({
  parts: { populate: ['one', 'many'] },
  ...(hasLocales(type) ? { localizations: true } : {}),
  ...Object.fromEntries(
    relations.flatMap(({ name, source, target, inverse }) => [
      ...(source === type ? [[name, { fields: ['name'] }]] : []),
      ...(target === type && inverse !== null ? [[inverse, { fields: ['name'] }]] : []),
    ]),
  ),
});

export function seenInAnswer(
  document: DocumentObject,
  type: Kind,
  relations: readonly Relation[],
  keyOf: (documentId: string) => string,
): Seen {
  const show = (value: unknown): string[] =>
    listOf(value).map(({ documentId, name }) => `${keyOf(String(documentId))} ${name}`);
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, show(document[name])]));
  return {
    values: {
      name: document.name,
      price: document.price,
      code: document.code,
      isDraft: document.publishedAt === null,
      ...(hasLocales(type)
        ? {
            locale: document.locale,
            localizations: listOf(document.localizations)
              .map(({ locale, name }) => `${locale} ${name}`)
              .sort(),
          }
        : {}),
    },
    parts: listOf(document.parts).map(({ id, label, one, many }) => ({
      id: Number(id),
      label,
      one: show(one),
      many: show(many),
    })),
    links: pick(relations.flatMap(({ name, source }) => (source === type ? [name] : []))),
    back: pick(
      relations.flatMap(({ inverse, target }) => (target === type && inverse !== null ? [inverse] : [])),
    ),
  };
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value as Readonly<Record<string, unknown>>];
}
