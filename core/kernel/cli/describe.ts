// `quire describe`: prints the parts of an application, as text or JSON. It opens no database.

import type { DescribedPart, Kernel } from '../app/app';
import { describeTaps } from '../app/plugin-hooks';
import { ownerOf } from '../app/published-hooks';
import { registriesOf } from '../app/registries';
import { nearest } from '../check/checks';
import { ERROR_TABLES } from '../errors/define-errors';
import { StartupError } from '../errors/startup-error';
import type { Registry } from '../registry/registry';
import { type Command, columns, DIR_FLAG, EXIT, textFlag } from './command';
import { bold, grey, print } from './terminal';

export const describeCommand: Command = {
  name: 'describe',
  summary: 'Prints content types, routes, plugins, and the functions that plugins add to each hook.',
  usage: 'quire describe [--dir PATH] [--plugin NAME] [--json]',
  example: 'quire describe --plugin rest',
  flags: {
    dir: DIR_FLAG,
    plugin: { type: 'string', value: 'NAME', description: 'Prints only the parts that this plugin added.' },
    json: { type: 'boolean', description: 'Prints JSON, for programs.' },
  },
  async run(flags, _word, host) {
    const kernel = await host.createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: { logs: { level: 'silent' } } },
    });
    const plugin = textFlag(flags, 'plugin');
    if (plugin !== undefined) requirePlugin(kernel, plugin);
    const description = plugin === undefined ? describe(kernel) : partsOf(plugin, describe(kernel));
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
    additions: additionsOf(kernel),
    hooks: describeTaps(kernel.hooks),
  };
}

function requirePlugin({ plugins }: Kernel, name: string): void {
  const names = plugins.map((plugin) => plugin.name);
  if (names.includes(name)) return;
  const near = nearest(name, names);
  throw new StartupError(
    `The plugin "${name}" is not enabled${near ? `; did you mean "${near}"?` : '.'} Enabled: ${names.join(', ')}.`,
  );
}

function partsOf(plugin: string, all: Description): Description {
  const own = ({ source }: { readonly source: string }) => source.startsWith(`plugin ${plugin} (`);
  const operations = (all.additions.operation ?? []).filter((entry) => entry.plugin === plugin);
  /** Actions of routes that the plugin `rest` adds for these operations. */
  const actions = new Set(operations.flatMap(({ name }) => all.types.map(({ uid }) => `${uid}.${name}`)));
  return {
    ...all,
    plugins: all.plugins.filter(({ name }) => name === plugin),
    types: all.types.filter(own),
    components: all.components.filter(own),
    waiting: [],
    routes: all.routes.filter((route) => route.plugin === plugin || actions.has(route.action ?? '')),
    additions: Object.fromEntries(
      Object.entries(all.additions)
        .map(
          ([kind, entries]) =>
            [kind, entries.filter((entry) => entry.plugin === plugin || actions.has(entry.name))] as const,
        )
        .filter(([, entries]) => entries.length > 0),
    ),
    hooks: all.hooks
      .filter(({ plugins, publisher }) => plugins.includes(plugin) || publisher === ownerOf(plugin))
      .map((hook) => ({ ...hook, plugins: hook.plugins.filter((name) => name === plugin) })),
  };
}

/** The parts that plugins and the core have added by name: kind → entries. */
function additionsOf(kernel: Kernel): Readonly<Record<string, readonly DescribedPart[]>> {
  const registries = Object.values(registriesOf(kernel, kernel.registryNames, 'core'));
  const named = registries.map((registry: Registry<unknown>) => [
    registry.kind,
    registry
      .entries()
      .map(({ name, plugin, description }) => ({ name, plugin, ...(description ? { description } : {}) })),
  ]);
  const others = kernel.modules.map((module) => module.describe?.(kernel) ?? {});
  return Object.assign(Object.fromEntries(named), ...others, { 'error code': errorCodes() });
}

/** The area of a table of errors is the name of its plugin. */
const errorCodes = (): readonly DescribedPart[] =>
  [...ERROR_TABLES].flatMap(([area, table]) =>
    Object.entries(table).map(([name, { status }]) => ({ name, plugin: area, description: String(status) })),
  );

function toText(description: Description): string {
  const { plugins, types, components, routes, hooks, waiting, additions } = description;
  const isOne = plugins.length === 1;
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
      routes.map(({ method, path, action, summary, plugin }) => [
        `${method.padEnd(6)} ${path}`,
        isOne ? `${summary} ${grey(action ?? 'open')}` : `${action ?? 'open'} ${grey(plugin)}`,
      ]),
    ),
    ...section(
      'Additions of plugins',
      Object.entries(additions).flatMap(([kind, entries]) =>
        entries
          .filter(({ plugin }) => plugin !== 'core')
          .map(({ name, plugin, description: text }): [string, string] => [
            `${kind} ${name}`,
            `${text ?? ''} ${grey(plugin)}`.trimStart(),
          ]),
      ),
    ),
    ...section(
      'Hooks',
      hooks.map(({ hook, plugins: taps, publisher }) => [
        hook,
        taps.length > 0 ? taps.join(', ') : grey(isOne ? `published by ${publisher}` : '-'),
      ]),
    ),
  ].join('\n');
}

const counted = (attributes: number): string =>
  `${attributes} ${attributes === 1 ? 'attribute' : 'attributes'}`;
