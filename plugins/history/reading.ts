// What routes answer: versions, their differences, and the restored document. Each asks for the rights of the caller first.
import {
  type App,
  type Caller,
  type ContentType,
  coreErrors,
  type DocumentObject,
  ownDocumentId,
  type RequestContext,
  requestCaller,
  stagesOf,
} from '../../core';
import type { ShownChange } from './delta';
import { historyErrors } from './errors';
import { limitBy } from './limited';
import { knownLinks, type Reader } from './links';
import { type Place, parallelAxes, placeAt } from './place';
import { restoreBody } from './restore-body';
import { revealed, shownPath } from './reveal';
import type { State, Version } from './types';
import type { StoredVersion, VersionRows } from './version-rows';

export interface Asked {
  readonly type: ContentType;
  /** Absent: of a single type. */
  readonly documentId: string | undefined;
  /** `locale: 'de'` */
  readonly words: Readonly<Record<string, unknown>>;
}

export interface ShownVersion extends Version {
  /** The paths that the save changed, as far as the reader may know them. */
  readonly changed: readonly string[];
}

export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** What differs between two states, as the reader sees them. */
export type ChangesOf = (from: State, to: State) => readonly ShownChange[];

export interface Reading {
  list(
    request: RequestContext,
    asked: Asked,
    page: Page,
  ): Promise<{ readonly versions: readonly ShownVersion[]; readonly total: number }>;
  one(request: RequestContext, asked: Asked, id: number): Promise<ShownVersion & { readonly content: State }>;
  /** `from`, `to`: an id, `draft`, `published`, or `current` for a type without drafts. */
  diff(
    request: RequestContext,
    asked: Asked,
    states: { readonly from: string; readonly to: string },
    changes: ChangesOf,
  ): Promise<readonly ShownChange[]>;
  restore(request: RequestContext, asked: Asked, id: number): Promise<DocumentObject>;
}

interface Opened {
  readonly place: Place;
  readonly target: string;
  readonly reader: Reader;
  /** null: the reader sees all versions of the place. */
  readonly visible: Visible | null;
}

interface Visible {
  /** The newest first. */
  readonly ids: readonly number[];
  /** May the reader see this state of the document? */
  isShown(state: State): boolean;
}

