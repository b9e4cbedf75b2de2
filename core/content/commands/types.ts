// `quire types`: writes the content model as TypeScript.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Command, DIR_FLAG, EXIT, textFlag } from '../../kernel/cli/command';
import { print } from '../../kernel/cli/terminal';
import { contentMaps } from './content-maps';

/** Compiled, this file is dist/core/content/commands/types.js. */
const SHARED = join(__dirname, '..', 'documents', 'typed-content.d.ts');

const CONTENT_FILE = join('types', 'content.d.ts');
const CLIENT_FILE = join('types', 'client.ts');

export const typesCommand: Command = {
  name: 'types',
  summary: 'Writes TypeScript types for the content types: documents, inputs, filters.',
  usage: 'quire types [--dir PATH] [--out FILE] [--client]',
  example: 'quire types --client --out ../website/content.ts',
  flags: {
    dir: DIR_FLAG,
    out: {
      type: 'string',
      value: 'FILE',
      description: 'The file. Default: types/content.d.ts, with --client types/client.ts.',
    },
    client: {
      type: 'boolean',
      description: 'For programs that do not install Quire: one file without imports.',
    },
  },
  async run(flags, _word, { createKernel }) {
    const dir = resolve(textFlag(flags, 'dir') ?? '.');
    const { schema, params } = await createKernel({
      dir,
      overrides: { server: { logs: { level: 'silent' } } },
    });
    const isClient = flags.client === true;
    const file = resolve(dir, textFlag(flags, 'out') ?? (isClient ? CLIENT_FILE : CONTENT_FILE));
    const maps = contentMaps(schema, params.values());
    const text = isClient
      ? `${HEAD}\n${maps}\n${sharedTypes()}`
      : `${HEAD}\nimport 'quire-cms';\n\ndeclare module 'quire-cms' {\n${indented(maps)}}\n`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    print(`Wrote ${schema.types.size} content types and ${schema.components.size} components to ${file}.`);
    return EXIT.ok;
  },
};

const HEAD =
  '// Written by quire types. Do not change this file: run the command again after a change of the content types.\n';

const sharedTypes = (): string => readFileSync(SHARED, 'utf8').replace(/^import .*\n/gm, '');

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
