// The state of one run of the doctor, and its reads.
import type { Database, Row, Statement, Steps } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import type { createWritePlans } from '../documents/write/write-plan';
import type { SchemaState } from '../migrate/migrate';
import type { Schema } from '../model/compiled/content-type';
import type { DoctorCheck, DoctorContext } from './check';
import type { DiagnosisBuilder } from './diagnosis';

export interface Examination {
  readonly database: Database;
  readonly schema: Schema;
  readonly planOf: ReturnType<typeof createWritePlans>;
  readonly diagnosis: DiagnosisBuilder;
  readonly checks: readonly DoctorCheck[];
  readonly fix: boolean;
  readonly progress: (line: string) => void;
}

/** The arguments of the core's checks. */
export interface CheckSources extends Pick<Examination, 'schema' | 'planOf'> {
  readonly state: SchemaState;
  readonly dialect: DoctorContext['dialect'] & Pick<Dialect, 'search'>;
}

/** Runs the SELECT of a check on committed data, outside a transaction. */
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