export function createReading(app: App, versions: VersionRows): Reading {
  const placeOf = ({ type, documentId, words }: Asked, caller: Caller): Place => {
    const id = type.kind === 'singleType' ? ownDocumentId(type, caller) : documentId;
    if (id === undefined) throw coreErrors.DOCUMENT_NOT_FOUND();
    const axes = type.axes.flatMap(({ axis }) =>
      parallelAxes(type).includes(axis.name)
        ? [[axis.name, String(words[axis.name] ?? axis.defaultValue())]]
        : [],
    );
    return placeAt(type.uid, id, Object.fromEntries(axes));
  };
  const stageWords = (type: ContentType): Record<string, string> => {
    const stages = stagesOf(type);
    return stages ? { [stages.name]: stages.working } : {};
  };

  /** The caller needs the history, and may read the document and its draft. */
  async function openPlace(request: RequestContext, asked: Asked): Promise<Opened> {
    const { type } = asked;
    const { uid } = type;
    await app.server.authorize(request, { action: `${uid}.history`, method: 'GET' });
    const verb = type.kind === 'singleType' ? 'find' : 'findOne';
    const visibility = await app.server.authorize(request, { action: `${uid}.${verb}`, method: 'GET' });
    const reader = { caller: requestCaller(request.principal, visibility, request), visibility };
    const place = placeOf(asked, reader.caller);
    const words = { ...place.axes, ...stageWords(type), filters: { documentId: place.documentId } };
    const found = await app
      .documents(uid)
      .findFirst({ ...words, fields: ['documentId'], ...reader } as object);
    if (!found) throw coreErrors.DOCUMENT_NOT_FOUND();
    const filter = visibility.rowFilter?.(type, 'root') ?? null;
    const target = await versions.target(place);
    if (filter === null) return { place, target, reader, visible: null };
    return { place, target, reader, visible: await visibleTo(filter, type, place, target) };
  }

  /** The condition and the values are read at once: a save between them could hide the document. */
  async function visibleTo(
    filter: unknown,
    type: ContentType,
    { axes, documentId }: Place,
    target: string,
  ): Promise<Visible> {
    const limit = limitBy(type, filter);
    if (limit === null) return { ids: [], isShown: () => false };
    const filters = { $and: [{ documentId }, filter] };
    const words = { ...axes, ...stageWords(type), filters, ...limit.words };
    const document = await app.documents(type.uid).findFirst(words as object);
    if (!document) throw coreErrors.DOCUMENT_NOT_FOUND();
    const part = limit.partOf(document);
    return {
      ids: limit.visible(await versions.changes(target), part),
      isShown: (state) => limit.isAlike(state, part),
    };
  }

  const shown = (
    type: ContentType,
    { visibility }: Reader,
    { delta, ...version }: StoredVersion,
  ): ShownVersion => {
    const paths = delta.flatMap(([path]) => shownPath(app.schema, type, path, visibility) ?? []);
    return { ...version, changed: [...new Set(paths)] };
  };

  async function stateNamed(opened: Opened, name: string): Promise<State> {
    const { target, visible } = opened;
    const isId = /^[1-9]\d{0,14}$/.test(name);
    const state = isId
      ? await versions.stateAt(target, Number(name))
      : await (name === 'published' ? versions.published(target) : versions.current(target));
    const isShown = isId ? visible?.ids.includes(Number(name)) : state && visible?.isShown(state);
    if (state && (visible === null || isShown)) return state;
    throw isId ? historyErrors.HISTORY_VERSION_NOT_FOUND() : historyErrors.HISTORY_NOT_RECORDED(name);
  }

  return {
    async list(request, asked, { page, pageSize }) {
      const { target, reader, visible } = await openPlace(request, asked);
      const { rows, total } =
        visible === null
          ? await versions.list(target, page, pageSize)
          : {
              rows: await versions.some(target, visible.ids.slice((page - 1) * pageSize, page * pageSize)),
              total: visible.ids.length,
            };
      return { versions: rows.map((row) => shown(asked.type, reader, row)), total };
    },
    async one(request, asked, id) {
      const opened = await openPlace(request, asked);
      const { target, reader } = opened;
      const version = await versions.version(target, id);
      if (!version) throw historyErrors.HISTORY_VERSION_NOT_FOUND();
      const state = await stateNamed(opened, String(id));
      const known = await knownLinks(app, asked.type, [state], reader);
      const content = revealed(app.schema, asked.type, state, reader.visibility, known);
      return { ...shown(asked.type, reader, version), content };
    },
    async diff(request, asked, { from, to }, changes) {
      const opened = await openPlace(request, asked);
      const { reader } = opened;
      const [before, after] = [await stateNamed(opened, from), await stateNamed(opened, to)];
      const known = await knownLinks(app, asked.type, [before, after], reader);
      const [old, now] = [before, after].map((state) =>
        revealed(app.schema, asked.type, state, reader.visibility, known),
      );
      return changes(old ?? {}, now ?? {});
    },
    async restore(request, asked, id) {
      const { type } = asked;
      const opened = await openPlace(request, asked);
      const { place } = opened;
      await app.server.authorize(request, { action: `${type.uid}.restore`, method: 'POST' });
      const visibility = await app.server.authorize(request, { action: `${type.uid}.update`, method: 'PUT' });
      const state = await stateNamed(opened, String(id));
      const reader = { caller: requestCaller(request.principal, visibility, request), visibility };
      const known = await knownLinks(app, type, [state], reader);
      const data = restoreBody({ schema: app.schema, visibility, known }, type, state);
      const words = { ...place.axes, ...stageWords(type), documentId: place.documentId, data };
      return app.documentsAs(request)(type.uid).update(words);
    },
  };
}
