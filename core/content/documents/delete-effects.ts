// What a delete would do, without doing it: which documents go along, which lose a link, and which links refuse it. Documents that the
// caller cannot see are counted, and neither their ids nor their types are named.
import { build, raw, type Sql } from '../../database/sql';
import { DOCUMENT_ID_COLUMN } from '../model/compiled/column-specs';
import type { ContentType, Uid } from '../model/compiled/content-type';
import { storesTo } from './links/detach-target';
import { mayTake } from './links/finish-removal';
import { linkedWith, type RowLinks } from './links/link-store';
import { cascadesTo, isWholeDocument, linkedPlaces } from './links/linked-places';
import { MOST_NAMED, seenOf } from './links/refuse-restricted';
import { documentKey } from './write/lock-order';
import type { GoneDocument, LinkedPlace } from './write/removal';
import { placeAsked, sameRow } from './write/target';
import { mayWriteAll, mayWriteRows } from './write/writable-documents';
import type { WriteSession } from './write/write-session';

/** Documents with one relation to the deleted document, or to one that goes along. */
export interface Affected {
  readonly type: Uid;
  readonly attribute: string;
  /** All of them, also those that the caller cannot see. */
  readonly count: number;
  /** At most ten that the caller may see. */
  readonly documentIds: readonly string[];
}

export interface AffectedList {
  /** Documents of relations in which the caller sees none. */
  readonly hidden: number;
  readonly items: readonly Affected[];
}

export interface DeleteEffects {
  /** Would the delete be done now? Otherwise a link restricts it, the caller lacks a right, or it would take too many along. */
  readonly allowed: boolean;
  /** Documents that go along. */
  readonly documents: AffectedList;
  /** Documents that lose rows, such as those of one value of an axis, and stay. */
  readonly parts: AffectedList;
  /** Documents that stay and lose a link. */
  readonly links: AffectedList;
  /** Links that refuse the delete. */
  readonly restricts: AffectedList;
}

/** null: there is no such document, or the caller may not delete it. */
export async function deleteEffects(session: WriteSession): Promise<DeleteEffects | null> {
  const { type, documentId, axes } = session.action;
  const rows = await session.read(type, documentId);
  const place = placeAsked(type, axes);
  const asked = rows.filter((row) => sameRow(row.axes, place));
  if (asked.length === 0 || !(await mayWriteAll(session, asked))) return null;
  const root = { type, documentId };
  const plan = new Plan(session);
  if (await isWholeDocument(session, root, place)) await plan.add(root);
  return plan.finish();
}

/** A relation, one target of it, and documents with the link. */
interface Group {
  readonly owner: ContentType;
  readonly store: RowLinks;
  readonly target: GoneDocument;
  readonly count: number;
  readonly documentIds: readonly string[];
}

class Plan {
  readonly #gone = new Map<string, GoneDocument>();
  /** The places that go, of documents that stay so far. */
  readonly #parts = new Map<string, Set<string>>();
  readonly #documents: Group[] = [];
  readonly #partial: Group[] = [];
  #taken = 0;
  #isAllowed = true;

  constructor(private readonly session: WriteSession) {}

  async add(root: GoneDocument): Promise<void> {
    const { session } = this;
    const waiting = [root];
    this.#gone.set(keyOf(root), root);
    for (let target = waiting.shift(); target && this.#isBounded; target = waiting.shift())
      for (const { owner, store } of cascadesTo(session, target.type)) {
        const places = await linkedPlaces(session, owner, store, target);
        const whole: string[] = [];
        const partial: string[] = [];
        for (const found of places) {
          if (!this.#isBounded || !this.#takes(found)) continue;
          await this.#examine(found);
          const isWhole = this.#isWhole(found);
          (isWhole ? whole : partial).push(found.documentId);
          if (!isWhole) continue;
          this.#gone.set(keyOf(found), found);
          waiting.push(found);
        }
        this.#documents.push(groupOf(owner, store, target, whole));
        this.#partial.push(groupOf(owner, store, target, [...new Set(partial)]));
      }
  }

  get #isBounded(): boolean {
    return this.#taken <= this.session.deletes.most;
  }

  /** As `Removal.takes`, without a limit. */
  #takes(place: LinkedPlace): boolean {
    const key = keyOf(place);
    const parts = this.#parts.get(key) ?? new Set();
    this.#parts.set(key, parts);
    const at = JSON.stringify(place.at);
    if (this.#gone.has(key) || parts.has(at)) return false;
    parts.add(at);
    this.#taken += 1;
    return true;
  }

  #isWhole(place: LinkedPlace): boolean {
    return place.at === null || this.#parts.get(keyOf(place))?.size === place.places;
  }

