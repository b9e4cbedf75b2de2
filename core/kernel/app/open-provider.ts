// Opens a provider that the configuration of a plugin names: a built-in one, or a module of the application. A mistake in its name or
// options stops startup.
import { loadModule } from '../config/load-module';
import { resolveModule } from '../config/resolve-module';
import { StartupError } from '../errors/startup-error';
import { thrownMessage } from '../errors/thrown';
import type { Logger } from '../log/logger';

/** The export of a provider module: this function, or `{ init }`. Throws when the options are wrong. */
export type ProviderFactory<P> = (
  options: Readonly<Record<string, unknown>>,
  host: ProviderHost,
) => P | Promise<P>;

export interface ProviderHost {
  /** The folder of the application. */
  readonly dir: string;
  readonly log: Logger;
}

export interface ProviderChoice<P> {
  /** The first line of a message: `Mails cannot be sent:`. */
  readonly failure: string;
  /** The key of the name: `email.config.provider`. The key of the options is this key with `Options`. */
  readonly at: string;
  /** A built-in provider, a path or a package. */
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly builtIn: Readonly<Record<string, ProviderFactory<P>>>;
  /** The value that the function of a module returns: `{ send }`. */
  readonly returns: string;
}

export async function openProvider<P>(host: ProviderHost, choice: ProviderChoice<P>): Promise<P> {
  const { failure, at, name, options, builtIn } = choice;
  const { dir, log } = host;
  const mistake = (key: string, message: string): StartupError =>
    new StartupError(failure, [{ where: 'config/plugins', at: key, message }]);
  const factory = Object.hasOwn(builtIn, name) ? builtIn[name] : await load();
  if (!factory)
    throw mistake(
      at,
      `"${name}" must export a function (options, { dir, log }) that returns ${choice.returns}`,
    );
  try {
    return await factory(options, { dir, log });
  } catch (error) {
    throw mistake(`${at}Options`, `the provider "${name}" failed to start: ${thrownMessage(error)}`);
  }

  async function load(): Promise<ProviderFactory<P> | undefined> {
    try {
      const exported = await loadModule(resolveModule(name, dir));
      return [exported, (exported as { init?: unknown } | null)?.init].find(isFactory<P>);
    } catch (error) {
      const known = Object.keys(builtIn).join(', ');
      throw mistake(at, `${thrownMessage(error)}; the built-in providers are ${known}`);
    }
  }
}

const isFactory = <P>(value: unknown): value is ProviderFactory<P> => typeof value === 'function';
