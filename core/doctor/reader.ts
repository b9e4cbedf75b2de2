// Reading for checks: one statement, on committed data, without a transaction of its own.
import type { Database, Row, Statement, Steps } from '../database/database';
import type { DoctorContext } from './check';

export function createReader(database: Pick<Database, 'dialect' | 'read'>): DoctorContext['all'] {
  const statements = new Map<string, Statement>();
  return async (text, params = []) => {
    const statement = statements.get(text) ?? { sql: database.dialect.finish(text), name: 'doctor' };
    statements.set(text, statement);
    function* steps(): Steps<readonly Row[]> {
      const [rows = []] = yield [{ statement, params }];
      return rows;
    }
    return database.read(steps, { single: true });
  };
}
