// Code of a project that Quire does not run. The application works without it, so startup only says so.
import { changesWithoutEffect } from '../extensions/changes-without-effect';
import type { ExtendedPlugins } from '../extensions/run-extensions';
import type { Project } from '../project/load-project';

export interface ProjectCode extends Pick<Project, 'extensions' | 'placesOf'> {
  readonly plugins: ExtendedPlugins;
  readonly hasGraphql: boolean;
}

const USES_GRAPHQL = /\bstrapi\s*\.\s*plugins?(?:\(['"`]graphql['"`]\)|\[['"`]graphql['"`]\]|\.graphql\b)/g;

export function codeNotRun({ extensions, placesOf, plugins, hasGraphql }: ProjectCode): string[] {
  const uses = hasGraphql ? [] : placesOf(USES_GRAPHQL);
  const disabled =
    uses.length === 0
      ? []
      : [`strapi.plugin('graphql') is undefined; enable the plugin "graphql": ${uses.join(', ')}`];
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
  return [...disabled, ...files, ...services, ...changes];
}
