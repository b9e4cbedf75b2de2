// The groups of hooks of an application, and who published each. A tap of a hook that does not exist stops startup.
import { isPlainObject, nearest } from '../check/checks';
import { StartupError } from '../errors/startup-error';
import { type AnyHook, attributeTaps, isHook } from './attributed-taps';
import type { Hooks } from './hooks';

/** A name → a hook. */
export type HookGroup = Readonly<Record<string, object>>;

/** Logs the error of a tap of a hook that calls every tap. */
export type LogTapError = (path: string, error: unknown) => void;

interface MissingTap {
  readonly plugin: string;
  readonly path: string;
}

interface Publications {
  /** `the module "content"`, by the name of the group. */
  readonly owners: Map<string, string>;
  /** Taps of groups that were not published at the time of the tap. */
  readonly missing: MissingTap[];
  readonly logError: LogTapError;
  /** Plugins register: groups may still come. */
  isOpen: boolean;
}

const publications = new WeakMap<object, Publications>();
/** All published hooks of the process: a hook belongs to one application. */
const taken = new WeakSet<object>();

export function beginPublishing(hooks: Hooks, logError: LogTapError): void {
  publications.set(hooks, { owners: new Map(), missing: [], logError, isOpen: true });
  for (const [name, value] of Object.entries(hooks)) adopt(hooks, 'the kernel', name, value);
}

/** Adds a hook, or a group of hooks, under a name of its own. */
export function publish(hooks: Hooks, owner: string, name: string, value: object): void {
  const { owners, isOpen } = publicationsOf(hooks);
  const other = owners.get(name);
  if (other === owner)
    throw new StartupError(
      `${capital(owner)} publishes the hooks "${name}" twice. Publish all hooks of this name in one call.`,
    );
  if (other !== undefined)
    throw new StartupError(
      `The hooks "${name}" are published by ${other} and by ${owner}. Rename one of them, or disable one of the plugins.`,
    );
  if (!isOpen)
    throw new StartupError(
      `The hooks "${name}" are published by ${owner} too late: no plugin could tap them. Publish them in \`register(app)\`.`,
    );
  if (!/^[a-z][A-Za-z0-9]*$/.test(name) || isReserved(name))
    throw new StartupError(
      `The hooks "${name}" of ${owner} cannot be published under this name. Use letters and digits with a small letter first, such as "shop".`,
    );
  adopt(hooks, owner, name, value);
  Object.assign(hooks, { [name]: value });
}

/** A publisher in messages and descriptions. */
export const ownerOf = (plugin: string): string => `the plugin "${plugin}"`;

/** Who published the group or the hook of this name: `the plugin "shop"`. */
export const publisherOf = (hooks: object, name: string): string =>
  publications.get(hooks)?.owners.get(name) ?? 'the kernel';

/** Members of the objects through which plugins tap hooks, and names that languages and libraries look up in any object. */
const RESERVED: readonly string[] = ['publish', 'then', 'toJSON'];

/** Is it a name that an object without such a hook must not have? */
export const isReserved = (name: string): boolean => RESERVED.includes(name) || name in Object.prototype;

function adopt(hooks: Hooks, owner: string, name: string, value: object): void {
  const { owners, logError } = publicationsOf(hooks);
  for (const [path, hook] of membersOf(owner, name, value)) {
    if (taken.has(hook))
      throw new StartupError(
        `The hook ${path} of ${owner} is published already, maybe by another application of this process. Make the hook inside \`register(app)\`.`,
      );
    taken.add(hook);
    attributeTaps(hook, path);
    if ('failed' in hook) hook.failed ??= (error: unknown) => logError(path, error);
  }
  owners.set(name, owner);
  if (!isHook(value)) Object.freeze(value);
}

