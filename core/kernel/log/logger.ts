// Structured logs: one line per event, as JSON or text. The output never contains values of secrets (secret-names.ts).
import { HIDDEN, SecretNames } from '../errors/secret-names';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export interface Logger {
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  child(fields: Readonly<Record<string, unknown>>): Logger;
  /** Whether lines of this level are written. */
  isEnabled(level: LogLevel): boolean;
}

export interface LoggerOptions {
  readonly level?: LogLevel;
  readonly format?: 'json' | 'pretty';
  /** Absent: the built-in names. */
  readonly secrets?: SecretNames;
  /** Receives a whole line with its line end. */
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

type Fields = Readonly<Record<string, unknown>>;

const LOG_LEVELS: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];
const MAX_DEPTH = 6;

export function createLogger(options: LoggerOptions = {}): Logger {
  const threshold = LOG_LEVELS.indexOf(options.level ?? 'info');
  const write = options.write ?? ((line: string) => void process.stdout.write(line));
  const now = options.now ?? (() => new Date());
  const print = options.format === 'pretty' ? printPretty : printJson;
  const secrets = options.secrets ?? new SecretNames();

  const build = (bound: Fields): Logger => {
    const at = (level: Exclude<LogLevel, 'silent'>) => {
      if (LOG_LEVELS.indexOf(level) > threshold) return () => undefined;
      return (message: string, fields?: Fields) =>
        write(`${print(now(), level, message, printable({ ...bound, ...fields }, secrets, 0) as Fields)}\n`);
    };
    return {
      error: at('error'),
      warn: at('warn'),
      info: at('info'),
      debug: at('debug'),
      child: (fields) => build({ ...bound, ...fields }),
      isEnabled: (level) => LOG_LEVELS.indexOf(level) <= threshold,
    };
  };
  return build({});
}

function printJson(time: Date, level: LogLevel, message: string, fields: Fields): string {
  return JSON.stringify({ time: time.toISOString(), level, message, ...fields });
}

function printPretty(time: Date, level: LogLevel, message: string, fields: Fields): string {
  const { error, ...rest } = fields;
  const pairs = Object.entries(rest).map(
    ([key, value]) => ` ${key}=${typeof value === 'string' ? plain(value) : JSON.stringify(value)}`,
  );
  const stack = error === undefined ? '' : `\n  ${stackOf(error).replaceAll('\n', '\n  ')}`;
  return `${time.toISOString().slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${message.split('\n').map(plain).join('\n')}${pairs.join('')}${stack}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text of clients must not start a new line or move the cursor. */
const plain = (text: string): string =>
  text.replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

function stackOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'stack' in error) return String(error.stack);
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
}

/** A copy for JSON: without secrets, cycles and functions, of limited depth. */
function printable(value: unknown, secrets: SecretNames, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return String(value.toString()).slice(0, 60);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => printable(item, secrets, depth + 1));
  const out: Record<string, unknown> = {};
  const isError = value instanceof Error;
  if (isError) {
    out.name = value.name;
    out.message = secrets.messageOf(value);
    out.stack = out.message === value.message ? value.stack : framesOf(value);
    if (value.cause !== undefined) out.cause = printable(value.cause, secrets, depth + 1);
  }
  const isHidden = (key: string): boolean =>
    depth === 0 || isError ? secrets.hasField(key) : secrets.has(key) || isQuoting(key, value, secrets);
  for (const [key, item] of Object.entries(value))
    out[key] = isHidden(key) && item != null ? HIDDEN : printable(item, secrets, depth + 1);
  return out;
}

/** The message and the value of an issue about a secret. */
const isQuoting = (key: string, issue: object, secrets: SecretNames): boolean =>
  (key === 'message' || key === 'value') && secrets.isAbout(issue);

/** The stack begins with the message, which quotes a secret. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');
