// The command line of the suite: words, flags and their meaning.
import { parseArgs } from 'node:util';
import { CAPABILITIES, type Capability, LEVELS, type Level } from './spec/row';
import { DECLARABLE } from './target/declared';

export interface Options {
  readonly command: 'run' | 'coverage' | 'install' | 'diff' | 'help';
  readonly words: readonly string[];
  readonly url: string | undefined;
  readonly prefix: string;
  readonly graphql: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly declared: readonly string[];
  readonly without: readonly string[];
  readonly plugins: string | undefined;
  readonly database: string;
  readonly profile: 'spec' | 'quire' | 'all' | undefined;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly skipNeeds: readonly string[];
  readonly levels: readonly Level[];
  readonly grep: RegExp | null;
  readonly bail: boolean;
  /** A row that is not applicable fails. */
  readonly strict: boolean;
  readonly timeout: number;
  /** Seconds. */
  readonly maxWait: number;
  readonly concurrency: number;
  /** How many random questions to ask, instead of checking rows; 0: none. */
  readonly random: number;
  readonly seed: number;
  readonly insecure: boolean;
  readonly readOnly: boolean;
  readonly schema: string | undefined;
  readonly layout: string | undefined;
  readonly json: string | undefined;
  readonly junit: string | undefined;
  readonly html: string | undefined;
  readonly badge: string | undefined;
  /** Earlier JSON reports. */
  readonly history: readonly string[];
}

const FLAGS = {
  url: ['string', 'URL', 'the deployment to check; by default the suite starts Quire'],
  prefix: ['string', 'PATH', 'the prefix of API paths (default /api)'],
  graphql: ['string', 'PATH', 'the GraphQL endpoint (default /graphql)'],
  token: ['string', 'TOKEN', 'a token with full access; or CONFORMANCE_TOKEN'],
  'token-read-only': ['string', 'TOKEN', 'an API token that can only read; or CONFORMANCE_TOKEN_READ_ONLY'],
  declare: [
    'strings',
    'NAMES',
    'with --url: capabilities, missing ones with a dash (=graphql,-drafts); an available one must work',
  ],
  without: ['strings', 'PLUGINS', 'plugins of Quire to disable'],
  plugins: ['string', 'FILE', 'more entries of config/plugins, as JSON; their paths start at the file'],
  database: [
    'string',
    'URL',
    'sqlite, or the address of an empty database: mysql://root@127.0.0.1/conformance',
  ],
  profile: ['string', 'NAME', 'spec, quire or all (default: spec with --url, else all)'],
  only: ['strings', 'IDS', 'rows of these sections or with these ids'],
  skip: ['strings', 'IDS', 'rows to skip'],
  'skip-needs': [
    'strings',
    'NEEDS',
    'rows to skip because they need one of these: config,files,production,extension',
  ],
  level: ['strings', 'LEVELS', 'must, should, may, open'],
  grep: ['string', 'REGEXP', 'rows whose id or sentence matches'],
  bail: ['boolean', '', 'stop at the first failed must'],
  strict: ['boolean', '', 'rows that are not applicable fail, except those about a missing feature'],
  timeout: ['string', 'MS', 'timeout of a request in milliseconds (default 15000)'],
  'max-wait': ['string', 'S', 'longest wait after a 429 in seconds (default 5)'],
  concurrency: ['string', 'N', 'cases that run at once (default 4)'],
  random: [
    'string',
    'N',
    'send N random read requests instead of checking rows; compare with a model in memory',
  ],
  seed: ['string', 'S', 'with --random: the seed, to repeat a run'],
  insecure: ['boolean', '', 'accept self-signed certificates'],
  'read-only': ['boolean', '', 'write nothing; check the existing content types by reading'],
  schema: [
    'string',
    'PATH',
    'with --read-only: an OpenAPI document (file or URL) or a folder of schema files',
  ],
  layout: ['string', 'NAME', 'with install: quire or strapi'],
  json: ['string', 'FILE', 'write the report as JSON'],
  junit: ['string', 'FILE', 'write the report as JUnit XML'],
  html: ['string', 'FILE', 'write the report as one HTML file'],
  badge: ['string', 'FILE', 'write a badge as SVG: how many must rows passed'],
  history: [
    'strings',
    'FILES',
    'earlier JSON reports: the report says since when each failed row has failed',
  ],
  help: ['boolean', '', 'print this help'],
} as const satisfies Record<string, readonly ['string' | 'strings' | 'boolean', string, string]>;

/** The command that the reader has: a script of this repository, or the program of the package. */
export const COMMAND =
  process.env.npm_lifecycle_event === 'conformance' ? 'npm run conformance --' : 'npx quire-conformance';

export class WrongUsage extends Error {}

