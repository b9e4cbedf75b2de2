// Records a version for each row that a write changed, in the transaction of the write. Of a type with drafts, the versions are those of
// the draft; of the published row, only the last state is kept.
import {
  type App,
  type Caller,
  type FollowUp,
  type StoredRow,
  stagesOf,
  type WriteContext,
} from '../../core';
import { type Delta, deltaOf } from './delta';
import { isAt, type Place, placesOf } from './place';
import { columnsOf, contentDelta, linksIn, stateOf } from './state';
import type { StoredState } from './stored-states';
import type { Author, State } from './types';
import type { NewVersion, SavedRow, VersionRows } from './version-rows';

interface Recording {
  readonly context: WriteContext;
  readonly place: Place;
  /** The rows of the place that the write left. */
  readonly rows: readonly StoredRow[];
}

export function createRecorder(app: App, versions: VersionRows): FollowUp {
  return {
    name: 'history',
    joins: false,
    run(context) {
      if (context.written.length === 0) return Promise.resolve();
      const rows = context.variants.current(columnsOf(context.action.type));
      return rows instanceof Promise
        ? rows.then((read) => recordAll(context, read))
        : recordAll(context, rows);
    },
  };

  /** Most writes are of one place. Each promise more costs them. */
  function recordAll(context: WriteContext, rows: readonly StoredRow[]): Promise<void> {
    const { action, written } = context;
    const recordAt = (place: Place): Promise<void> =>
      record({ context, place, rows: rows.filter(({ axes }) => isAt(axes, place)) });
    const [first, ...others] = placesOf(action.type, action.documentId, written);
    if (!first) return Promise.resolve();
    return others.reduce((before, place) => before.then(() => recordAt(place)), recordAt(first));
  }

  async function record(recording: Recording): Promise<void> {
    const { context, place, rows } = recording;
    const { action, tx, now, caller, written } = context;
    const { type } = action;
    const stages = stagesOf(type);
    const working = rows.find(({ axes }) => !stages || axes[stages.name] === stages.working);
    const shown = stages ? rows.find(({ axes }) => axes[stages.name] !== stages.working) : undefined;
    const by = authorOf(caller);
    const request = caller.kind === 'request' ? (caller.origin?.id ?? null) : null;
    const isShownLeft = written.some(({ id, became }) => id === shown?.id && became !== 'deleted');
    // All versions have the same members in the same order: spreads of other objects took a fifth of the time of this function.
    const versionOf = (delta: Delta, ofShown: Delta | null | undefined, isGone = false): NewVersion => ({
      operation: action.operation,
      at: now,
      by,
      request,
      published: isShownLeft && !isGone,
      delta,
      isGone,
      shown: ofShown,
    });
    if (!working) {
      const last = await versions.last(tx, place);
      const row = { updatedAt: null, links: '{}', state: async () => last?.state ?? {} };
      if (last) await versions.add(tx, place, last, row, versionOf([], stages ? null : undefined, true));
      return;
    }
    const tools = { schema: app.schema, dialect: app.database.dialect, tx };
    const linking = linksIn(tools, type, working);
    const links = linking instanceof Promise ? await linking : linking;
    const hasTime = type.scalars.has('updatedAt');
    const row = {
      updatedAt: hasTime ? working.updatedAt : null,
      links: JSON.stringify(links),
      state: () => stateOf(tools, type, working),
    };
    const isShownWritten = written.some(
      ({ axes }) => stages !== null && axes[stages.name] !== stages.working,
    );
    /** A promise only if links are read. */
    const shownDelta = (): Delta | null | Promise<Delta> => {
      if (!shown) return null;
      const changes = contentDelta(app.schema, type, working.values, shown.values);
      const withLinks = (ofShown: State): Delta => [...changes, ...deltaOf(links, ofShown)];
      const linksOfShown = linksIn(tools, type, shown);
      return linksOfShown instanceof Promise ? linksOfShown.then(withLinks) : withLinks(linksOfShown);
    };

    // After the last version of this process, the row that the save found has the state of that version.
    const before = action.rows.find(({ id }) => id === working.id);
    const known = before && hasTime ? versions.known(place, before.updatedAt) : null;
    if (before && known) {
      const changes = contentDelta(app.schema, type, before.values, working.values);
      if (known.links !== row.links) changes.push(...deltaOf(JSON.parse(known.links) as State, links));
      const ofShown = isShownWritten ? shownDelta() : undefined;
      const version = versionOf(changes, ofShown instanceof Promise ? await ofShown : ofShown);
      if (await versions.addAfter(tx, place, known, row, version)) return;
    }
    const last = await versions.last(tx, place);
    const former = last ?? (await firstVersion(recording, working, links));
    const delta = former ? deltaOf(former.state, await row.state()) : [];
    // With its first version, a draft gets the state of its published row, too. Later, only writes of that row change it.
    const hasShown = last ? isShownWritten : shown !== undefined;
    await versions.add(tx, place, former, row, versionOf(delta, hasShown ? await shownDelta() : undefined));
  }

  /** A document that is older than its history: its first version is what the first save found. Links count as after the save. */
  async function firstVersion(
    { context: { action, tx }, place }: Recording,
    { id }: StoredRow,
    links: State,
  ): Promise<StoredState | null> {
    const row = action.rows.find((each) => each.id === id);
    if (!row) return null;
    const tools = { schema: app.schema, dialect: app.database.dialect, tx };
    const found: SavedRow = {
      updatedAt: null,
      links: JSON.stringify(links),
      state: async () => ({ ...(await stateOf(tools, action.type, row)), ...links }),
    };
    await versions.add(tx, place, null, found, {
      operation: 'before',
      at: row.updatedAt,
      by: null,
      request: null,
      published: false,
      delta: [],
      isGone: false,
      shown: undefined,
    });
    return versions.last(tx, place);
  }
}

export function authorOf(caller: Caller): Author | null {
  if (caller.kind === 'code') return null;
  const { principal } = caller;
  return principal
    ? { kind: principal.kind, id: principal.id, label: principal.label }
    : { kind: 'anonymous', id: null, label: 'anonymous' };
}
