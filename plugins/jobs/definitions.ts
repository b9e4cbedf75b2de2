// The jobs that plugins add, with defaults and checks. Errors of their functions name the plugin.
import { type Check, check, type Issue, Registry, runCheck } from '../../core';
import type { JobsConfig } from './config';
import { type CronRule, cronRule, type Schedule } from './cron';
import type { JobDefinition } from './types';

export interface KnownJob extends JobDefinition {
  readonly plugin: string;
  readonly concurrency: number;
  readonly retries: number;
  readonly timeout: number;
  readonly backoff: { readonly first: number; readonly most: number };
}

export interface ScheduledJob {
  readonly name: string;
  readonly rule: CronRule;
  readonly missed: 'skip' | 'once';
  readonly payload: unknown;
}

const NAME = /^[a-z][a-z0-9.-]{0,119}$/;
const FIRST = 1_000;
const MOST = 600_000;

export const createJobRegistry = (config: JobsConfig): Registry<JobDefinition> =>
  new Registry('job', {
    names: (name) =>
      NAME.test(name)
        ? undefined
        : 'its name needs lower-case letters, digits, "." and "-", at most 120, such as "shop.send-invoice"',
    check: jobCheck(config),
  });

const { anyOf, anything, callable, integer, object, oneOf, optional, string } = check;
const count = optional(integer({ min: 1, max: 2_147_483_647 }));

const schedule = anyOf(
  'a cron expression, or { cron, timeZone, missed, payload }',
  string(),
  object({
    cron: string(),
    timeZone: optional(string()),
    missed: optional(oneOf('skip', 'once')),
    payload: optional(anything()),
  }),
);

function jobCheck(config: JobsConfig): Check<unknown> {
  const form = object({
    name: string(),
    description: optional(string()),
    payload: optional(anything()),
    run: callable(),
    abandoned: optional(callable()),
    schedule: optional(schedule),
    concurrency: count,
    retries: optional(integer({ min: 0, max: 10_000 })),
    backoff: optional(object({ first: count, most: count })),
    timeout: count,
  });
  return {
    ...form,
    parse(input, path, issues) {
      const before = issues.length;
      const value = form.parse(input, path, issues);
      if (issues.length > before || value.schedule === undefined) return value;
      const whole = scheduleOf(value.schedule as string | Schedule, config);
      const made = cronRule(whole);
      if (typeof made === 'string') issues.push({ path: [...path, 'schedule'], message: made });
      issues.push(...payloadIssues(value.payload as JobDefinition['payload'], whole, path));
      return value;
    },
  };
}

/** The job of a tick gets the payload as JSON. */
function payloadIssues(
  check: JobDefinition['payload'],
  { payload }: Schedule,
  path: Issue['path'],
): readonly Issue[] {
  if (check === undefined) return [];
  return runCheck(check, JSON.parse(JSON.stringify(payload ?? null))).issues.map((issue) => ({
    path: [...path, 'schedule', 'payload', ...issue.path],
    message: `${issue.message}; change it, or change the check \`payload\` of the job, which would refuse each tick`,
  }));
}

const scheduleOf = (schedule: string | Schedule, { timeZone }: JobsConfig): Schedule => ({
  timeZone,
  ...(typeof schedule === 'string' ? { cron: schedule } : schedule),
});

export const knownJobs = (registry: Registry<JobDefinition>, config: JobsConfig): Map<string, KnownJob> =>
  new Map(
    registry.entries().map(({ name, value, plugin }): [string, KnownJob] => [
      name,
      {
        ...value,
        plugin,
        concurrency: Math.min(value.concurrency ?? config.concurrency, config.concurrency),
        retries: value.retries ?? config.retries,
        timeout: value.timeout ?? config.timeout,
        backoff: { first: value.backoff?.first ?? FIRST, most: value.backoff?.most ?? MOST },
      },
    ]),
  );

export const scheduledJobs = (registry: Registry<JobDefinition>, config: JobsConfig): ScheduledJob[] =>
  registry.values().flatMap(({ name, schedule }) => {
    if (schedule === undefined) return [];
    const whole = scheduleOf(schedule, config);
    const rule = cronRule(whole);
    if (typeof rule === 'string') return [];
    return [{ name, rule, missed: whole.missed ?? 'skip', payload: whole.payload ?? null }];
  });
