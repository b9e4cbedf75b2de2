// A form saves by itself every few seconds. Before the first versions of a document go, saves of one caller that follow each other closely
// become one version, so that an hour of writing does not push out the year before it.
//   10:00 A title   10:01 A body   10:02 B body      →   10:01 A title, body   10:02 B body
import { applyDelta, type Delta } from './delta';
import type { ChangeRow, HistoryTables } from './tables';
import type { State } from './types';

/** Milliseconds from the first to the last save of one version. */
const CLOSE = 600_000;
/** Rows of one read. */
const PAGE = 100;

/** Joins the saves of a target before a time, in the transaction of the caller. Returns the number of removed versions. */
export type JoinSaves = (target: string, before: string) => Promise<number>;

export function createJoining({ changes }: Pick<HistoryTables, 'changes'>): JoinSaves {
  return async (target, before) => {
    const own = () => changes.query().where({ target });
    let removed = 0;
    /** The last version that stays, and the time of the first save in it. */
    let open: { row: ChangeRow; since: string; isChanged: boolean } | null = null;
    const close = async (): Promise<void> => {
      if (!open?.isChanged) return;
      const { id, delta, state } = open.row;
      await own().where({ id }).patch({ delta, state });
    };
    for (let last = 0; ; ) {
      const rows = await own().where('id', '>', last).where('at', '<', before).orderBy('id').limit(PAGE);
      const gone: number[] = [];
      for (const row of rows) {
        if (open && isJoined(open.row, row, open.since)) {
          gone.push(open.row.id);
          open = { row: joined(open.row, row), since: open.since, isChanged: true };
        } else {
          await close();
          open = { row, since: row.at, isChanged: false };
        }
      }
      await close();
      if (open) open.isChanged = false;
      if (gone.length > 0) removed += await own().whereIn('id', gone).delete();
      last = rows.at(-1)?.id ?? last;
      if (rows.length < PAGE) return removed;
    }
  };
}

/** A save that wrote the published row stays, and so does the first version of a document. */
const isJoined = (former: ChangeRow, next: ChangeRow, since: string): boolean =>
  [former, next].every(({ operation, gone }) => operation === 'update' && gone === 0) &&
  former.shown === null &&
  former.author !== null &&
  former.author === next.author &&
  Date.parse(next.at) - Date.parse(since) <= CLOSE;

/** The later version with the changes of both. A keyframe hands its state on. */
function joined(former: ChangeRow, next: ChangeRow): ChangeRow {
  const [first, second] = [former, next].map(({ delta }) => JSON.parse(delta) as Delta);
  const state =
    next.state ??
    (former.state === null
      ? null
      : JSON.stringify(applyDelta(JSON.parse(former.state) as State, second ?? [])));
  return { ...next, delta: JSON.stringify([...(first ?? []), ...(second ?? [])]), state };
}
