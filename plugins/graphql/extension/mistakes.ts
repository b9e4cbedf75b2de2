// Mistakes of extensions, each with its plugin, its place and a remedy. They stop startup.
import type { ASTNode } from 'graphql';
import { type Mistake, StartupError } from '../../../core';

/** A value of an extension, with the plugin that added it. */
export interface Added<T> {
  readonly plugin: string;
  readonly value: T;
}

export const mistakeOf = (plugin: string, at: string, message: string): Mistake => ({
  where: `plugin ${plugin}`,
  at,
  message,
});

export function refuse(mistakes: readonly Mistake[]): void {
  if (mistakes.length > 0) throw startupError(mistakes);
}

export const startupError = (mistakes: readonly Mistake[]): StartupError =>
  new StartupError('A GraphQL extension cannot be used:', mistakes);

const withRemedy = (message: string, remedy: string | undefined): string =>
  remedy === undefined ? message : `${message.replace(/\.$/, '')}; ${remedy}`;

interface Attempted {
  readonly plugin: string;
  readonly at: string;
  /** What the author of the plugin can do; absent: the errors of the work say it. */
  readonly remedy?: string;
}

/** Runs work on the values of one plugin. */
export function attempt<T>({ plugin, at, remedy }: Attempted, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw startupError([mistakeOf(plugin, at, withRemedy(message, remedy))]);
  }
}

/** Runs work on the values of all plugins. After an error, runs the work on the values of one plugin after the other, to find the plugin. */
export function attemptAll<V, T>(
  values: readonly Added<V>[],
  key: Omit<Attempted, 'plugin'>,
  work: (values: readonly V[]) => T,
): T {
  try {
    return work(values.map(({ value }) => value));
  } catch (error) {
    for (const { plugin, value } of values) attempt({ ...key, plugin }, () => work([value]));
    const plugin = [...new Set(values.map((each) => each.plugin))].join(', ');
    return attempt({ ...key, plugin }, () => {
      throw error;
    });
  }
}

/** The plugin whose SDL has the node; undefined: the node is generated. */
export const pluginOfNode = (node: ASTNode | null | undefined): string | undefined => node?.loc?.source.name;

const REMEDY = 'correct the SDL of the plugin';

interface DefinitionError {
  readonly message: string;
  readonly nodes?: readonly ASTNode[] | undefined;
}

/** The errors of definitions, as mistakes of the plugins that wrote the definitions. */
export const definitionMistakes = (errors: readonly DefinitionError[]): Mistake[] =>
  errors.map(({ message, nodes = [] }) => {
    const node = nodes.find((each) => pluginOfNode(each) !== undefined);
    const line = node?.loc?.startToken.line;
    const at = line === undefined ? 'typeDefs' : `typeDefs, line ${line}`;
    return mistakeOf(pluginOfNode(node) ?? 'graphql', at, withRemedy(message, REMEDY));
  });
