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
    const common = {
      operation: action.operation,
      at: now,
      by: authorOf(caller),
      request: caller.kind === 'request' ? (caller.origin?.id ?? null) : null,
      published: written.some(({ id, became }) => id === shown?.id && became !== 'deleted'),
    };
    if (!working) {
      const last = await versions.last(tx, place);
      const gone = { ...common, published: false, delta: [], isGone: true };
      const row = { updatedAt: null, links: '{}', state: async () => last?.state ?? {} };
      if (last) await versions.add(tx, place, last, row, stages ? { ...gone, shown: null } : gone);
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
    const withShown = async (delta: Delta): Promise<NewVersion> => {
      if (!shown) return { ...common, delta, shown: null };
      const changes = contentDelta(app.schema, type, working.values, shown.values);
      const ofLinks = deltaOf(links, await linksIn(tools, type, shown));
      return { ...common, delta, shown: [...changes, ...ofLinks] };
    };
    const isShownWritten = written.some(
      ({ axes }) => stages !== null && axes[stages.name] !== stages.working,
    );

    // After the last version of this process, the row that the save found has the state of that version.
    const before = action.rows.find(({ id }) => id === working.id);
    const known = before && hasTime ? versions.known(place, before.updatedAt) : null;
    if (before && known) {
      const changes = contentDelta(app.schema, type, before.values, working.values);
      if (known.links !== row.links) changes.push(...deltaOf(JSON.parse(known.links) as State, links));
      const version = isShownWritten ? await withShown(changes) : { ...common, delta: changes };
      if (await versions.addAfter(tx, place, known, row, version)) return;
    }
    const last = await versions.last(tx, place);
    const former = last ?? (await firstVersion(recording, working, links));
    const delta = former ? deltaOf(former.state, await row.state()) : [];
    // With its first version, a draft gets the state of its published row, too. Later, only writes of that row change it.
    const hasShown = last ? isShownWritten : shown !== undefined;
    await versions.add(tx, place, former, row, hasShown ? await withShown(delta) : { ...common, delta });
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
    const version = { operation: 'before', at: row.updatedAt, by: null, request: null, published: false };
    await versions.add(tx, place, null, found, { ...version, delta: [] });
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
