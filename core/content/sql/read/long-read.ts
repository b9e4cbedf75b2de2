// Reads whose text is too long to be held at once: it is sent while it is read. First the root's rows and the ids of all documents in
// its long relations, then pages of these documents. All statements see one state of the database.
//
//   ids   ← keys [7]        → [7, 31], [7, 12], [7, 45], …     the order of the answer
//   rows  ← ids [31, 12, …] → [12, '{"id":12,"name":"b"}'], [31, '{"id":31,"name":"a"}'], …
//   text: {"id":7,"title":"Sea","tags":[{"id":31,"name":"a"},{"id":12,"name":"b"},…]}
import { setImmediate } from 'node:timers/promises';
import type { Database, ReadControl, Row, Run, Snapshot, Steps } from '../../../database/database';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { Page } from '../../query/ast';
import type { LongPart } from '../compile/plan-types';
import { type Bindings, bind, isTooCostly, spend } from './bind';
import type { Planned } from './plan-cache';
import { runPlan } from './run-plan';
import { distinct } from './texts-by-key';
import { writeRows } from './write-rows';

/** An object, or an array of objects, in pieces. */
export interface LongText {
  /** The first piece has been read. */
  readonly pieces: AsyncIterable<string>;
  /** null: not wanted. */
  readonly total: number | null;
  /** Must be called: it ends the snapshot. */
  close(): void;
}

/** Ids cost a small part of what documents in memory cost. */
const IDS_PER_ROW = 10;
/** Characters. */
const PIECE = 65_536;
/** Characters of the documents of one page, and their number. */
const CHARACTERS_PER_PAGE = 262_144;
const FEWEST = 16;
const FIRST = 100;
const MOST_DOCUMENTS = 1_000;
/** Bytes of an id in memory, with its place in the lists. */
const ID = 100;

/** `documentId` null: a list. The result null: there is no such document. */
export async function readLong(
  { dialect }: Database,
  opening: Promise<Snapshot>,
  { plan, values }: Planned,
  { documentId, page, maxRows, answerBytes, control }: LongRequest,
): Promise<LongText | null> {
  const bindings = (rows: number): Bindings => ({
    dialect,
    values,
    documentId,
    budget: rows,
    maxRows: rows,
    rows: null,
    answerBytes,
    known: new Map(),
  });
  const hold = (bytes: number): void => control?.hold(bytes);
  const snapshot = await opening;
  const close = () => snapshot.close();
  /** Ends the work when the client has gone. After the first piece, closing the response ends it. */
  const cancel = (): void => snapshot.close(control?.signal.reason);
  try {
    control?.signal.throwIfAborted();
    control?.signal.addEventListener('abort', cancel);
    hold(0);
    const root = await snapshot.read(runPlan(plan, bindings(maxRows), page?.withCount ?? false));
    if (documentId !== null && root.rows.length === 0) {
      close();
      return null;
    }
    hold(root.texts.reduce((sum, text) => sum + text.length, 0));
    const lists: LongList[] = [];
    const forIds = bindings(maxRows * IDS_PER_ROW);
    for (const part of plan.long) {
      const keys = distinct(root.rows, part.parentKeyAt);
      const found = keys.length === 0 ? [] : await snapshot.read(rowsOf(bind(part.ids, forIds, keys)));
      spend(forIds, found.length, part.path);
      hold(found.length * ID);
      lists.push(new LongList(part, root.rows, found, snapshot, () => bindings(maxRows)));
    }
    const pieces = within(answerBytes, write(root.texts, lists, documentId === null));
    const first = await pieces.next();
    return { pieces: startingWith(first, pieces), total: root.total, close };
  } catch (error) {
    close();
    throw error;
  } finally {
    control?.signal.removeEventListener('abort', cancel);
  }
}

function* rowsOf(run: Run): Steps<Row[]> {
  const [rows = []] = yield [run];
  return rows;
}