function membersOf(owner: string, name: string, value: object): (readonly [path: string, hook: AnyHook])[] {
  if (isHook(value)) return [[name, value]];
  const members = isPlainObject(value) ? Object.entries(value) : [];
  if (members.length === 0)
    throw new StartupError(
      `${capital(owner)} publishes "${name}" without hooks. Pass an object such as { ordered: hooks.series(['order']) }.`,
    );
  return members.map(([member, hook]) => {
    const path = `${name}.${member}`;
    if (typeof hook !== 'object' || hook === null || !isHook(hook))
      throw new StartupError(
        `${capital(owner)} publishes "${path}", which is not a hook of Quire. Make it with hooks.series(['order']) of "quire-cms", or another function of \`hooks\`.`,
      );
    if (isReserved(member))
      throw new StartupError(
        `${capital(owner)} publishes "${path}", but the name "${member}" is reserved. Rename the hook.`,
      );
    return [path, hook];
  });
}

/** A tap of an unknown hook. While plugins register, another plugin may still publish the group. */
export function tapMissing(hooks: Hooks, plugin: string, path: string): void {
  const { isOpen, owners, missing } = publicationsOf(hooks);
  const group = groupOf(path);
  if (!isOpen || owners.has(group)) throw new StartupError(unknownHook(hooks, { plugin, path }));
  missing.push({ plugin, path });
}

/** All plugins are registered. Throws when one of them tapped a hook that did not exist. */
export function endPublishing(hooks: Hooks): void {
  const all = publicationsOf(hooks);
  all.isOpen = false;
  if (all.missing.length === 0) return;
  const messages = all.missing.map((tap) => publishedLater(hooks, tap) ?? unknownHook(hooks, tap));
  throw new StartupError([...new Set(messages)].join('\n'));
}

function publishedLater(hooks: Hooks, { plugin, path }: MissingTap): string | undefined {
  const owner = publicationsOf(hooks).owners.get(groupOf(path));
  if (owner === undefined || !pathsOf(hooks).includes(path)) return undefined;
  const name = owner.slice(owner.indexOf('"'));
  return `The plugin "${plugin}" taps ${path} before ${owner} publishes it. Add ${name} to the \`dependencies\` of "${plugin}", or to its \`after\` if the plugin works without it.`;
}

function unknownHook(hooks: Hooks, { plugin, path }: MissingTap): string {
  const paths = pathsOf(hooks);
  const near = nearestHook(path, paths);
  const start = `The plugin "${plugin}" taps ${path}, a hook that does not exist.`;
  if (near !== undefined) return `${start} Did you mean ${near}?`;
  const group = groupOf(path);
  const siblings = paths.filter((each) => each.startsWith(`${group}.`));
  if (siblings.length > 0) return `${start} Tap one of ${siblings.join(', ')}.`;
  return `${start} Enable the plugin that publishes the hooks "${group}", or ask \`'${group}' in app.hooks\` first.`;
}

/** Group and hook are compared one by one: `beforeSave` is not near `prepare`, however long the name of their group is. */
function nearestHook(path: string, paths: readonly string[]): string | undefined {
  const group = nearest(groupOf(path), [...new Set(paths.map(groupOf))]);
  const members = paths.filter((each) => groupOf(each) === group);
  const member = nearest(memberOf(path), members.map(memberOf));
  return members.find((each) => memberOf(each) === member);
}

/** `documents.prepare` → documents */
const groupOf = (path: string): string => path.split('.')[0] ?? '';
/** `documents.prepare` → prepare; empty for a hook outside a group. */
const memberOf = (path: string): string => path.split('.')[1] ?? '';

/** `documents.prepare`, of all published hooks. */
const pathsOf = (hooks: Hooks): string[] =>
  Object.entries(hooks).flatMap(([name, value]) =>
    isHook(value) ? [name] : Object.keys(value).map((member) => `${name}.${member}`),
  );

function publicationsOf(hooks: Hooks): Publications {
  const found = publications.get(hooks);
  if (!found) throw new Error('The hooks of an application are made by createHooks');
  return found;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
