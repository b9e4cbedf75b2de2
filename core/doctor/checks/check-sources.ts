// What the core's checks read by.
import type { SchemaState } from '../../database/sync';
import type { createWritePlans } from '../../documents/write-plan';
import type { Schema } from '../../schema/content-type';
import type { DoctorContext } from '../check';

export interface CheckSources {
  readonly schema: Schema;
  readonly state: SchemaState;
  readonly planOf: ReturnType<typeof createWritePlans>;
  readonly dialect: DoctorContext['dialect'];
}