export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parsed(args);
  const text = (name: keyof typeof FLAGS): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const list = (name: keyof typeof FLAGS): string[] => {
    const value = values[name];
    return Array.isArray(value)
      ? value.flatMap((item) => String(item).split(',')).filter((item) => item !== '')
      : [];
  };
  const number = (name: keyof typeof FLAGS, otherwise: number): number => {
    const value = text(name);
    if (value === undefined) return otherwise;
    if (!/^[1-9]\d*$/.test(value))
      throw new WrongUsage(`--${name} takes a whole number from 1, not "${value}".`);
    return Number(value);
  };
  const [word = 'run', ...words] = positionals;
  const command = values.help ? 'help' : word;
  if (!isCommand(command))
    throw new WrongUsage(
      `There is no command "${command}". The commands are run (the default), coverage, install and diff.`,
    );
  if (command === 'diff' && words.length !== 2)
    throw new WrongUsage('diff takes two JSON reports: the earlier one, then the later one.');
  const full = text('token') ?? env.CONFORMANCE_TOKEN;
  const reader = text('token-read-only') ?? env.CONFORMANCE_TOKEN_READ_ONLY;
  const url = addressOf(text('url'));
  const ignored = ROWS_ONLY.filter((name) => values[name] !== undefined);
  if (values.random !== undefined && ignored.length > 0)
    throw new WrongUsage(`--random checks no rows, so it does not take --${ignored.join(', --')}.`);
  return {
    command,
    words,
    url,
    prefix: text('prefix') ?? '/api',
    graphql: text('graphql') ?? '/graphql',
    tokens: { ...(full ? { full } : {}), ...(reader ? { 'read-only': reader } : {}) },
    declared: declaredIn(list('declare'), url, full !== undefined && reader !== undefined),
    without: list('without'),
    plugins: text('plugins'),
    database: text('database') ?? 'sqlite',
    profile: profileOf(text('profile')),
    only: list('only'),
    skip: list('skip'),
    skipNeeds: list('skip-needs').map(needOf),
    levels: list('level').map(levelOf),
    grep: patternOf(text('grep')),
    bail: values.bail === true,
    strict: values.strict === true,
    timeout: number('timeout', 15_000),
    maxWait: number('max-wait', 5),
    concurrency: number('concurrency', 4),
    random: number('random', 0),
    seed: number('seed', 1 + (Date.now() % 1_000_000)),
    insecure: values.insecure === true,
    readOnly: values['read-only'] === true,
    schema: text('schema'),
    layout: text('layout'),
    json: text('json'),
    junit: text('junit'),
    html: text('html'),
    badge: text('badge'),
    history: list('history'),
  };
}

const isCommand = (word: string): word is Options['command'] =>
  ['run', 'coverage', 'install', 'diff', 'help'].includes(word);

/** Options of a run that checks rows. */
const ROWS_ONLY: readonly (keyof typeof FLAGS)[] = [
  ...(['read-only', 'schema', 'json', 'junit', 'html', 'badge', 'history'] as const),
  ...(['profile', 'only', 'skip', 'skip-needs', 'level', 'grep', 'bail', 'strict'] as const),
];

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(FLAGS).map(([name, [kind]]) => [
          name,
          { type: kind === 'boolean' ? 'boolean' : 'string', multiple: kind === 'strings' } as const,
        ]),
      ),
    });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

export function usage(): string {
  const rows = Object.entries(FLAGS).map(([name, [, value, says]]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    says,
  ]);
  return [
    'Checks a deployment against the specification, row by row.',
    '',
    `  ${COMMAND} [--url URL --token TOKEN] [flags]`,
    `  ${COMMAND} coverage`,
    `  ${COMMAND} install --layout quire|strapi DIR`,
    `  ${COMMAND} diff EARLIER.json LATER.json`,
    '',
    ...rows.map(([left, right]) => `  ${left?.padEnd(24)}  ${right}`),
    '',
    'Exit codes: 0 success; 1 a must failed, a response was a 5xx, no row ran, or diff found a row that now fails; 2 wrong usage.',
    '',
    `Example: ${COMMAND} --url https://cms.example.com --token FULL --only rest.filters`,
  ].join('\n');
}

function addressOf(text: string | undefined): string | undefined {
  if (text !== undefined && !/^https?:\/\/[^\s/]+/.test(text))
    throw new WrongUsage(`--url takes an address that starts with http:// or https://, not "${text}".`);
  return text;
}

/** The words of --declare. Without --url, the suite itself starts the application and knows its capabilities. */
function declaredIn(
  words: readonly string[],
  url: string | undefined,
  hasTokens: boolean,
): readonly string[] {
  if (words.length > 0 && url === undefined)
    throw new WrongUsage('--declare needs --url. Use --without to disable a plugin of the own application.');
  const unknown = words.find((word) => !DECLARABLE.includes(word.replace(/^-/, '')));
  if (unknown !== undefined)
    throw new WrongUsage(`--declare takes ${DECLARABLE.join(', ')}; not "${unknown}".`);
  if (words.includes('tokens') && !hasTokens)
    throw new WrongUsage('--declare tokens needs --token and --token-read-only.');
  return words;
}

function profileOf(text: string | undefined): Options['profile'] {
  if (text === undefined || text === 'spec' || text === 'quire' || text === 'all') return text;
  throw new WrongUsage(`--profile takes spec, quire or all, not "${text}".`);
}

function needOf(text: string): Capability {
  if (text in CAPABILITIES) return text;
  throw new WrongUsage(`--skip-needs takes ${Object.keys(CAPABILITIES).join(', ')}; not "${text}".`);
}

function levelOf(text: string): Level {
  const level = LEVELS.find((name) => name === text);
  if (!level) throw new WrongUsage(`--level takes ${LEVELS.join(', ')}; not "${text}".`);
  return level;
}

function patternOf(text: string | undefined): RegExp | null {
  if (text === undefined) return null;
  try {
    return new RegExp(text, 'i');
  } catch {
    throw new WrongUsage(`--grep takes a regular expression; "${text}" is not valid.`);
  }
}