  async #examine(place: LinkedPlace): Promise<void> {
    if (!this.#isAllowed) return;
    const { session } = this;
    this.#isAllowed = mayTake(session, place);
    if (!this.#isAllowed) return;
    const rows = await session.read(place.type, place.documentId);
    const own = rows.filter((row) => place.at === null || sameRow(row.axes, place.at));
    this.#isAllowed = await mayWriteRows(session, place.type, own, 'cascaded');
  }

  async finish(): Promise<DeleteEffects> {
    const links: Group[] = [];
    const restricts: Group[] = [];
    for (const target of this.#gone.values())
      for (const { owner, store } of storesTo(this.session, target.type)) {
        const gone = [...this.#gone.values()].filter(({ type }) => type === owner);
        const group = await linkedGroup(this.session, owner, store, target, gone);
        (store.relation.onDelete === 'restrict' ? restricts : links).push(group);
      }
    const parts = this.#partial.map((group) => ({
      ...group,
      documentIds: group.documentIds.filter((id) => !this.#gone.has(documentKey(group.owner.uid, id))),
    }));
    const isRestricted = restricts.some(({ count }) => count > 0);
    return {
      allowed: this.#isAllowed && this.#isBounded && !isRestricted,
      documents: await this.#listOf(this.#documents),
      parts: await this.#listOf(parts.map((group) => ({ ...group, count: group.documentIds.length }))),
      links: await this.#listOf(links),
      restricts: await this.#listOf(restricts),
    };
  }

  /** One item for each relation. */
  async #listOf(groups: readonly Group[]): Promise<AffectedList> {
    const items = new Map<RowLinks, { type: Uid; attribute: string; count: number; documentIds: string[] }>();
    for (const { owner, store, target, count, documentIds } of groups) {
      if (count === 0) continue;
      const item = items.get(store) ?? {
        type: owner.uid,
        attribute: store.relation.name,
        count: 0,
        documentIds: [],
      };
      items.set(store, item);
      item.count += count;
      if (item.documentIds.length >= MOST_NAMED) continue;
      const asked = documentIds.slice(0, MOST_NAMED + 1);
      const seen = await seenOf(this.session, owner, store, target, asked);
      item.documentIds = [...item.documentIds, ...seen].slice(0, MOST_NAMED);
    }
    const all = [...items.values()];
    return {
      hidden: all.reduce((sum, { count, documentIds }) => sum + (documentIds.length === 0 ? count : 0), 0),
      items: all.filter(({ documentIds }) => documentIds.length > 0),
    };
  }
}

const keyOf = ({ type, documentId }: GoneDocument): string => documentKey(type.uid, documentId);

const groupOf = (
  owner: ContentType,
  store: RowLinks,
  target: GoneDocument,
  documentIds: readonly string[],
): Group => ({ owner, store, target, count: documentIds.length, documentIds });

/** Documents that stay and have the link. */
async function linkedGroup(
  session: WriteSession,
  owner: ContentType,
  store: RowLinks,
  target: GoneDocument,
  gone: readonly GoneDocument[],
): Promise<Group> {
  const { dialect } = session;
  const stays: Sql =
    gone.length === 0
      ? raw('')
      : build(` AND NOT (${dialect.inList('s.document_id', DOCUMENT_ID_COLUMN)})`, {
          text: '',
          params: [
            dialect.toListParam(
              gone.map(({ documentId }) => documentId),
              DOCUMENT_ID_COLUMN,
            ),
          ],
        });
  const from = build(
    ` FROM ${store.joined.from} WHERE `,
    linkedWith(store.at, target.type.uid, target.documentId, store.joined.alias),
    stays,
  );
  const [[count] = []] = await session.all(build('SELECT COUNT(DISTINCT s.document_id)', from));
  const first =
    Number(count) === 0
      ? []
      : await session.all(
          build('SELECT DISTINCT s.document_id', from, ` ORDER BY s.document_id LIMIT ${MOST_NAMED + 1}`),
        );
  return { owner, store, target, count: Number(count), documentIds: first.map(([id]) => String(id)) };
}
