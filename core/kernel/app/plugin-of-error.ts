// Finds the plugin of an error: the plugin of the failed tap, or else the first plugin in the stack trace.
import { dirname, join, parse, sep } from 'node:path';
import { errorSourceOf } from '../errors/error-source';
import { BUILT_IN, BUILT_IN_SOURCE } from './find-plugin';

interface PluginSource {
  readonly name: string;
  readonly source: string;
}

export function pluginOfError(error: unknown, plugins: readonly PluginSource[]): string | undefined {
  const failed = errorSourceOf(error);
  if (failed) return failed.plugin;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = plugins.map(({ name, source }) => ({ name, place: placeOf(name, source) }));
  for (const line of stack.split('\n')) {
    const found = places.find(({ place }) => place !== null && line.includes(place));
    if (found) return found.name;
  }
  return undefined;
}

/** The folder of `index.js`, a single file otherwise; null: the plugin was passed as an object. */
function placeOf(name: string, source: string): string | null {
  if (source === BUILT_IN_SOURCE) return join(BUILT_IN, name) + sep;
  const { root, name: stem } = parse(source);
  if (root === '') return null;
  return stem === 'index' ? dirname(source) + sep : source;
}
