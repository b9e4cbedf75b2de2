// For `quire describe`: attributes and axes that plugins add to content types, and keys of bodies that they have ignored.
import type { DescribedPart, Kernel } from '../kernel/app/app';
import { string } from '../kernel/check/checks';
import { refuseMistakes } from '../kernel/registry/refuse-mistakes';

const KEY = string({ min: 1 });

export function describeContent(kernel: Kernel): Readonly<Record<string, readonly DescribedPart[]>> {
  const types = [...kernel.schema.types.values()];
  return {
    attribute: types.flatMap(({ uid, attributes, brought }) =>
      [...brought].map(([name, plugin]) => ({
        name: `${uid} ${name}`,
        plugin,
        description: attributes.get(name)?.declaredType ?? '',
      })),
    ),
    axis: types.flatMap(({ uid, axes }) =>
      axes.map(({ axis, plugin = 'core' }) => ({
        name: `${uid} ${axis.name}`,
        plugin,
        description: axis.kind,
      })),
    ),
    'ignored key': [...(owners.get(kernel.ignoredKeys) ?? [])].map(([name, plugin]) => ({ name, plugin })),
  };
}

/** Of the keys of one application: the plugin that added each. */
const owners = new WeakMap<ReadonlySet<string>, Map<string, string>>();

/** The ignored keys as one plugin sees them: its additions carry its name. */
export function ownKeys(all: Set<string>, plugin: string): Set<string> {
  const known = owners.get(all) ?? new Map<string, string>();
  owners.set(all, known);
  return new Proxy(all, {
    get(target, name) {
      if (name === 'add')
        return (key: string) => {
          refuseMistakes(key, KEY, { subject: 'an ignored key', plugin });
          if (!known.has(key)) known.set(key, plugin);
          return target.add(key);
        };
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
