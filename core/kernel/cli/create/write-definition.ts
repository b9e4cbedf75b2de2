// Writes the file of a new content type or component. The application must load with it and use all of it, or no file stays.
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { PACKAGE_NAME } from '../../config/load-module';
import { StartupError } from '../../errors/startup-error';
import type { CommandHost } from '../command';
import { writeNewFile } from './new-files';

/** Compiled, this file is dist/core/kernel/cli/create/write-definition.js. */
const OWN_SCHEMAS = join(__dirname, '..', '..', '..', '..', 'schema');

export function requireApplication(dir: string): void {
  if (!existsSync(join(dir, 'config')) && !existsSync(join(dir, 'src', 'api')))
    throw new StartupError(
      `${dir} is not an application: it has no folder config. Create one with quire create app, or select it with --dir PATH.`,
    );
}

export interface NewDefinition {
  readonly kind: 'content-type' | 'component';
  readonly uid: string;
  /** From the application folder. */
  readonly path: string;
  readonly definition: object;
}

export async function writeDefinition(
  { createKernel }: CommandHost,
  dir: string,
  { kind, uid, path, definition }: NewDefinition,
): Promise<void> {
  const file = join(dir, path);
  if (existsSync(file)) throw new StartupError(`${file} exists. Choose another name, or change that file.`);
  const $schema = schemaFor(dir, file, `${kind}.schema.json`);
  const undo = writeNewFile(file, `${JSON.stringify({ $schema, ...definition }, null, 2)}\n`);
  try {
    const { schema } = await createKernel({ dir, overrides: { server: { logs: { level: 'silent' } } } });
    const unused = [
      ...schema.warnings.filter(({ where }) => where === path),
      ...schema.waiting
        .filter(({ owner }) => owner === uid)
        .map(({ name, reason }) => ({ where: path, at: `attributes.${name}`, message: reason })),
    ];
    if (unused.length > 0)
      throw new StartupError(
        'The application would ignore a part of the new file, so it was not written. An option of a plugin has the form PLUGIN.NAME, for example i18n.localized.',
        unused,
      );
  } catch (error) {
    undo();
    throw error;
  }
}

/** The JSON Schema for editors: of the installed package, or of this copy of Quire. */
function schemaFor(dir: string, file: string, name: string): string {
  const installed = join(dir, 'node_modules', PACKAGE_NAME, 'dist', 'schema');
  const isInstalled =
    existsSync(join(dir, 'node_modules', PACKAGE_NAME)) || existsSync(join(dir, 'package.json'));
  const folder = isInstalled && resolve(dir) !== resolve(OWN_SCHEMAS, '..', '..') ? installed : OWN_SCHEMAS;
  return relative(dirname(file), join(folder, name)).split(sep).join('/');
}
