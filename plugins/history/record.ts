// Records a version for each row that a write changed, in the transaction of the write. Of a type with drafts, the versions are those of
// the draft; of the published row, only the last state is kept.
import {
  type App,
  type Caller,
  type ContentType,
  type FollowUp,
  isParallel,
  type StoredRow,
  stagesOf,
  type WriteContext,
} from '../../core';
import { type Delta, deltaOf, reusing } from './delta';
import { stateOf } from './state';
import type { StoredState } from './stored-states';
import type { Author, Place, State } from './types';
import { targetOf, type VersionRows } from './version-rows';

interface Recording {
  readonly context: WriteContext;
  readonly target: string;
  readonly place: Place;
  /** The rows of the place that the write left. */
  readonly rows: readonly StoredRow[];
}

export function createRecorder(app: App, versions: VersionRows): FollowUp {
  return {
    name: 'history',
    joins: false,
    async run(context) {
      const { action, variants, written } = context;
      const { type, documentId } = action;
      if (written.length === 0) return;
      const rows = await variants.current();
      for (const place of placesOf(type, documentId, written)) {
        const own = rows.filter((row) => isAt(row.axes, place.axes));
        await record({ context, target: targetOf(place), place, rows: own });
      }
    },
  };

  async function record(recording: Recording): Promise<void> {
    const { context, target, place, rows } = recording;
    const { action, tx, now, caller, written } = context;
    const stages = stagesOf(action.type);
    const working = rows.find(({ axes }) => !stages || axes[stages.name] === stages.working);
    const shown = stages ? rows.find(({ axes }) => axes[stages.name] !== stages.working) : undefined;
    const common = {
      operation: action.operation,
      at: now,
      by: authorOf(caller),
      request: caller.kind === 'request' ? (caller.origin?.id ?? null) : null,
      published: written.some(({ id, became }) => id === shown?.id && became !== 'deleted'),
    };
    const last = await versions.last(tx, target);
    if (!working) {
      const gone = {
        ...common,
        published: false,
        delta: [],
        isGone: true,
        ...(stages ? { shown: null } : {}),
      };
      if (last) await versions.add(tx, target, place, last, last.state, gone);
      return;
    }
    const tools = { schema: app.schema, dialect: app.database.dialect, tx };
    const found = await stateOf(tools, action.type, working);
    const state = last ? reusing(last.state, found) : found;
    const before = last ?? (await firstVersion(recording, working, state));
    const delta: Delta = before ? deltaOf(before.state, state) : [];
    // With its first version, a draft gets the state of its published row, too. Later, only writes of that row change it.
    const isShownWritten = written.some((row) => stages !== null && row.axes[stages.name] !== stages.working);
    const hasShown = stages !== null && (last === null ? shown !== undefined : isShownWritten);
    const shownState = hasShown ? { shown: shown ? await stateOf(tools, action.type, shown) : null } : {};
    await versions.add(tx, target, place, before, state, { ...common, delta, ...shownState });
  }

  /** A document that is older than its history: its first version is what the first save found. Links count as after the save. */
  async function firstVersion(
    { context: { action, tx }, target, place }: Recording,
    { id }: StoredRow,
    state: State,
  ): Promise<StoredState | null> {
    const row = action.rows.find((each) => each.id === id);
    if (!row) return null;
    const tools = { schema: app.schema, dialect: app.database.dialect, tx };
    const before: Record<string, State[string]> = { ...(await stateOf(tools, action.type, row)) };
    for (const [name, value] of Object.entries(state))
      if (action.type.attributes.get(name)?.kind === 'relation') before[name] = value;
    const version = { operation: 'before', at: row.updatedAt, by: null, request: null, published: false };
    await versions.add(tx, target, place, null, before, { ...version, delta: [] });
    return versions.last(tx, target);
  }
}

export const parallelAxes = (type: ContentType): readonly string[] =>
  type.axes.filter(isParallel).map(({ axis }) => axis.name);

function placesOf(type: ContentType, documentId: string, written: WriteContext['written']): readonly Place[] {
  const names = parallelAxes(type);
  const places = new Map<string, Place>();
  for (const row of written) {
    const axes = Object.fromEntries(names.map((name) => [name, row.axes[name] ?? '']));
    places.set(JSON.stringify(axes), { type: type.uid, documentId, axes });
  }
  return [...places.values()];
}

const isAt = (axes: Readonly<Record<string, string>>, place: Readonly<Record<string, string>>): boolean =>
  Object.entries(place).every(([name, value]) => axes[name] === value);

export function authorOf(caller: Caller): Author | null {
  if (caller.kind === 'code') return null;
  const { principal } = caller;
  return principal
    ? { kind: principal.kind, id: principal.id, label: principal.label }
    : { kind: 'anonymous', id: null, label: 'anonymous' };
}
