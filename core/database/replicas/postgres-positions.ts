// PostgreSQL: a position is a place in the write-ahead log, such as `0/3A1B2C8`. A standby of another cluster counts in another log, so
// the cluster is compared first.
import { askOne, background, type Positions } from './positions';

/** A commit is answered when it is on the disk. Without `synchronous_commit`, it may be answered before. */
const NEWEST =
  "CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END";
const REACHED = 'pg_last_wal_replay_lsn()';
/** The end of the log in memory. After a switch of segments, a standby may be farther than the log on the disk of the primary. */
const FARTHEST = 'pg_current_wal_insert_lsn()';

const statements = {
  newest: background('newest position', `SELECT (${NEWEST})::text`),
  reached: background('position of a replica', `SELECT ${REACHED}::text`),
  state: background(
    'state of a server',
    `SELECT (SELECT system_identifier FROM pg_control_system())::text, pg_is_in_recovery()::text, CASE WHEN pg_is_in_recovery() THEN ${REACHED} ELSE ${NEWEST} END::text, CASE WHEN pg_is_in_recovery() THEN ${REACHED} ELSE ${FARTHEST} END::text`,
  ),
};

export const postgresPositions: Positions = {
  newest: async (primary) => parseLsn((await askOne(primary, statements.newest))[0]),
  // Null, and so 0, on a server that follows none.
  reached: async (replica) => parseLsn((await askOne(replica, statements.reached))[0]),
  async state(server) {
    const [cluster = '', follows, position, farthest] = await askOne(server, statements.state);
    const isStandby = follows === 'true';
    return {
      cluster,
      follows: isStandby,
      takesWrites: !isStandby,
      position: parseLsn(position),
      farthest: parseLsn(farthest),
      flaw: null,
    };
  },
};

export function parseLsn(text: string | undefined): bigint {
  const found = /^([0-9A-F]+)\/([0-9A-F]+)$/.exec(text ?? '');
  return found ? (BigInt(`0x${found[1]}`) << 32n) + BigInt(`0x${found[2]}`) : 0n;
}
