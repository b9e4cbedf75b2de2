// `quire describe`: what an application is made of, for people and, with --json, for programs. Touches no database.
import { describeTaps } from '../kernel/guard-taps';
import { createKernel } from '../kernel/kernel';
import type { Kernel } from '../kernel/kernel-surface';
import { type Command, columns, DIR_FLAG, EXIT, textFlag } from './command';
import { bold, grey, print } from './terminal';

export const describeCommand: Command = {
  name: 'describe',
  summary: 'Prints content types, routes, plugins, and hooks with who taps them.',
  usage: 'quire describe [--dir PATH] [--json]',
  flags: { dir: DIR_FLAG, json: { type: 'boolean', description: 'As JSON.' } },
  async run(flags) {
    const kernel = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: { logs: { level: 'silent' } } },
    });
    const description = describe(kernel);
    print(flags.json === true ? JSON.stringify(description, null, 2) : toText(description));
    return EXIT.ok;
  },
};

export type Description = ReturnType<typeof describe>;

export function describe(kernel: Kernel) {
  return {
    dir: kernel.dir,
    environment: kernel.environment,
    plugins: kernel.plugins,
    types: [...kernel.schema.types.values()].map((type) => ({
      uid: type.uid,
      kind: type.kind,
      singularApiId: type.singularName,
      pluralApiId: type.pluralName,
      api: type.api,
      table: type.table,
      axes: type.axes.map(({ axis }) => axis.name),
      attributes: Object.fromEntries([...type.attributes.values()].map((a) => [a.name, a.declaredType])),
      source: type.source,
    })),
    components: [...kernel.schema.components.values()].map((component) => ({
      uid: component.uid,
      attributes: Object.fromEntries([...component.attributes.values()].map((a) => [a.name, a.declaredType])),
      source: component.source,
    })),
    waiting: kernel.schema.waiting.map(({ owner, name, reason }) => ({ owner, name, reason })),
    routes: kernel.routes.map(({ definition: { method, path, action, summary }, source }) => ({
      method,
      path,
      action,
      summary,
      plugin: source,
    })),
    hooks: describeTaps(kernel.hooks),
  };
}

function toText(description: Description): string {
  const { plugins, types, components, routes, hooks, waiting } = description;
  const section = (title: string, rows: readonly (readonly [string, string])[]): string[] => [
    bold(`${title} (${rows.length})`),
    ...(rows.length > 0 ? columns(rows) : ['  none']),
    '',
  ];
  return [
    ...section(
      'Plugins',
      plugins.map(({ name, source }) => [name, source]),
    ),
    ...section(
      'Content types',
      types.map(({ uid, singularApiId, pluralApiId, kind, attributes }) => [
        uid,
        `${kind === 'singleType' ? singularApiId : `${singularApiId} / ${pluralApiId}`}, ${counted(Object.keys(attributes).length)}`,
      ]),
    ),
    ...section(
      'Components',
      components.map(({ uid, attributes }) => [uid, Object.keys(attributes).join(', ')]),
    ),
    ...(waiting.length > 0
      ? section(
          'Waiting attributes',
          waiting.map(({ owner, name, reason }) => [`${owner} ${name}`, reason]),
        )
      : []),
    ...section(
      'Routes',
      routes.map(({ method, path, action, plugin }) => [
        `${method.padEnd(6)} ${path}`,
        `${action ?? 'open'} ${grey(plugin)}`,
      ]),
    ),
    ...section(
      'Hooks',
      hooks.map(({ hook, plugins: taps }) => [hook, taps.length > 0 ? taps.join(', ') : grey('-')]),
    ),
  ].join('\n');
}

const counted = (attributes: number): string =>
  `${attributes} ${attributes === 1 ? 'attribute' : 'attributes'}`;
