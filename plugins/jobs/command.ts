// `quire jobs …`: lists jobs, changes them, runs them.
import { type PluginCommand, type PluginCommandInput, type Registry, StartupError } from '../../core';
import { jobErrors } from './errors';
import type { ManagedJobs, ShownJob } from './manage';
import { STATES } from './routes';
import type { JobDefinition, Jobs } from './types';

const USAGE = 2;
const PAGE = 100;

export interface CommandParts {
  start(): Promise<void>;
  readonly jobs: Jobs;
  readonly managed: ManagedJobs;
  readonly registry: Registry<JobDefinition>;
  /** Runs jobs of this process until the promise ends. */
  work(until: Promise<void>): Promise<void>;
}

export const jobsCommand = (parts: CommandParts): PluginCommand => ({
  name: 'jobs',
  description: 'Lists, retries, cancels and runs jobs.',
  usage: [
    'quire jobs list [--state STATE] [--name NAME] [--page N]',
    'quire jobs show ID',
    'quire jobs retry ID | --name NAME',
    'quire jobs cancel ID',
    'quire jobs run NAME [--payload JSON]',
    'quire jobs work',
  ],
  example: 'quire jobs list --state dead',
  flags: {
    state: { type: 'string', value: 'STATE', description: `With list: ${STATES.join(', ')}.` },
    name: { type: 'string', value: 'NAME', description: 'With list and retry: the name of the jobs.' },
    page: { type: 'string', value: 'N', description: `With list: the page, of ${PAGE} jobs each.` },
    payload: { type: 'string', value: 'JSON', description: 'With run: the payload of the job.' },
  },
  async run(given) {
    const [verb = '', word, extra] = given.words;
    if (extra !== undefined) return USAGE;
    if (verb === 'list' && word === undefined) return list(parts, given);
    if (verb === 'work' && word === undefined) return work(parts, given);
    if (verb === 'retry' && word === undefined && typeof given.flags.name === 'string')
      return retryDead(parts, given, given.flags.name);
    if (word === undefined) return USAGE;
    if (verb === 'run') return run(parts, given, word);
    const { find, retry, cancel } = parts.managed;
    const change = { show: null, retry, cancel }[verb];
    if (change === undefined) return USAGE;
    if (verb === 'retry' && given.flags.name !== undefined)
      throw mistake('--name', 'retry takes an ID or --name, not both; leave out one of them');
    const id = idOf(word);
    await parts.start();
    const job = await find(id);
    if (!job) throw mistake('ID', `there is no job ${id}; "quire jobs list" lists all jobs`);
    given.print(change === null ? JSON.stringify(job, null, 2) : lineOf(await change(id)));
    return 0;
  },
});

async function list({ start, managed }: CommandParts, { flags, print }: PluginCommandInput): Promise<number> {
  const state = STATES.find((known) => known === flags.state);
  if (flags.state !== undefined && !state) throw mistake('--state', `expected ${STATES.join(', ')}`);
  const page = flags.page === undefined ? 1 : idOf(String(flags.page), '--page');
  await start();
  const name = typeof flags.name === 'string' ? flags.name : undefined;
  const { jobs, total } = await managed.list({ state, name, page, pageSize: PAGE });
  for (const job of jobs) print(lineOf(job));
  print(`${jobs.length} of ${total} jobs`);
  return 0;
}

async function retryDead(
  { start, managed, registry }: CommandParts,
  { print }: PluginCommandInput,
  name: string,
): Promise<number> {
  await start();
  const count = await managed.retryDead(name);
  // The plugin of a dead job may be disabled.
  if (count === 0 && !registry.has(name))
    throw mistake('--name', jobErrors.JOB_UNKNOWN(name, registry.nearest(name)).message);
  print(`${count} jobs wait again`);
  return 0;
}

async function run(parts: CommandParts, { flags, print }: PluginCommandInput, name: string): Promise<number> {
  const payload = typeof flags.payload === 'string' ? parsed(flags.payload) : undefined;
  await parts.start();
  const id = await parts.jobs.enqueue(name, payload);
  print(`enqueued ${name} as job ${id}; a process that runs jobs takes it`);
  return 0;
}

async function work(parts: CommandParts, { print }: PluginCommandInput): Promise<number> {
  await parts.start();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  print('running jobs; Ctrl+C (SIGINT) or SIGTERM stops after running jobs have finished');
  await parts.work(stopped);
  return 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw mistake('--payload', `expected JSON, for example --payload '{"id":1}'`);
  }
}

function idOf(word: string, where = 'ID'): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word);
  throw mistake(where, `expected a whole number above 0, got "${word}"`);
}

const lineOf = ({ id, name, state, attempts, due, error }: ShownJob): string =>
  [
    String(id),
    name,
    state,
    `attempts ${attempts}`,
    due && `due ${due}`,
    error && `error: ${error.split('\n')[0]}`,
  ]
    .filter(Boolean)
    .join('  ');

const mistake = (where: string, message: string): StartupError =>
  new StartupError('The command failed:', [{ where, message }]);
