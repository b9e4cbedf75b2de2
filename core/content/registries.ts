// The registries of content.

import * as check from '../kernel/check/checks';
import { nullable } from '../kernel/check/part';
import { isThenable } from '../kernel/check/thenable';
import type { Returning } from '../kernel/errors/attribute';
import type { Returns } from '../kernel/registry/part-functions';
import { Registry } from '../kernel/registry/registry';
import { type ArchivedTables, archivedName, archivedTablesCheck } from './archived-tables';
import type { AttributeType } from './attributes/attribute-type';
import { createOperatorRegistry, type OperatorRegistry } from './attributes/operators/registry';
import { createAttributeRegistry } from './attributes/registry';
import { type DoctorCheck, doctorCheckShape } from './doctor/check';
import { type SecurityCheck, securityCheckShape } from './doctor/security-check';
import { type DocumentAction, documentActionCheck } from './documents/actions';
import type { DocumentOperation } from './documents/operations';
import { createOperationRegistry } from './documents/operations-of-plugins';
import { type ImportPart, importPartCheck } from './import-part';
import { paramCheck, takenWord } from './query/param-check';
import type { ParamDefinition } from './query/params';

export interface BackupFolder {
  /** Of the plugin: `upload`. */
  readonly name: string;
  /** The absolute path. */
  readonly folder: string;
}

export interface ContentRegistries {
  /** Types of attributes, for schema files. */
  readonly attributes: Registry<AttributeType>;
  /** Filter operators, like `$contains`. */
  readonly operators: OperatorRegistry;
  /** Query parameters of documents. */
  readonly params: Registry<ParamDefinition>;
  /** Operations of the document service beside create, update, delete and clone. */
  readonly operations: Registry<DocumentOperation>;
  /** By type: the action that a caller needs to see its documents behind relations. Default: `<uid>.find`; null: none. */
  readonly readActions: Registry<string | null>;
  /** By type: a request that links documents of the type needs one of these actions. Default: none. */
  readonly linkActions: Registry<readonly string[]>;
  /** By action: what it does to documents, if its name is not `<uid>.<verb>`. */
  readonly documentActions: Registry<DocumentAction>;
  /** Folders with files of plugins, which backups contain. */
  readonly backups: Registry<BackupFolder>;
  /** Checks of `quire doctor` beside those of the core. */
  readonly doctor: Registry<DoctorCheck>;
  /** Checks of `quire doctor --security` beside those of the core. */
  readonly security: Registry<SecurityCheck>;
  /** Rows of plugins' own tables that archives have. */
  readonly archives: Registry<ArchivedTables>;
  /** What plugins know about documents of their types that come from another system. */
  readonly imports: Registry<ImportPart>;
}

declare module '../types' {
  interface RegistryMap extends ContentRegistries {}
}

const isList = (value: unknown): boolean => Array.isArray(value);
/** A function that may return any value, but no promise. */
const AT_ONCE: Returning = {
  expected: 'a value instead, because requests do not wait for it',
  accepts: (value) => !isThenable(value),
};
const NAME = check.string({ min: 1 });
const PARAM: Returns = { parse: AT_ONCE, apply: AT_ONCE, transform: AT_ONCE };
const DOCTOR: Returns = {
  'documents.check': { expected: 'a list of findings', accepts: isList, waits: true },
};
const SECURITY: Returns = { check: { expected: 'a list of sentences', accepts: isList, waits: true } };

export const contentRegistries = (): ContentRegistries => ({
  attributes: createAttributeRegistry(),
  operators: createOperatorRegistry(),
  params: new Registry('parameter', { returns: PARAM, check: paramCheck, names: takenWord }),
  operations: createOperationRegistry(),
  readActions: new Registry('read action', { check: nullable(NAME) }),
  linkActions: new Registry('link actions', { check: check.array(NAME) }),
  documentActions: new Registry('document action', { check: documentActionCheck }),
  backups: new Registry('folder of backups', {
    // The name is part of a folder of each backup.
    names: (name) =>
      /^[a-z0-9._-]+$/.test(name)
        ? undefined
        : 'expected lower-case letters, digits and dashes, like "upload"',
    check: check.object({ name: NAME, folder: NAME }),
  }),
  doctor: new Registry('check', { returns: DOCTOR, check: doctorCheckShape }),
  security: new Registry('security check', { returns: SECURITY, check: securityCheckShape }),
  archives: new Registry('archived tables', { check: archivedTablesCheck, names: archivedName }),
  imports: new Registry('import', { check: importPartCheck }),
});
