// The effect of random writes on the stored documents and their versions.

import { Impossible } from './impossible';
import { KINDS, type KindName, type Value } from './kinds';
import { type LinkChange, linksAfter, mirrored, taken } from './links';
import type { Fragment, Over } from './model';
import {
  type Doc,
  type Entry,
  keyIn,
  localeIn,
  mapped,
  type Row,
  type Rows,
  rowWithout,
  type State,
  type Status,
} from './stored';

export interface Body {
  readonly values: Readonly<Record<string, Value>>;
  readonly links: Readonly<Record<string, LinkChange>>;
  readonly parts: Readonly<Record<string, readonly Entry[]>>;
}

export interface Write {
  readonly over: Over;
  readonly does: 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discard-draft';
  readonly kind: KindName;
  readonly key: string;
  /** null: the request names none. */
  readonly locale: string | null;
  readonly status: Status | null;
  readonly body?: Body;
  /** The fields and populate of the answer. Absent: all fields. */
  readonly shows?: Fragment;
}

const STATUSES: readonly Status[] = ['draft', 'published'];

export const stateAfter = (writes: readonly Write[]): State =>
  writes.reduce<State>((state, write) => after(state, write), new Map());

export function after(state: State, write: Write): State {
  const { does, kind, key, body } = write;
  const doc = state.get(key);
  if ((does === 'create') === (doc !== undefined)) throw new Impossible();
  const known: Doc = doc ?? { key, kind, rows: { draft: {}, published: {} } };
  const locale = localeIn(kind, write.locale);
  switch (does) {
    case 'create':
    case 'update':
      return body ? written(state, known, write.locale, write.status ?? 'published', body) : state;
    case 'delete':
      return deleted(state, known, locale);
    case 'publish':
      return copied(state, known, locale, 'draft', 'published');
    case 'discard-draft':
      return copied(state, known, locale, 'published', 'draft');
    case 'unpublish': {
      const { [locale]: gone, ...published } = known.rows.published;
      if (!gone) throw new Impossible();
      return new Map(state).set(key, { ...known, rows: { ...known.rows, published } });
    }
  }
}

/** PUT: absent attributes keep their values. A write without a status writes the draft, and publishes it. */
function written(state: State, doc: Doc, requested: string | null, status: Status, body: Body): State {
  const locale = localeIn(doc.kind, requested);
  const first: Status = KINDS[doc.kind].hasDrafts ? 'draft' : 'published';
  const before = doc.rows[first][locale] ?? newRow(doc, first);
  for (const change of Object.values(body.links)) {
    const named = 'set' in change ? change.set : change.connect.map(({ key }) => key);
    if (named.some((link) => !state.has(keyIn(link)))) throw new Impossible();
  }
  const { links: own, mirrors } = KINDS[doc.kind];
  const links = Object.fromEntries(
    Object.entries(body.links)
      .filter(([name]) => own[name])
      .map(([name, change]) => [name, linksAfter(before.links[name] ?? [], change)]),
  );
  const row: Row = {
    values: { ...before.values, ...body.values },
    links: { ...before.links, ...links },
    parts: { ...before.parts, ...body.parts },
  };
  const saved = stored(doc, first, locale, row);
  const all = status === first ? saved : stored(saved, status, locale, row);
  const statuses: readonly Status[] = KINDS[doc.kind].hasDrafts && status === 'draft' ? ['draft'] : STATUSES;
  const roomy = statuses.reduce<State>(
    (now, one) => taken(now, doc, one, locale),
    new Map(state).set(doc.key, all),
  );
  return Object.entries(body.links).reduce<State>((now, [name, change]) => {
    const mirror = mirrors[name];
    return mirror ? mirrored(now, doc.key, mirror, change, requested, statuses) : now;
  }, roomy);
}

function copied(state: State, doc: Doc, locale: string, from: Status, to: Status): State {
  const row = doc.rows[from][locale];
  if (!row) throw new Impossible();
  return taken(new Map(state).set(doc.key, stored(doc, to, locale, row)), doc, to, locale);
}

/** A new locale has the shared values of the others. */
function newRow({ kind, rows }: Doc, status: Status): Row {
  const { attributes, links, parts } = KINDS[kind];
  const [other] = Object.values(rows[status]);
  const empty = <T>(of: object, value: T): Record<string, T> =>
    Object.fromEntries(Object.keys(of).map((name) => [name, value]));
  const none: Row = {
    values: empty<Value>(attributes, null),
    links: empty<readonly string[]>(links, []),
    parts: empty<readonly Entry[]>(parts, []),
  };
  return other ? shared(kind, other, none) : none;
}

/** The row, and its shared values in the rows of the other locales with this status. */
function stored(doc: Doc, status: Status, locale: string, row: Row): Doc {
  const others = mapped(doc.rows[status], (other) => shared(doc.kind, row, other));
  return { ...doc, rows: { ...doc.rows, [status]: { ...others, [locale]: row } } };
}

/** A row with the shared values, links and entries of another. */
function shared(kind: KindName, from: Row, to: Row): Row {
  const { attributes, links, parts } = KINDS[kind];
  const take = <T>(
    some: Readonly<Record<string, T>>,
    isShared: (name: string) => boolean,
  ): Record<string, T> => Object.fromEntries(Object.entries(some).filter(([name]) => isShared(name)));
  return {
    values: { ...to.values, ...take(from.values, (name) => !attributes[name]?.isLocalized) },
    links: { ...to.links, ...take(from.links, (name) => links[name]?.isShared === true) },
    parts: { ...to.parts, ...take(from.parts, (name) => parts[name]?.isShared === true) },
  };
}

/** A delete of the last locale removes the document, also from all relations. */
function deleted(state: State, doc: Doc, locale: string): State {
  const without = ({ [locale]: _gone, ...rest }: Rows): Rows => rest;
  const rows = { draft: without(doc.rows.draft), published: without(doc.rows.published) };
  const isGone = [rows.draft, rows.published].every((some) => Object.keys(some).length === 0);
  if (!isGone) return new Map(state).set(doc.key, { ...doc, rows });
  const forget = (all: Rows): Rows => mapped(all, (row) => rowWithout(row, (key) => key === doc.key));
  return new Map(
    [...state]
      .filter(([key]) => key !== doc.key)
      .map(([key, one]) => [
        key,
        { ...one, rows: { draft: forget(one.rows.draft), published: forget(one.rows.published) } },
      ]),
  );
}
