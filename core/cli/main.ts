#!/usr/bin/env node
// The command line: finds the command, parses its flags, turns its outcome into an exit code. Commands are loaded when asked
// for, so that a start does not pay for the others.
import { parseArgs } from 'node:util';
import { thrownMessage } from '../errors/thrown';
import { type Command, columns, EXIT, helpOf, parseOptions } from './command';
import { reportError } from './report-error';
import { bold, note, print } from './terminal';

const COMMANDS: Readonly<Record<string, () => Command>> = {
  start: () => load<typeof import('./start')>('./start').startCommand,
  develop: () => load<typeof import('./develop')>('./develop').developCommand,
  describe: () => load<typeof import('./describe')>('./describe').describeCommand,
  migrate: () => load<typeof import('./migrate')>('./migrate').migrateCommand,
  doctor: () => load<typeof import('./doctor')>('./doctor').doctorCommand,
};

const load = <M>(file: string): M => require(file);

async function main(args: readonly string[]): Promise<number | null> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === 'help') {
    print(await overview());
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  if (name === '--version') {
    print(load<{ readonly version: string }>('quire/package.json').version);
    return EXIT.ok;
  }
  const commandOf = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!commandOf && name.startsWith('-')) {
    note(`${name} stands where a command is expected; write quire COMMAND ${name} … See quire --help.`);
    return EXIT.usage;
  }
  if (!commandOf) return runOther(name, rest);
  const command = commandOf();
  const parsed = parse(command, rest);
  if (typeof parsed === 'string') {
    note(`${parsed}\n\n${helpOf(command)}`);
    return EXIT.usage;
  }
  if (parsed.flags.help) {
    print(helpOf(command));
    return EXIT.ok;
  }
  try {
    return await command.run(parsed.flags, parsed.word);
  } catch (error) {
    reportError(error, parsed.flags.trace === true);
    return EXIT.failed;
  }
}

/** A command of a plugin of the application in this folder, or none. */
async function runOther(name: string, args: readonly string[]): Promise<number> {
  const { runPluginCommand } = load<typeof import('./plugin-commands')>('./plugin-commands');
  try {
    return await runPluginCommand(name, args, Object.keys(COMMANDS));
  } catch (error) {
    reportError(error, args.includes('--trace'));
    return EXIT.failed;
  }
}

function parse(command: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: parseOptions(command),
      allowPositionals: command.words !== undefined,
    });
    const flags = values as Readonly<Record<string, string | boolean | undefined>>;
    const [word, tooMuch] = positionals;
    if (flags.help) return { flags, word };
    const wrong = command.check?.(flags) ?? [];
    if (wrong.length > 0) return wrong.join('\n');
    if (!command.words) return { flags, word };
    if (tooMuch !== undefined || word === undefined || !command.words.includes(word))
      return `Expected one of: ${command.words.join(', ')}.`;
    return { flags, word };
  } catch (error) {
    return thrownMessage(error);
  }
}

async function overview(): Promise<string> {
  const rows = Object.values(COMMANDS)
    .map((commandOf) => commandOf())
    .map(({ name, summary }): [string, string] => [name, summary]);
  const { pluginCommands } = load<typeof import('./plugin-commands')>('./plugin-commands');
  rows.push(...(await pluginCommands(process.cwd())));
  return [
    `${bold('quire')}: content types in files, documents over HTTP`,
    '',
    ...columns(rows),
    '',
    'quire COMMAND --help says more, quire --version which version this is.',
  ].join('\n');
}

// `quire openapi | head`: whoever reads has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.ok);
});

main(process.argv.slice(2)).then(
  (code) => {
    if (code !== null) process.exitCode = code;
  },
  (error: unknown) => {
    reportError(error, true);
    process.exitCode = EXIT.failed;
  },
);
