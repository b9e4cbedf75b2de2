// The command line: finds the command, parses its flags, sets the exit code. Only the requested command is loaded.
import { type Command, type CommandHost, columns, EXIT, type Given, helpOf, runParsed } from './command';
import { bold, note, print } from './terminal';

type Commands = Readonly<Record<string, () => Command>>;

const commandsOf = ({ commands }: CommandHost): Commands => ({
  start: () => load<typeof import('./start')>('./start').startCommand,
  develop: () => load<typeof import('./develop')>('./develop').developCommand,
  describe: () => load<typeof import('./describe')>('./describe').describeCommand,
  ...commands,
  'create app': () => load<typeof import('./create/create-app')>('./create/create-app').createAppCommand,
  'create plugin': () =>
    load<typeof import('./create/create-plugin')>('./create/create-plugin').createPluginCommand,
  'create component': () =>
    load<typeof import('./create/create-component')>('./create/create-component').createComponentCommand,
  'create type': () => load<typeof import('./create/create-type')>('./create/create-type').createTypeCommand,
});

type Group = Pick<Command, 'summary' | 'example'>;

/** First words that need a second one: `quire create app`. */
const GROUPS: Readonly<Record<string, Group>> = {
  create: {
    summary: 'Creates applications, plugins, content types and components.',
    example: 'quire create app my-app',
  },
};

const load = <M>(file: string): M => require(file);
const loadReport = (): typeof import('./report-error') => require('./report-error');

const named = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

async function run(args: readonly string[], host: CommandHost): Promise<number | null> {
  const commands = commandsOf(host);
  const { name, rest } = commandIn(args, commands);
  if (name === undefined || name === '--help' || name === 'help') {
    print(await overview(commands, host));
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  if (name === '--version') {
    print(load<typeof import('../app/about')>('../app/about').quireVersion());
    return EXIT.ok;
  }
  const commandOf = named(commands, name);
  const group = named(GROUPS, name);
  if (group) return helpWithGroup(name, group, rest, commands);
  if (!commandOf && name.startsWith('-')) {
    note(`${name} is not a command. Write the command first: quire COMMAND ${name} … See quire --help.`);
    return EXIT.usage;
  }
  try {
    if (commandOf) return await runBuiltIn(commandOf(), rest, host);
    const { runPluginCommand } = load<typeof import('./plugin-commands')>('./plugin-commands');
    const own = Object.keys(commands).map((command) => command.split(' ')[0] ?? command);
    return await runPluginCommand(name, rest, own, host);
  } catch (error) {
    loadReport().reportError(error, rest.includes('--trace'));
    return EXIT.failed;
  }
}

/** The name of a command has one word or two. */
function commandIn(
  args: readonly string[],
  commands: Commands,
): { readonly name?: string; readonly rest: readonly string[] } {
  const two = args.slice(0, 2).join(' ');
  if (Object.hasOwn(commands, two)) return { name: two, rest: args.slice(2) };
  return { name: args[0], rest: args.slice(1) };
}

/** `quire create` without a second word, or with an unknown one. */
function helpWithGroup(name: string, group: Group, args: readonly string[], commands: Commands): number {
  const members = Object.entries(commands)
    .filter(([other]) => other.startsWith(`${name} `))
    .map(([other, commandOf]) => ({ word: other.slice(name.length + 1), command: commandOf() }));
  const rows = members.map(({ word, command }): [string, string] => [word, command.summary]);
  const help = helpOf({
    ...group,
    usage: members.map(({ command }) => command.usage),
    flags: {},
    notes: [...columns(rows), '', `Options of one command: quire ${name} COMMAND --help`].join('\n'),
  });
  const given = args.find((arg) => arg !== '--help');
  const isUnknown = given !== undefined && !members.some(({ word }) => word === given);
  if (args.includes('--help') && !isUnknown) {
    print(help);
    return EXIT.ok;
  }
  const mistake = isUnknown ? `"${given}" is not one of` : 'Expected one of';
  note(`${mistake}: ${members.map(({ word }) => word).join(', ')}.\n\n${help}`);
  return EXIT.usage;
}

function runBuiltIn(command: Command, args: readonly string[], host: CommandHost): Promise<number | null> {
  const takesWord = command.words !== undefined || command.operand !== undefined;
  const mistakeIn = ({ flags, words }: Given): string | null => {
    const wrong = command.check?.(flags) ?? [];
    return wrong.length > 0 ? wrong.join('\n') : mistakeInWords(command, words);
  };
  return runParsed(command, args, takesWord, mistakeIn, ({ flags, words }) =>
    command.run(flags, words[0], host, words.slice(1)),
  );
}

function mistakeInWords({ words: allowed, operand, more }: Command, words: readonly string[]): string | null {
  const [word, tooMuch] = words;
  if (operand !== undefined) return words.length === 1 ? null : `Expected one word: ${operand}.`;
  if (
    !allowed ||
    ((tooMuch === undefined || more !== undefined) && word !== undefined && allowed.includes(word))
  )
    return null;
  return `Expected one of: ${allowed.join(', ')}.`;
}

async function overview(commands: Commands, host: CommandHost): Promise<string> {
  const rows = Object.values(commands)
    .map((commandOf) => commandOf())
    .map(({ name, summary }): [string, string] => [name, summary]);
  const { pluginCommands } = load<typeof import('./plugin-commands')>('./plugin-commands');
  rows.push(...(await pluginCommands(process.cwd(), host)));
  return [
    `${bold('quire')}: a headless content management system`,
    '',
    '  quire COMMAND [OPTIONS]',
    '',
    ...columns(rows),
    '',
    'Options of one command: quire COMMAND --help. Version: quire --version.',
    'In the folder of an application, this list has the commands of its plugins.',
    '',
    'Example: quire create app my-app',
  ].join('\n');
}

/** Runs a command and ends the process with its exit code. Timers of loaded code do not keep the process. */
export function runCommandLine(args: readonly string[], host: CommandHost): void {
  // `quire openapi | head`: the reader has closed the pipe.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT.ok);
  });
  run(args, host).then(
    (code) => {
      if (code !== null) end(code);
    },
    (error: unknown) => {
      loadReport().reportError(error, true);
      end(EXIT.failed);
    },
  );
}

/** After the output is written. */
function end(code: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}
