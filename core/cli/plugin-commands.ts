// Commands that plugins bring: known only once the application in the folder is made. Runs one, and stops what it started.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { nearest } from '../check/checks';
import { thrownMessage } from '../errors/thrown';
import { createKernel } from '../kernel/kernel';
import type { Kernel, PluginCommand } from '../kernel/kernel-surface';
import { BuiltInsThatAreOff } from '../kernel/off-plugins';
import { howToSwitchOn } from '../schema/off-plugins';
import { COMMON_FLAGS, columns, DIR_FLAG, EXIT } from './command';
import { note, print } from './terminal';

/** `own`: the names of the built-in commands, for a guess. */
export async function runPluginCommand(
  name: string,
  args: readonly string[],
  own: readonly string[],
): Promise<number> {
  const guess = nearest(name, own);
  const unknown = (near: string | undefined): number => {
    note(`There is no command "${name}".${near ? ` Did you mean "${near}"?` : ''} See quire --help.`);
    return EXIT.usage;
  };
  const kernel = await kernelIn(dirIn(args)).catch((error: unknown) => {
    if (guess === undefined) throw error;
    return null;
  });
  const command = kernel?.commands.get(name);
  const bringer = kernel && !command && offPlugins(kernel).bringerOf('commands', name);
  if (bringer) {
    note(`"${name}" is a command of the plugin "${bringer}", which is off; ${howToSwitchOn(bringer)}.`);
    return EXIT.usage;
  }
  if (!kernel || !command) return unknown(guess ?? nearest(name, kernel?.commands.names() ?? []));
  const parsed = parse(command, args);
  if (typeof parsed === 'string') {
    note(`${parsed}\n\n${helpOf(command)}`);
    return EXIT.usage;
  }
  if (parsed.flags.help) {
    print(helpOf(command));
    return EXIT.ok;
  }
  try {
    const code = await command.run(kernel, { ...parsed, print, ask });
    if (code === EXIT.usage)
      note(`The words after "quire ${name}" do not fit. It takes:\n\n${helpOf(command)}`);
    return code;
  } finally {
    await kernel.stop();
  }
}

/** Name and line of each; none where there is no application. */
export async function pluginCommands(dir: string): Promise<[string, string][]> {
  try {
    const { commands } = await kernelIn(dir);
    return commands.names().map((name) => [name, commands.get(name)?.summary ?? '']);
  } catch {
    return [];
  }
}

const kernelIn = (dir: string): Promise<Kernel> =>
  createKernel({ dir, overrides: { server: { logs: { level: 'error' } } } });

const offPlugins = ({ plugins }: Kernel): BuiltInsThatAreOff =>
  new BuiltInsThatAreOff(new Set(plugins.map(({ name }) => name)));

/** Flags of a command are known only once the application is, and `--dir` says which it is. */
function dirIn(args: readonly string[]): string {
  const at = args.indexOf('--dir');
  const given = at === -1 ? args.find((word) => word.startsWith('--dir='))?.slice(6) : args[at + 1];
  return given ?? process.cwd();
}

const flagsOf = ({ flags = {} }: PluginCommand) => ({ dir: DIR_FLAG, ...flags, ...COMMON_FLAGS });

function parse(command: PluginCommand, args: readonly string[]) {
  try {
    const options = Object.fromEntries(
      Object.entries(flagsOf(command)).map(([name, { type }]) => [name, { type }]),
    );
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { flags: values as Readonly<Record<string, string | boolean | undefined>>, words: positionals };
  } catch (error) {
    return thrownMessage(error);
  }
}

function helpOf(command: PluginCommand): string {
  const flags = Object.entries(flagsOf(command)).map(([name, flag]): [string, string] => [
    `--${name}${flag.value ? ` ${flag.value}` : ''}`,
    flag.description,
  ]);
  return [command.summary, '', ...command.usage.map((line) => `  ${line}`), '', ...columns(flags)].join('\n');
}

async function ask(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY !== true) {
    for await (const line of createInterface({ input: stdin })) return line;
    return '';
  }
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    stderr.write('\n');
  }
}
