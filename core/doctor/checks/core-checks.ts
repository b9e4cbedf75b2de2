// The checks that hold for every database, whatever plugins are on.
import type { SchemaState } from '../../database/sync';
import type { createWritePlans } from '../../documents/write-plan';
import type { Schema } from '../../schema/content-type';
import type { DoctorCheck, DoctorContext } from '../check';
import { entriesCheck } from './entries';
import { linksCheck } from './links';
import { rowsCheck } from './rows';
import { sharedCheck } from './shared';
import { uniqueCheck } from './unique';

export interface CheckSources {
  readonly schema: Schema;
  readonly state: SchemaState;
  readonly planOf: ReturnType<typeof createWritePlans>;
  readonly dialect: DoctorContext['dialect'];
}

export const coreChecks = (sources: CheckSources): readonly DoctorCheck[] => [
  rowsCheck(sources),
  linksCheck(sources),
  uniqueCheck(sources),
  entriesCheck(),
  sharedCheck(sources),
];
