// The order of lists on the inverse side. The model does not number links. It predicts the order of a body and the order of untouched
// documents. New documents come last.
import { hasDrafts, hasLocales, type Kind, LOCALES, type Relation, showsMany } from './content';
import { applyLinks, type Link } from './model-links';
import type { LinkInput, Operation } from './operations';
import type { Place, Seen } from './view';

export type Views = readonly {
  readonly place: Place;
  readonly type: Kind;
  readonly seen: ReadonlyMap<string, Seen>;
}[];

export function orderFaults(
  operation: Operation,
  relations: readonly Relation[],
  before: Views,
  after: Views,
): string[] {
  const faults: string[] = [];
  for (const relation of relations) {
    const { inverse, target } = relation;
    if (inverse === null || !showsMany(relation)) continue;
    const input = operation.type === target ? operation.body?.links[inverse] : undefined;
    const lists = input ? writtenLists(operation, relation, before) : [];
    const isTorn = disagree(lists);
    // In a relation of a type with itself, the owning side of a body is written before the inverse side.
    const isBoth = relation.source === target && operation.body?.links[relation.name] !== undefined;
    for (const { place, type, seen } of after) {
      if (type !== target) continue;
      const earlier = viewAt(before, place, type);
      for (const [key, { back }] of seen) {
        const was = keysOf(earlier?.get(key)?.back[inverse]);
        const is = keysOf(back[inverse]);
        // A locale named in an item selects other rows than those of the request.
        if (operation.key === key && input && (isBoth || namesLocales(input))) continue;
        const isWritten = input !== undefined && operation.key === key && isMeant(operation, relation, place);
        if (isWritten && (isTorn || (operation.kind === 'update' && !earlier?.has(key)))) continue;
        const wanted = isWritten
          ? asWritten(was, is, input, lists)
          : asLeft(operation, relation, before, place, was, is);
        const got = wanted && is.filter((each) => wanted.includes(each));
        if (wanted && got && wanted.join() !== got.join())
          faults.push(
            `${key}.${inverse} (${place.locale}, ${place.status}) is in the order ${got.join()}, not ${wanted.join()}`,
          );
      }
    }
  }
  return faults;
}

const namesLocales = (input: LinkInput): boolean =>
  ('set' in input ? input.set : input.connect).some(({ locale }) => locale !== undefined);

const keysOf = (shown: readonly string[] = []): string[] => shown.map((each) => each.split(' ')[0] ?? '');

const viewAt = (views: Views, place: Place, type: Kind): ReadonlyMap<string, Seen> | undefined =>
  views.find(
    (view) => view.place.locale === place.locale && view.place.status === place.status && view.type === type,
  )?.seen;

/** Does the write through the inverse side change the rows that are shown here? */
function isMeant(operation: Operation, { source, shared }: Relation, place: Place): boolean {
  const locale = operation.locale ?? LOCALES[0];
  const isPublishing = operation.status !== 'draft' || !hasDrafts(operation.type);
  return (
    (!hasLocales(source) || shared || place.locale === locale) &&
    (!hasDrafts(source) || isPublishing || place.status === 'draft')
  );
}

/** The lists that the write through the inverse side changes, before the write. */
const writtenLists = (
  operation: Operation,
  relation: Relation,
  before: Views,
): readonly (readonly string[])[] =>
  before.flatMap(({ place, type, seen }) =>
    type === relation.target && isMeant(operation, relation, place)
      ? [keysOf(seen.get(operation.key)?.back[relation.inverse ?? ''])]
      : [],
  );

/** Lists that are written together but ordered differently do not determine a position. */
const disagree = (lists: readonly (readonly string[])[]): boolean =>
  lists.some((list) =>
    lists.some((other) => {
      const common = list.filter((key) => other.includes(key));
      return common.join() !== other.filter((key) => common.includes(key)).join();
    }),
  );

/** null: its neighbour is only in another of the lists. */
function asWritten(
  was: readonly string[],
  is: readonly string[],
  input: LinkInput,
  lists: readonly (readonly string[])[],
): readonly string[] | null {
  const places = 'set' in input ? [] : input.connect.flatMap(({ position }) => position ?? []);
  const beside = places.flatMap((place): string[] =>
    'before' in place ? [place.before] : 'after' in place ? [place.after] : [],
  );
  if (beside.some((key) => !was.includes(key) && lists.some((list) => list.includes(key)))) return null;
  const list = applyLinks(
    was.map((key): Link => ({ key })),
    input,
    true,
  );
  return list?.map(({ key }) => key).filter((key) => is.includes(key)) ?? null;
}

function asLeft(
  operation: Operation,
  { name, source, shared }: Relation,
  before: Views,
  place: Place,
  was: readonly string[],
  is: readonly string[],
): readonly string[] {
  const { kind, type, key, body } = operation;
  const own = viewAt(before, place, source)?.get(key);
  const isCopied = hasDrafts(type) && !(body && operation.status === 'draft');
  const isVague = type === source && (isCopied || shared || (kind === 'update' && !own));
  const stays = was.filter((each) => is.includes(each) && !(isVague && each === key));
  const isNew = type === source && !isVague && body?.links[name] && is.includes(key) && !was.includes(key);
  return isNew ? [...stays, key] : stays;
}
