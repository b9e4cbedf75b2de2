// Code of a project that Quire does not run. The application works without it, so startup only says so.
import { check } from '../../../core';
import { lifecyclesNotRun } from '../content/lifecycles';
import type { Project } from '../project/load-project';
import type { ProjectConfig } from './project-config';

export function codeNotRun(
  { extensions, lifecycles }: Pick<Project, 'extensions' | 'lifecycles'>,
  config: Pick<ProjectConfig, 'get'>,
): string[] {
  const files = [...extensions].map(
    ([plugin, { file }]) =>
      `${file} does not run: write a plugin that changes what the extension of "${plugin}" changes (docs/from-strapi.md)`,
  );
  const tasks = config.get('server.cron.tasks');
  const cron =
    check.isPlainObject(tasks) && Object.keys(tasks).length > 0
      ? ['the cron tasks of config/server do not run: add them as jobs (docs/plugins/jobs.md)']
      : [];
  const events = [...lifecycles.values()].flatMap(({ file, value }) => lifecyclesNotRun(value, file));
  return [...files, ...cron, ...events];
}
