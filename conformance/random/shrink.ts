// Makes a failure small: few documents, few writes, a short question, as long as the answer stays wrong with the same status.
import { LISTS } from './forms';
import type { Connect, LinkChange } from './links';
import type { Filter, Question } from './model';
import type { Wrong } from './play';
import type { Body, Write } from './state';
import { entriesWithout, keyIn, mapped } from './stored';
import type { World } from './world';

export interface Found {
  /** null: the answer to a write was wrong. */
  readonly question: Question | null;
  readonly wrong: Wrong;
}

/** Puts the world into the deployment again, and asks. */
type Fails = (world: World, question: Question | null) => Promise<Found | null>;

export async function shrunk(world: World, found: Found, fails: Fails): Promise<Found> {
  const still = async (smaller: World, question: Question | null): Promise<Found | null> => {
    const again = await fails(smaller, question);
    return again?.wrong.answer.status === found.wrong.answer.status ? again : null;
  };
  const keys = [...new Set(world.writes.map(({ key }) => key))].filter((key) => key !== found.question?.one);
  let left = world;
  left = await fewer(
    left,
    keys,
    withoutDocuments,
    async (one) => (await still(one, found.question)) !== null,
  );
  left = await fewer(
    left,
    left.writes,
    withoutWrites,
    async (one) => (await still(one, found.question)) !== null,
  );
  let now = (await still(left, found.question)) ?? found;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const [smaller, question] of smallerParts(left, now.question)) {
      const again = await still(smaller, question);
      if (!again) continue;
      [left, now, isSmaller] = [smaller, again, true];
      break;
    }
  }
  return now;
}

/** Leaves out half of the parts, then a quarter, down to one. */
async function fewer<T>(
  world: World,
  parts: readonly T[],
  without: (world: World, some: readonly T[]) => World,
  stays: (world: World) => Promise<boolean>,
): Promise<World> {
  let left = world;
  let rest = [...parts];
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < rest.length; ) {
      const some = rest.slice(at, at + size);
      const smaller = without(left, some);
      if (smaller.writes.length > 0 && (await stays(smaller))) {
        left = smaller;
        rest = rest.toSpliced(at, size);
      } else at += size;
    }
  return left;
}

const withoutWrites = (world: World, some: readonly Write[]): World => ({
  ...world,
  writes: world.writes.filter((write) => !some.includes(write)),
});

/** Other documents do not name them either. */
function withoutDocuments(world: World, keys: readonly string[]): World {
  const isLeft = (link: string): boolean => !keys.includes(keyIn(link));
  const placed = ({ key, place }: Connect): Connect =>
    place && (('before' in place && !isLeft(place.before)) || ('after' in place && !isLeft(place.after)))
      ? { key }
      : { key, ...(place ? { place } : {}) };
  const unlinked = (change: LinkChange): LinkChange =>
    'set' in change
      ? { ...change, set: change.set.filter(isLeft) }
      : {
          connect: change.connect.filter(({ key }) => isLeft(key)).map(placed),
          disconnect: change.disconnect.filter(isLeft),
        };
  const writes = world.writes
    .filter(({ key }) => isLeft(key))
    .map((write): Write => {
      if (!write.body) return write;
      const links = Object.entries(write.body.links).map(([name, change]) => [name, unlinked(change)]);
      const parts = mapped(write.body.parts, (entries) => entriesWithout(entries, (key) => !isLeft(key)));
      return { ...write, body: { ...write.body, links: Object.fromEntries(links), parts } };
    });
  return { ...world, writes };
}

/** One part of a body or of the question less. */
function* smallerParts(world: World, question: Question | null): Generator<[World, Question | null]> {
  const { writes } = world;
  for (const [at, { body }] of writes.entries())
    for (const smaller of body ? smallerBodies(body) : []) {
      const changed = writes.map((write, index) => (index === at ? { ...write, body: smaller } : write));
      yield [{ ...world, writes: changed }, question];
    }
  for (const [at, write] of writes.entries())
    if (write.shows) {
      const { shows: _all, ...plain } = write;
      yield [{ ...world, writes: writes.with(at, plain) }, question];
    }
  if (!question) return;
  const { page } = question;
  if (question.search !== null) yield [world, { ...question, search: null }];
  if (question.forms !== LISTS) yield [world, { ...question, forms: LISTS }];
  if (page) yield [world, { ...question, page: null }];
  if (page && page.first > (page.kind === 'page' ? 1 : 0))
    yield [world, { ...question, page: { ...page, first: page.first - 1 } }];
  for (const key of ['sort', 'fields'] as const)
    if (question[key].length > 0) yield [world, { ...question, [key]: question[key].slice(1) }];
  for (const [index, part] of question.populate.entries()) {
    const rest = question.populate.filter((_, other) => other !== index);
    yield [world, { ...question, populate: rest }];
    const simple = { name: part.name, filter: null, sort: [], fields: [], populate: [] };
    if (
      part.filter !== null ||
      part.isCount ||
      part.sort.length + part.fields.length + part.populate.length > 0 ||
      part.on
    )
      yield [world, { ...question, populate: [...rest, simple] }];
  }
  if (question.aggregate) yield [world, { ...question, aggregate: null }];
  if (question.filter) {
    yield [world, { ...question, filter: null }];
    for (const filter of smallerFilters(question.filter)) yield [world, { ...question, filter }];
  }
}

/** Without one relation, one list of entries, one document of a list. */
function* smallerBodies(body: Body): Generator<Body> {
  const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
  for (const name of Object.keys(body.parts)) yield { ...body, parts: without(body.parts, name) };
  for (const [name, change] of Object.entries(body.links)) {
    yield { ...body, links: without(body.links, name) };
    if ('connect' in change && change.disconnect.length > 0)
      yield { ...body, links: { ...body.links, [name]: { ...change, disconnect: [] } } };
    if ('connect' in change && change.connect.length > 0)
      yield { ...body, links: { ...body.links, [name]: { ...change, connect: change.connect.slice(1) } } };
    if ('set' in change && change.set.length > 1)
      yield { ...body, links: { ...body.links, [name]: { ...change, set: change.set.slice(1) } } };
  }
}

function* smallerFilters(filter: Filter): Generator<Filter> {
  if ('one' in filter) for (const one of smallerFilters(filter.one)) yield { ...filter, one };
  if ('not' in filter) {
    yield filter.not;
    for (const smaller of smallerFilters(filter.not)) yield { not: smaller };
  }
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : [];
  yield* parts;
  for (const [index] of parts.entries()) {
    const rest = parts.filter((_, other) => other !== index);
    if (rest.length > 0) yield 'all' in filter ? { ...filter, all: rest } : { ...filter, any: rest };
  }
}
