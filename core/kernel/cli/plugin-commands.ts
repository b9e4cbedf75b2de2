// Runs a command of a plugin. The application in the folder must be loaded to know its commands.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { howToEnable } from '../app/absent-plugins';
import type { Kernel } from '../app/app';
import { builtInPlugins } from '../app/find-plugin';
import { ON_FOR_COMMANDS } from '../app/load-plugins';
import { nearest } from '../check/checks';
import { type CommandHost, DIR_FLAG, EXIT, helpOf, runParsed } from './command';
import { note, print } from './terminal';

/** `own`: the built-in commands, for "Did you mean". */
export async function runPluginCommand(
  name: string,
  args: readonly string[],
  own: readonly string[],
  host: CommandHost,
): Promise<number | null> {
  const guess = nearest(name, own);
  const unknown = (near: string | undefined): number => {
    note(`Unknown command "${name}".${near ? ` Did you mean "${near}"?` : ''} See quire --help.`);
    return EXIT.usage;
  };
  const kernel = await kernelFor(name, dirIn(args), host).catch((error: unknown) => {
    if (guess === undefined) throw error;
    return null;
  });
  const command = kernel?.commands.get(name);
  const provider = command ? undefined : kernel?.disabledPlugins.providerOf('commands', name);
  if (provider !== undefined) {
    note(`"${name}" is a command of the plugin "${provider}", which is disabled; ${howToEnable(provider)}.`);
    return EXIT.usage;
  }
  if (!kernel || !command) return unknown(guess ?? kernel?.commands.nearest(name));
  const { description, usage, flags, example } = command;
  // The log of a command has errors alone. What it changes may not reach processes with another configuration.
  kernel.events.observe('config.differs', ({ sentence }) => note(`Warning: ${sentence}`));
  const described = { summary: description, usage, flags: { dir: DIR_FLAG, ...flags }, example };
  const hasNoMistake = () => null;
  return runParsed(described, args, true, hasNoMistake, async (given) => {
    try {
      const code = await command.run({ ...given, print, ask });
      if (code === EXIT.usage && command.explains !== true)
        note(`Wrong arguments for "quire ${name}". Usage:\n\n${helpOf(described)}`);
      return code;
    } finally {
      await kernel.stop();
    }
  });
}

/** Name and summary of each command; empty without an application. */
export async function pluginCommands(dir: string, host: CommandHost): Promise<[string, string][]> {
  try {
    const { commands } = await kernelIn(dir, host, ON_FOR_COMMANDS);
    return commands.values().map(({ name, description }) => [name, description]);
  } catch {
    return [];
  }
}

/** Other commands do not load the plugins of `ON_FOR_COMMANDS`: they would show parts that the application does not have. */
async function kernelFor(name: string, dir: string, host: CommandHost): Promise<Kernel> {
  const kernel = await kernelIn(dir, host, []);
  if (kernel.commands.get(name)) return kernel;
  const provider = kernel.disabledPlugins.providerOf('commands', name);
  if (provider === undefined || !ON_FOR_COMMANDS.includes(provider)) return kernel;
  await kernel.stop();
  return kernelIn(dir, host, [provider]);
}

function kernelIn(dir: string, { createKernel }: CommandHost, enabled: readonly string[]): Promise<Kernel> {
  const present = builtInPlugins();
  const plugins = enabled.filter((name) => present.includes(name)).map((name) => [name, true]);
  const overrides = { server: { logs: { level: 'error' } }, plugins: Object.fromEntries(plugins) } as const;
  return createKernel({ dir, overrides });
}

/** The application defines the flags of a command, so `--dir` is parsed first. */
function dirIn(args: readonly string[]): string {
  const at = args.indexOf('--dir');
  const given = at === -1 ? args.find((word) => word.startsWith('--dir='))?.slice(6) : args[at + 1];
  return given ?? process.cwd();
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
