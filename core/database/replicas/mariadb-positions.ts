// MariaDB: a position is the number of a transaction in the binary log of the primary, such as 1207 of the GTID `0-1-1207`. Numbers of
// two clusters look alike. So the name of the database, a row that travels with the data, is compared first.
import type { Adapter } from '../adapters/adapter';
import { ID_OF_DATABASE } from '../database-id';
import { isUnknownName } from '../dialects/error-facts';
import { askOne, background, type Position, type Positions } from './positions';

/** The binary log has a transaction before the storage engine shows it. A replica moves its position after its own commit. */
const statements = {
  newest: background('newest position', 'SELECT @@gtid_current_pos'),
  reached: background('position of a replica', 'SELECT @@gtid_slave_pos'),
  state: background(
    'state of a server',
    "SELECT @@gtid_current_pos, @@gtid_slave_pos, @@read_only, @@log_bin, @@sync_binlog, @@innodb_flush_log_at_trx_commit, (SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'SLAVES_RUNNING')",
  ),
  name: background(
    'name of the database',
    `SELECT (SELECT \`value\` FROM quire_meta WHERE \`name\` = '${ID_OF_DATABASE}')`,
  ),
};

export const mariadbPositions: Positions = {
  newest: async (primary) => parseGtid((await askOne(primary, statements.newest))[0]),
  reached: async (replica) => parseGtid((await askOne(replica, statements.reached))[0]),
  async state(server) {
    // A server that is less far may lack the name, so its position is read first.
    const [current, replayed, readOnly, hasLog, ...more] = await askOne(server, statements.state);
    const [syncsLog, syncsData, running] = more;
    const takesWrites = readOnly !== '1';
    const position = parseGtid(takesWrites ? current : replayed);
    return {
      cluster: await nameOf(server),
      follows: !takesWrites || Number(running) > 0,
      takesWrites,
      position,
      farthest: position,
      flaw: takesWrites ? flawOf(hasLog === '1', syncsLog === '1' && syncsData === '1') : null,
    };
  },
};

/** A primary that loses its last commits uses their numbers again, for other commits. */
function flawOf(hasLog: boolean, isDurable: boolean): string | null {
  if (!hasLog)
    return 'the server of database.host writes no binary log; set log_bin there, and start it again';
  return isDurable
    ? null
    : 'a crash of the server of database.host may lose commits; set sync_binlog = 1 and innodb_flush_log_at_trx_commit = 1 there';
}

/** null: before the first start of Quire, or not replicated yet. */
async function nameOf(server: Adapter): Promise<string | null> {
  try {
    const [name] = await askOne(server, statements.name);
    return name || null;
  } catch (error) {
    if (isUnknownName(error)) return null;
    throw error;
  }
}

/** Throws an error for transactions of several domains: they have no common order. */
export function parseGtid(text: string | undefined): Position {
  if (!text) return 0n;
  const [, number] = /^\d+-\d+-(\d+)$/.exec(text) ?? [];
  if (number === undefined)
    throw new Error(`its position ${text} has several replication domains; use one gtid_domain_id`);
  return BigInt(number);
}
