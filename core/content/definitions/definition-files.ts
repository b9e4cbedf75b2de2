// The definition files of the application as texts: read, compared with the database before they are written, and written. For editors of
// schemas, which run in development.
import { thrownMessage } from '../../kernel/errors/thrown';
import { token } from '../../kernel/registry/container';
import type { UnwrittenFiles } from '../model/read/folders';
import type { DefinitionSchemas } from '../model/read/json-schema';
import type { FilesPlan } from './plan-unwritten';

export interface DefinitionFile {
  /** Below the application folder, with slashes. */
  readonly path: string;
  readonly uid: string;
  readonly kind: 'type' | 'component';
  readonly text: string;
  /** Of the text. */
  readonly etag: string;
}

/** The definition files of one moment. */
export interface FoundDefinitions {
  /** Files that can be read. */
  readonly files: readonly DefinitionFile[];
  /** Where new files belong: `config/content-types/{name}.json`, `src/components/{category}/{name}.json`. */
  readonly places: Readonly<Record<DefinitionFile['kind'], string>>;
}

export interface DefinitionFiles {
  find(): FoundDefinitions;
  /** null: the file does not exist. */
  read(path: string): Pick<DefinitionFile, 'text' | 'etag'> | null;
  /** Why no file can be written at the path; null if one can. */
  problemOf(path: string): string | null;
  /** For editors. */
  schemas(): DefinitionSchemas;
  /** What `quire migrate plan` would say of these files, or their mistakes. Changes nothing. null instead of a text: without the file. */
  plan(unwritten: UnwrittenFiles): Promise<FilesPlan>;
  /**
   * A file with null is removed. The caller has compared their ETags. Throws a WriteFailure, after which the files have their former texts.
   * A process that is killed meanwhile may leave some of several files written.
   */
  write(texts: UnwrittenFiles): void;
}

export const DEFINITION_FILES = token<DefinitionFiles>('definition files');

export class WriteFailure extends Error {
  constructor(
    cause: unknown,
    /** Files that do not have their former text, and folders that were not removed. */
    readonly changed: readonly string[],
  ) {
    super(thrownMessage(cause), { cause });
  }
}
