// The command line: finds the command, parses its flags, sets the exit code. Only the requested command is loaded.
import { type Command, columns, EXIT, type Given, runParsed } from './command';
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
    print(load<{ readonly version: string }>('quire-cms/package.json').version);
    return EXIT.ok;
  }
  const commandOf = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!commandOf && name.startsWith('-')) {
    note(`${name} is not a command. Write the command first: quire COMMAND ${name} … See quire --help.`);
    return EXIT.usage;
  }
  try {
    if (commandOf) return await runBuiltIn(commandOf(), rest);
    const { runPluginCommand } = load<typeof import('./plugin-commands')>('./plugin-commands');
    return await runPluginCommand(name, rest, Object.keys(COMMANDS));
  } catch (error) {
    reportError(error, rest.includes('--trace'));
    return EXIT.failed;
  }
}

function runBuiltIn(command: Command, args: readonly string[]): Promise<number | null> {
  const { words: allowed } = command;
  const mistakeIn = ({ flags, words: [word, tooMuch] }: Given): string | null => {
    const wrong = command.check?.(flags) ?? [];
    if (wrong.length > 0) return wrong.join('\n');
    if (!allowed || (tooMuch === undefined && word !== undefined && allowed.includes(word))) return null;
    return `Expected one of: ${allowed.join(', ')}.`;
  };
  return runParsed(command, args, allowed !== undefined, mistakeIn, ({ flags, words }) =>
    command.run(flags, words[0]),
  );
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
    'quire COMMAND --help prints the help of a command, quire --version the version.',
  ].join('\n');
}

// `quire openapi | head`: the reader has closed the pipe.
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
