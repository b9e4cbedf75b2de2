// Writes of links in the model: from the side that holds them, and from the inverse side.
import { DEFAULT_LOCALE, hasDrafts, hasLocales, holdsMany, type Relation, type Status } from './content';
import { applyLinks, type Link } from './model-links';
import { type ModelDocument, type ModelRow, Refusal } from './model-state';
import type { LinkInput, Operation } from './operations';

/**
 * Sets links of a row, and removes one-to-one targets from rows of other documents with the same locale and status. `documents`: of the
 * type that holds the links.
 */
export function setLinks(
  documents: readonly ModelDocument[],
  document: ModelDocument,
  row: ModelRow,
  relation: Relation,
  links: Link[],
): void {
  row.links[relation.name] = links;
  if (relation.relation !== 'oneToOne' || relation.inverse === null) return;
  for (const other of documents) {
    if (other.key === document.key) continue;
    for (const each of other.rows)
      if (each.status === row.status && (relation.shared || each.locale === row.locale))
        each.links[relation.name] = without(each.links[relation.name], links);
  }
}

/** A write through the inverse side changes rows of the other documents. */
export function writeBack(
  documents: readonly ModelDocument[],
  { key }: ModelDocument,
  row: ModelRow,
  relation: Relation,
  input: LinkInput,
  operation: Operation,
  isPublishing: boolean,
): void {
  const { source } = relation;
  const statuses: readonly (Status | null)[] = !hasDrafts(source)
    ? [null]
    : row.status === null || isPublishing
      ? ['draft', 'published']
      : [row.status];
  const meant = (named?: string): ((each: ModelRow) => boolean) => {
    const locale = row.locale ?? named ?? operation.locale ?? DEFAULT_LOCALE;
    return (each) =>
      statuses.includes(each.status) && (!hasLocales(source) || relation.shared || each.locale === locale);
  };
  const holds = (each: ModelRow): boolean =>
    (each.links[relation.name] ?? []).some((link) => link.key === key);
  const many = relation.relation !== 'oneToOne';
  const named = new Map<string, string | undefined>();
  for (const reference of 'set' in input ? input.set : input.connect)
    named.set(reference.key, reference.locale);
  // A place for one has one reference: the write reaches the rows that it names, and no others.
  const reached = meant(many ? undefined : [...named.values()][0]);
  const current = documents
    .filter((other) => other.rows.some((each) => reached(each) && holds(each)))
    .map((other): Link => ({ key: other.key }));
  const wanted = linked(current, withoutWords(input), many);
  for (const other of documents) {
    const isWanted = wanted.some((link) => link.key === other.key);
    if (!isWanted)
      for (const each of other.rows.filter(reached))
        each.links[relation.name] = without(each.links[relation.name], [{ key }]);
    else if (named.has(other.key))
      for (const each of other.rows.filter(meant(named.get(other.key)))) {
        const links = each.links[relation.name] ?? [];
        if (relation.relation === 'oneToOne') setLinks(documents, other, each, relation, [{ key }]);
        else if (holdsMany(relation)) each.links[relation.name] = holds(each) ? links : [...links, { key }];
        else each.links[relation.name] = [{ key }];
      }
  }
}

const without = (links: readonly Link[] = [], gone: readonly Link[]): Link[] =>
  links.filter(({ key }) => !gone.some((link) => link.key === key));

export function linked(current: readonly Link[], input: LinkInput, many: boolean): Link[] {
  const result = applyLinks(current, input, many);
  if (!result) throw new Refusal(400, 'links that cannot be put in order');
  return result;
}

/** Through the inverse side, a named locale selects the rows to write; the link does not keep it. */
const withoutWords = (input: LinkInput): LinkInput =>
  'set' in input
    ? { set: input.set.map(({ key }) => ({ key })) }
    : {
        disconnect: input.disconnect,
        connect: input.connect.map(({ key, position }) => ({ key, ...(position ? { position } : {}) })),
      };
