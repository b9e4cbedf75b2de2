// Capabilities that are known without a request: those of an application that the suite starts, and those that --declare names.
// Their rows run in any case. A declared capability that does not answer fails its rows.
import { CAPABILITIES, type Capability } from '../spec/row';
import type { Ability } from './target';

/** Capabilities that a foreign deployment may have. The others need a start by the suite. */
export const DECLARABLE: readonly Capability[] = [
  'drafts',
  'i18n',
  'auth',
  'tokens',
  'upload',
  'formats',
  'graphql',
  'aggregates',
  'sandbox',
];

/** The plugin of Quire that brings the capability. */
const PLUGIN_OF: Readonly<Record<string, string>> = {
  drafts: 'draft-and-publish',
  i18n: 'i18n',
  auth: 'users-permissions',
  tokens: 'api-tokens',
  upload: 'upload',
  formats: 'upload',
  graphql: 'graphql',
  aggregates: 'graphql',
  sandbox: 'graphql',
  extension: 'graphql',
  openapi: 'openapi',
};

/** Of an application that the suite starts with these plugins. */
export function ownAbilities(plugins: readonly string[]): Map<Capability, Ability> {
  return new Map(
    Object.keys(CAPABILITIES).map((name): [string, Ability] => {
      const plugin = PLUGIN_OF[name];
      if (plugin !== undefined && !plugins.includes(plugin))
        return [name, { on: false, because: `the plugin ${plugin} is disabled` }];
      if (name === 'formats' && !isInstalled('sharp'))
        return [name, { on: false, because: 'the package sharp is not installed' }];
      return [name, { on: true, because: 'the suite starts the deployment itself' }];
    }),
  );
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** `graphql`: available; `-graphql`: missing. */
export function declaredAbilities(declared: readonly string[]): Map<Capability, Ability> {
  return new Map(
    declared.map((word) => [
      word.replace(/^-/, ''),
      { on: !word.startsWith('-'), because: `--declare ${word}` },
    ]),
  );
}

/** Of a deployment that is only read: detection would write. */
export const unknownAbilities = (): Map<Capability, Ability> =>
  new Map(
    DECLARABLE.map((name) => [
      name,
      { on: false, because: 'reading does not detect it', undeclared: true } as const,
    ]),
  );

/** Of a deployment that the suite reaches over the network. */
export function remoteAbilities(): Map<Capability, Ability> {
  const because = 'the suite did not start the deployment';
  return new Map(
    Object.keys(CAPABILITIES)
      .filter((name) => !DECLARABLE.includes(name))
      .map((name) => [name, { on: false, because }]),
  );
}
