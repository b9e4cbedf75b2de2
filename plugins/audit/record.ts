// Records what happens: writes of documents in their transaction, logins, and requests with actions of plugins.
import type {
  App,
  CodeCaller,
  ContentType,
  FollowUp,
  RelationAttribute,
  RequestCaller,
  RequestContext,
  StoredRow,
  Tx,
  WriteContext,
} from '../../core';
import { type ChangeTools, changesOf, type ValueChange } from './changes';
import type { AuditConfig } from './config';
import type { EntryRows } from './entry-rows';
import type { Actor, AuditEvent } from './types';

/** After the taps of other plugins: their follow-ups write rows, too. */
const LAST = 1_000;
const STATE = 'audit';
const MOST_LINKS = 1_000;
/** Actions that do nothing but write a document. */
const WRITE = /\.(create|update|delete)$/;

export interface RecordParts {
  readonly app: App;
  readonly config: AuditConfig;
  readonly rows: EntryRows;
  /** Requests with an entry for a document that they wrote. */
  readonly wrote: WeakSet<object>;
  /** Entries wait to be sealed. */
  added(): void;
}

type Links = ReadonlyMap<string, string>;

export function recordDocuments({ app, config, rows, wrote, added }: RecordParts): void {
  const tools: ChangeTools = { app, valueLength: config.valueLength };
  const isRecorded = ({ uid }: ContentType): boolean => !config.ignore.includes(uid);

  const followUp: FollowUp = {
    name: 'audit',
    joins: false,
    async run(context) {
      const { action, variants, written, caller } = context;
      if (written.length === 0) return;
      const { type, documentId, operation } = action;
      const after = await variants.current();
      const { tx, now } = context;
      const details = await rowChanges(context, after);
      const event = { event: `document.${operation}`, at: now, type: type.uid, documentId, details };
      await rows.add(tx, { ...event, ...whoIs(caller) });
      tx.afterCommit(() => {
        if (caller.kind === 'request' && caller.origin) wrote.add(caller.origin);
        added();
      });
    },
  };

  async function rowChanges({ action, written, tx }: WriteContext, after: readonly StoredRow[]) {
    const links = action.state[STATE] as ReadonlyMap<number, Links> | undefined;
    const all: { axes: Readonly<Record<string, string>>; became: string; changes: ValueChange[] }[] = [];
    for (const { id, axes, became } of written) {
      const [old, now] = [action.rows, after].map((list) => list.find((row) => row.id === id));
      const changes = changesOf(tools, action.type, old, now);
      const [before, current] = [links?.get(id), now ? await linksOf(app, tx, action.type, id) : new Map()];
      for (const name of new Set([...(before?.keys() ?? []), ...current.keys()])) {
        const [from, to] = [before?.get(name) ?? null, current.get(name) ?? null];
        if (from !== to) changes.push({ path: name, from: parsed(from), to: parsed(to) });
      }
      all.push({ axes, became, changes });
    }
    return all;
  }

  app.hooks.documents.prepare(
    ({ type, followUps }) => {
      if (isRecorded(type)) followUps.push(followUp);
    },
    { stage: LAST },
  );
  // After the write, the former links are gone.
  app.hooks.documents.writing(async (context) => {
    const { action } = context;
    // `tx` makes later reads of the write dearer, so only types with such links take it.
    if (!isRecorded(action.type) || tables(action.type).length === 0) return;
    const { tx } = context;
    const links = new Map<number, Links>();
    for (const { id } of action.rows) links.set(id, await linksOf(app, tx, action.type, id));
    action.state[STATE] = links;
  });
}

const tables = (type: ContentType): RelationAttribute[] =>
  [...type.attributes.values()].filter(
    (each): each is RelationAttribute =>
      each.kind === 'relation' && each.holdsLinks && each.storage.kind === 'table' && !each.common.private,
  );

/** The links that stand in tables of their own, as text. */
async function linksOf(app: App, tx: Tx, type: ContentType, rowId: number): Promise<Map<string, string>> {
  const { id } = app.database.dialect;
  const links = new Map<string, string>();
  for (const { name, storage } of tables(type)) {
    if (storage.kind !== 'table') continue;
    const found = await tx.all(
      `SELECT ${id('target')} FROM ${id(storage.table)} WHERE ${id('source_id')} = ? ORDER BY ${id('ord')} LIMIT ${MOST_LINKS}`,
      [rowId],
    );
    if (found.length > 0) links.set(name, JSON.stringify(found.map(([target]) => String(target))));
  }
  return links;
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

type Who = Pick<AuditEvent, 'actor' | 'ip' | 'request'>;

export function whoIs(caller: Pick<CodeCaller, 'kind'> | RequestCaller): Who {
  if (caller.kind === 'code')
    return { actor: { kind: 'code', id: null, label: 'the application' }, ip: null, request: null };
  const { principal, origin } = caller;
  return { actor: actorOf(principal), ip: origin?.ip?.slice(0, 64) ?? null, request: origin?.id ?? null };
}

const actorOf = (principal: RequestContext['principal']): Actor =>
  principal
    ? { kind: principal.kind, id: principal.id, label: principal.label }
    : { kind: 'anonymous', id: null, label: 'anonymous' };

export const ofRequest = (request: RequestContext): Who => ({
  actor: actorOf(request.principal),
  ip: request.ip.slice(0, 64),
  request: request.id,
});

/** An event in a transaction of its own, or in the current one. */
export type Note = (event: string, who: Who | null, details: unknown) => Promise<void>;

export const createNote =
  ({ app, rows, added }: RecordParts): Note =>
  (event, who, details) =>
    app.database.transaction(async (tx) => {
      const at = new Date().toISOString();
      const by = who ?? whoIs({ kind: 'code' });
      await rows.add(tx, { event, at, ...by, type: null, documentId: null, details });
      tx.afterCommit(added);
    });

/** What other plugins, migrations and commands say. */
export const recordHappened = ({ app }: RecordParts, note: Note): void =>
  app.hooks.record(({ event, details, request }) => note(event, request && ofRequest(request), details));

export function recordRequests({ app, config, wrote }: RecordParts, note: Note): void {
  if ('logins' in app.hooks)
    app.hooks.logins.attempted(({ request, account, user, outcome }) =>
      note(`login.${outcome}`, ofRequest(request), { account: account.slice(0, 200), user }),
    );
  const isIgnored = (action: string): boolean => config.ignore.some((uid) => action.startsWith(`${uid}.`));
  if (!config.actions) return;
  const recordAction = (request: RequestContext, action: string, facts: object): void => {
    note('action', ofRequest(request), { action, path: request.path.slice(0, 500), ...facts }).catch(
      (error: unknown) =>
        app.log.error('an action is not in the audit log', {
          action,
          request: request.id,
          error,
        }),
    );
  };
  app.hooks.request.done((request, { status }) => {
    const { method, action, source } = request;
    if (method === 'GET' || method === 'HEAD' || action === null || status >= 400) return;
    // Its entry is that of the document. `schedule` writes none, so it is an action. A delete that finds no document is no entry.
    if (isOfDocuments(source, action) && (wrote.has(request) || isIgnored(action) || WRITE.test(action)))
      return;
    recordAction(request, action, { method, status });
  });
  if ('graphql' in app.hooks)
    app.hooks.graphql.ran((request, { name, route: { action, method } }) => {
      if (action !== null) recordAction(request, action, { method, mutation: name });
    });
}

/** A route of documents. The admin has such routes, too. */
const isOfDocuments = (source: string | null, action: string): boolean =>
  source === 'rest' || (source === 'admin' && !action.startsWith('plugin::'));
