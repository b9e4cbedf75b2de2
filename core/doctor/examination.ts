// What the parts of one examination share.
import type { Database } from '../database/database';
import type { createWritePlans } from '../documents/write-plan';
import type { Schema } from '../schema/content-type';
import type { DoctorCheck } from './check';
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
