// The checks of the core. They do not depend on plugins.
import type { DoctorCheck } from '../check';
import type { CheckSources } from '../examination';
import { entriesCheck } from './entries';
import { linksCheck } from './links';
import { rowsCheck } from './rows';
import { searchChecks } from './search';
import { sharedCheck } from './shared';
import { uniqueCheck } from './unique';

export const coreChecks = (sources: CheckSources): readonly DoctorCheck[] => [
  rowsCheck(sources),
  linksCheck(sources),
  uniqueCheck(sources),
  entriesCheck(),
  sharedCheck(sources),
  ...searchChecks(sources),
];
