// Code of a project that Quire does not run. The application works without it, so startup only says so.
import { lifecyclesNotRun } from '../content/lifecycles';
import { changesWithoutEffect } from '../extensions/changes-without-effect';
import type { ExtendedPlugins } from '../extensions/run-extensions';
import type { Parts, Project } from '../project/load-project';

export interface ProjectCode extends Pick<Project, 'extensions'> {
  readonly lifecycles: Parts;
  readonly plugins: ExtendedPlugins;
}

export function codeNotRun({ extensions, lifecycles, plugins }: ProjectCode): string[] {
  const files = [...extensions]
    .filter(([plugin]) => !plugins.has(plugin))
    .map(
      ([plugin, { file }]) =>
        `${file} does not run: write a plugin that changes what the extension of "${plugin}" changes (docs/from-strapi.md)`,
    );
  const services = [...plugins.values()].flatMap(({ baseline, services: own }) =>
    [...own]
      .filter(([name]) => Object.hasOwn(baseline.services, name))
      .map(
        ([name, { file }]) =>
          `the service "${name}" of ${file} serves code of the project only: Quire itself uses its own`,
      ),
  );
  const changes = [...plugins.values()].flatMap(changesWithoutEffect);
  const events = [...lifecycles.values()].flatMap(({ file, value }) => lifecyclesNotRun(value, file));
  return [...files, ...services, ...changes, ...events];
}
