// The generated definitions and the SDL of plugins → one document. Each node of a plugin's SDL has the plugin as the name of its source.
import { type DefinitionNode, type DocumentNode, Kind, parse, Source } from 'graphql';
import { validateSDL } from 'graphql/validation/validate';
import { type Added, attempt, attemptAll, definitionMistakes, refuse } from './mistakes';

/** SDL, with the plugin that wrote it. */
export type PluginSdl = Added<string>;

const AT = { at: 'typeDefs', remedy: 'correct the SDL of the plugin' };

/** `parts` extend the generated types; `extensions` may define fields of these types again. */
export function joinDefinitions(
  generated: string,
  parts: readonly PluginSdl[],
  extensions: readonly PluginSdl[],
): DocumentNode {
  const definitions: DefinitionNode[] = [
    ...parse(generated, { noLocation: true }).definitions,
    ...parts.flatMap((part) => parsed(part).definitions),
  ];
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  const whole = extensions.length === 0 ? document : merged(document, extensions);
  refuse(definitionMistakes(validateSDL(whole)));
  return whole;
}

const parsed = ({ plugin, value }: PluginSdl): DocumentNode =>
  attempt({ ...AT, plugin }, () => parse(new Source(value, plugin)));

// The package is loaded for extensions only.
function merged(document: DocumentNode, extensions: readonly PluginSdl[]): DocumentNode {
  const { mergeTypeDefs } = require('@graphql-tools/merge') as typeof import('@graphql-tools/merge');
  const documents = extensions.map((each) => ({ plugin: each.plugin, value: parsed(each) }));
  return attemptAll(documents, AT, (each) => mergeTypeDefs([document, ...each]));
}
