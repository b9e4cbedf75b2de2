// Why a change cannot be split into two steps, and which way there is.
import type { LedgerChange } from '../sql/axis-ledger';
import type { ChangedLinks } from './changed-links';
import type { MigrationStep } from './migration-step';

export const stepRefusal = ({ kind, sentence }: MigrationStep): string =>
  kind === 'convertColumn'
    ? `${sentence}; one column has one type, so give the attribute a new name with "renamedFrom"`
    : sentence;

export const linkRefusal = ({ uid, name, from, to }: ChangedLinks): string =>
  `${uid}: ${name} changes from ${from} to ${to}, and processes with the former schema would write links where the others read none. Add an attribute of another name instead, copy the links in a migration of your own, and remove ${name} in a later deploy`;

export const axisRefusal = ({ entry: { uid, axis }, became }: LedgerChange): string =>
  `${uid}: the axis ${axis} is ${became === 'dormant' ? 'disabled' : 'enabled'}, and processes with the former schema would write documents without its rows. Make this change in a deploy of its own with "quire migrate apply"`;
