// Code of a project that Quire does not run. The application works without it, so startup only says so.
import { lifecyclesNotRun } from '../content/lifecycles';
import type { Project } from '../project/load-project';

export function codeNotRun({ extensions, lifecycles }: Pick<Project, 'extensions' | 'lifecycles'>): string[] {
  const files = [...extensions].map(
    ([plugin, { file }]) =>
      `${file} does not run: write a plugin that changes what the extension of "${plugin}" changes (docs/from-strapi.md)`,
  );
  const events = [...lifecycles.values()].flatMap(({ file, value }) => lifecyclesNotRun(value, file));
  return [...files, ...events];
}
