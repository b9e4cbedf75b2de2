// `register`, `bootstrap` and `destroy` of `src/index`.
import { check, StartupError } from '../../../core';
import { mistakeOf, type Project } from './load-project';

export async function runIndex(
  project: Project,
  name: 'register' | 'bootstrap' | 'destroy',
  strapi: object,
): Promise<void> {
  const { index } = project;
  const run = check.isPlainObject(index?.value) ? index.value[name] : undefined;
  if (index === null || typeof run !== 'function') return;
  try {
    await run({ strapi });
  } catch (error) {
    throw new StartupError(`${name} of the project failed:`, [mistakeOf(error, index.file, project)]);
  }
}
