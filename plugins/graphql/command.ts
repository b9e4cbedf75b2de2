// `quire graphql-schema`: writes the SDL, for code generators. Opens no database.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App, PluginCommand } from '../../core';
import type { GraphqlConfig } from './config';
import type { Registered } from './endpoint/open-endpoint';
import { describeSchema } from './schema/describe-schema';

export const schemaCommand = (app: App, config: GraphqlConfig, registered: Registered): PluginCommand => ({
  name: 'graphql-schema',
  description: 'Writes the GraphQL schema as SDL.',
  usage: ['quire graphql-schema [--output FILE] [--dir PATH]'],
  example: 'quire graphql-schema --output schema.graphql',
  flags: {
    output: { type: 'string', value: 'FILE', description: 'The file. Without it, the SDL is printed.' },
  },
  async run({ words, flags, print }) {
    if (words.length > 0) return 2;
    const { printSchema } = require('graphql') as typeof import('graphql');
    const { applicationSchema } =
      require('./endpoint/open-endpoint') as typeof import('./endpoint/open-endpoint');
    const sdl = printSchema(
      applicationSchema(app, config, registered, describeSchema(app, config, registered.extension)).schema,
    );
    if (typeof flags.output === 'string') {
      writeFileSync(resolve(flags.output), `${sdl}\n`);
      print(`Wrote ${flags.output}`);
    } else print(sdl);
    return 0;
  },
});
