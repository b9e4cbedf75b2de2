// Cron tasks of a project as scheduled jobs: each tick runs once over all processes. Tasks come from the configuration and from
// `strapi.cron.add`; they become jobs when `bootstrap` has ended.
import { createHash } from 'node:crypto';
import { isDate } from 'node:util/types';
import { type App, check } from '../../../core';
import { OutOfReach } from '../project/out-of-reach';
import type { ProjectConfig } from './project-config';
import type { Store } from './store';

export interface StrapiCron {
  add(tasks: unknown): StrapiCron;
  remove(name: string): StrapiCron;
  readonly jobs: readonly { readonly name: string }[];
}

export interface Cron {
  readonly strapi: StrapiCron;
  /**
   * The tasks of the configuration. Returns what is wrong with them. `isOwn`: the project is the application folder, where config/server is
   * that of Quire.
   */
  read(config: Pick<ProjectConfig, 'get'>, isOwn: boolean): readonly string[];
  /** Makes jobs of all tasks. Throws an error for tasks without the plugin jobs. */
  begin(): Promise<void>;
}

export const NEEDS_JOBS =
  'the project has cron tasks, and the plugin "jobs" is disabled; write jobs: true in config/plugins, or remove the tasks';

interface Task {
  readonly name: string;
  readonly run: (tools: { readonly strapi: unknown }, at: Date) => unknown;
  /** A cron expression, or the time of the only run; null: that time had passed when the task was added. */
  readonly rule: string | Date | null;
  readonly timeZone?: string;
  /** Milliseconds; ticks outside run nothing. */
  readonly start: number;
  readonly end: number;
}

/** Tasks of Strapi know no signal, so they have no timeout in practice. */
const DAY = 86_400_000;

export function createCron(app: App, strapi: () => unknown, mark: Store['mark']): Cron {
  const tasks = new Map<string, Task>();
  let hasBegun = false;

  function change(part: string): void {
    if (hasBegun)
      throw new OutOfReach(
        `strapi.cron.${part} after startup`,
        'call it in register or bootstrap of src/index',
      );
  }

  const own: StrapiCron = {
    add(given) {
      change('add');
      for (const task of tasksOf(given)) tasks.set(task.name, task);
      return own;
    },
    remove(name) {
      change('remove');
      tasks.delete(name);
      return own;
    },
    get jobs() {
      return [...tasks.keys()].map((name) => ({ name }));
    },
  };

  const jobOf = ({ name, run, rule, timeZone, start, end }: Task): Parameters<App['jobs']['add']>[0] => ({
    name: jobName(name),
    description: `Runs the cron task "${name}" of the project`,
    // Strapi does not repeat a task that failed.
    retries: 0,
    timeout: DAY,
    ...(typeof rule === 'string' ? { schedule: { cron: rule, ...(timeZone ? { timeZone } : {}) } } : {}),
    async run(_payload, { tick }) {
      const at = tick ?? new Date();
      if (at.getTime() >= start && at.getTime() <= end) await run({ strapi: strapi() }, at);
    },
  });

  return {
    strapi: own,
    read(config, isOwn) {
      try {
        if (isOwn) own.add(config.get('cron-tasks', {}));
        else if (config.get('server.cron.enabled', true) === true)
          own.add(config.get('server.cron.tasks', {}));
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)];
      }
      return tasks.size > 0 && !('jobs' in app) ? [NEEDS_JOBS] : [];
    },
    async begin() {
      hasBegun = true;
      if (tasks.size === 0) return;
      if (!('jobs' in app)) throw new Error(NEEDS_JOBS);
      for (const task of tasks.values()) app.jobs.add(jobOf(task));
      const { readOnly } = app.config.server;
      for (const { name, rule } of tasks.values())
        if (isDate(rule) && !readOnly)
          // Another process may have run the task before this one begins.
          await app.documents.transaction(async () => {
            if (await mark(jobName(name), rule))
              await app.jobs.enqueue(jobName(name), null, { at: rule, dedupe: jobName(name) });
          });
    },
  };
}

/** `{ '0 1 * * *': function }`, or `{ name: { task, options } }`. */
function tasksOf(given: unknown): Task[] {
  if (!check.isPlainObject(given)) throw new Error(`the cron tasks are ${typeof given}; export an object`);
  return Object.entries(given).map(([name, value]) => {
    if (typeof value === 'function') return { name, run: value.bind(given), rule: name, ...ALWAYS };
    const task = check.isPlainObject(value) ? value.task : undefined;
    if (!check.isPlainObject(value) || typeof task !== 'function')
      throw new Error(`the cron task "${name}" has no function; write { task, options: { rule } }`);
    return { name, run: task.bind(value), ...ruleOf(name, value.options) };
  });
}

const ALWAYS = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

function ruleOf(name: string, options: unknown): Omit<Task, 'name' | 'run'> {
  const whole = check.isPlainObject(options) && 'rule' in options ? options : { rule: options };
  const { rule, tz, start, end } = whole;
  const timeZone = tz ?? (check.isPlainObject(rule) ? rule.tz : undefined) ?? undefined;
  return {
    rule: textOf(name, rule),
    ...(typeof timeZone === 'string' ? { timeZone } : {}),
    start: momentOf(start) ?? ALWAYS.start,
    end: momentOf(end) ?? ALWAYS.end,
  };
}

const momentOf = (value: unknown): number | null =>
  value === undefined || value === null ? null : new Date(value as string | number | Date).getTime();

function textOf(name: string, rule: unknown): string | Date | null {
  if (typeof rule === 'string') return rule;
  if (typeof rule === 'number' || isDate(rule)) return Number(rule) > Date.now() ? new Date(rule) : null;
  if (!check.isPlainObject(rule) || !FIELDS.some((field) => field in rule))
    throw new Error(`the cron task "${name}" has no rule; write a cron expression such as "0 3 * * *"`);
  return FIELDS.map((field) => fieldOf(rule[field], field)).join(' ');
}

/** The parts of a rule in the order of a cron expression. */
const FIELDS = ['second', 'minute', 'hour', 'date', 'month', 'dayOfWeek'] as const;

function fieldOf(value: unknown, field: string): string {
  // Months of Strapi begin with 0.
  const shift = field === 'month' ? 1 : 0;
  if (value === undefined || value === null) return field === 'second' ? '0' : '*';
  if (Array.isArray(value)) return value.map((one) => fieldOf(one, field)).join(',');
  if (!check.isPlainObject(value)) return typeof value === 'number' ? String(value + shift) : String(value);
  const { start, from, end, to, step } = value;
  const range = `${Number(start ?? from) + shift}-${Number(end ?? to) + shift}`;
  return step === undefined || step === null ? range : `${range}/${Number(step)}`;
}

/** Names of jobs have few characters; a hash keeps others apart. */
function jobName(name: string): string {
  const text = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  const isSame = text === name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 6);
  return `strapi.cron.${isSame ? text : [text, hash].filter((part) => part !== '').join('-')}`;
}