export interface LongRequest {
  readonly documentId: string | null;
  readonly page: Page | null;
  /** The limit of rows: for the root's rows with all that is populated in them, and again for each page. */
  readonly maxRows: number;
  /** The limit of bytes of all pieces together. */
  readonly answerBytes: number;
  /** In use until the first piece has been read. */
  readonly control: ReadControl | null;
}

async function* startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}

/** Throws when the pieces have more bytes. */
async function* within(answerBytes: number, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > answerBytes) throw coreErrors.ANSWER_TOO_LARGE(answerBytes);
    yield piece;
  }
}

async function* write(
  texts: readonly string[],
  lists: readonly LongList[],
  isList: boolean,
): AsyncGenerator<string> {
  let piece = isList ? '[' : '';
  for (let root = 0; root < texts.length; root++) {
    piece += `${root > 0 ? ',' : ''}${texts[root]?.slice(0, -1)}`;
    for (const list of lists) {
      piece += `${list.prefix}[`;
      const count = list.counts[root] ?? 0;
      for (let n = 0; n < count; n++) {
        piece += `${n > 0 ? ',' : ''}${list.take() ?? (await list.turn())}`;
        if (piece.length < PIECE) continue;
        yield piece;
        piece = '';
      }
      piece += ']';
    }
    piece += '}';
  }
  yield isList ? `${piece}]` : piece;
}

/** The documents of one relation, for all rows of the root one after the other. */
class LongList {
  readonly prefix: string;
  /** Of each row of the root. */
  readonly counts: readonly number[];
  readonly #ids: unknown[] = [];
  #at = 0;
  #end = 0;
  #size = FIRST;
  #texts = new Map<unknown, string>();

  constructor(
    private readonly part: LongPart,
    rows: readonly Row[],
    found: readonly Row[],
    private readonly snapshot: Snapshot,
    private readonly bindings: () => Bindings,
  ) {
    this.prefix = part.prefix;
    const byKey = new Map<unknown, unknown[]>();
    for (const [key, id] of found) {
      const ids = byKey.get(key);
      if (ids) ids.push(id);
      else byKey.set(key, [id]);
    }
    this.counts = rows.map((row) => {
      const ids = byKey.get(row[part.parentKeyAt]) ?? [];
      for (const id of ids) this.#ids.push(id);
      return ids.length;
    });
  }

  /** undefined: the page is at its end. */
  take(): string | undefined {
    return this.#at < this.#end ? this.#texts.get(this.#ids[this.#at++]) : undefined;
  }

  /** Reads the next page and takes its first text. Other requests have their turn before. */
  async turn(): Promise<string> {
    await setImmediate();
    let size = Math.min(this.#size, this.#ids.length - this.#at);
    while (!(await this.#read(size))) size = Math.ceil(size / 2);
    return this.take() ?? '';
  }

  /** false: the page has more rows than one page may, and more than one document. */
  async #read(size: number): Promise<boolean> {
    const end = this.#at + size;
    const ids = [...new Set(this.#ids.slice(this.#at, end))];
    const bindings = this.bindings();
    try {
      this.#texts = await this.snapshot.read(this.#page(ids, bindings));
    } catch (error) {
      if (size > 1 && isTooCostly(error)) return false;
      throw error;
    }
    this.#end = end;
    let length = 0;
    for (const text of this.#texts.values()) length += text.length;
    const { maxRows, budget } = bindings;
    const byText = Math.max(FEWEST, Math.floor((ids.length * CHARACTERS_PER_PAGE) / (length + 1)));
    const byRows = Math.floor((ids.length * maxRows) / Math.max(1, maxRows - budget));
    this.#size = Math.max(1, Math.min(MOST_DOCUMENTS, byText, byRows));
    return true;
  }

  *#page(ids: readonly unknown[], bindings: Bindings): Steps<Map<unknown, string>> {
    const { part } = this;
    const [rows = []] = yield [bind(part.rows, bindings, ids)];
    spend(bindings, rows.length, part.path);
    const texts = yield* writeRows(part.child, rows, bindings);
    return new Map(rows.map((row, index) => [row[0], texts[index] as string]));
  }
}
