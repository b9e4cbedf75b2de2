// The command line of the conformance suite: chooses target, rows and cases, runs them, writes reports.
import { writeFileSync } from 'node:fs';
import { allCases } from './cases/all-cases';
import type { Deployment } from './cases/case';
import { SUBSCRIBED } from './cases/subscriptions-build';
import { contributions } from './find-contributions';
import { install } from './install/install';
import { COMMAND, type Options, readOptions, usage, WrongUsage } from './options';

import { runRandom } from './random/run-random';
import { runReadOnly } from './read-only/run-read-only';
import { badge } from './report/badge';
import { coverageText, problemsOf } from './report/coverage';
import { diffText, type Earlier, hasTurnedRed, readReport } from './report/diff';
import { htmlReport } from './report/html';
import { jsonReport } from './report/json';
import { junitReport } from './report/junit';
import { createProgress, terminalReport } from './report/terminal';
import { isGreen, strictly } from './report/totals';
import { connectRemote } from './runner/remote';
import { type RunResult, run } from './runner/run';
import { selectRows } from './select';
import { SPEC_ROWS } from './spec/all-rows';
import { startOwnApp } from './target/own-app';
import { dropOwnDatabases } from './target/own-databases';
import { addedPlugins } from './target/own-plugins';
import type { Target } from './target/target';
import { Client } from './wire/client';

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args, process.env);
  const extra = contributions();
  const rows = [...SPEC_ROWS, ...extra.rows];
  const cases = [...allCases(), ...extra.cases];
  switch (options.command) {
    case 'help':
      console.log(usage());
      return 0;
    case 'coverage':
      console.log(coverageText(rows, cases, options.words.includes('rows')));
      return 0;
    case 'install':
      console.log(install(options.layout, options.words[0]));
      return 0;
    case 'diff': {
      const [earlier, later] = options.words.map(readReport) as [Earlier, Earlier];
      console.log(diffText(earlier, later));
      return hasTurnedRed(earlier, later) ? 1 : 0;
    }
    case 'run': {
      const problems = problemsOf(rows, cases);
      if (problems.length > 0) throw new Error(`The suite itself is wrong:\n${problems.join('\n')}`);
      const client = new Client({
        timeout: options.timeout,
        insecure: options.insecure,
        sockets: options.concurrency + 2,
        longestWait: options.maxWait * 1000,
        announce: (text) => console.error(text),
      });
      const history = options.history.map(readReport);
      try {
        if (options.random > 0) return await askRandomly(options, client);
        const plain = options.readOnly
          ? await runReadOnly(options, client, rows, createProgress(process.stdout))
          : await checkDeployment(options, client, rows, cases);
        const result = options.strict ? strictly(plain) : plain;
        report(result, options, history);
        for (const wait of client.waits)
          console.log(
            `waited after a 429: ${wait}. Disable the rate limits of the deployment for this run, or lower --max-wait.`,
          );
        return isGreen(result) ? 0 : 1;
      } finally {
        client.close();
      }
    }
  }
}

async function checkDeployment(
  options: Options,
  client: Client,
  rows: typeof SPEC_ROWS,
  cases: ReturnType<typeof allCases>,
): Promise<RunResult> {
  const profile = options.profile ?? (options.url === undefined ? 'all' : 'spec');
  const selected = selectRows(rows, profile, options);
  if (selected.length === 0)
    throw new WrongUsage(`The options select no row. List the rows with: ${COMMAND} coverage rows`);
  const target = await openTarget(options, client);
  try {
    const progress = createProgress(process.stdout);
    return await run({ ...options, rows: selected, cases, target, client, profile, seen: progress });
  } finally {
    await target.close();
  }
}

async function askRandomly(options: Options, client: Client): Promise<number> {
  const { random, seed } = options;
  const isOwn = options.url === undefined;
  const target = await openTarget(options, client, SUBSCRIBED);
  try {
    console.log(`Asking ${random} random questions with --seed ${seed} …`);
    const wrong = await runRandom(target, client, {
      count: random,
      seed,
      isOwn,
      watches: isOwn && target.abilities.get('graphql')?.on ? 1 : 0,
    });
    console.log(wrong ?? `${random} random questions with --seed ${seed}: every answer equals the model.`);
    return wrong === null ? 0 : 1;
  } finally {
    await target.close();
  }
}

/** `deployment`: of an application that the suite starts. */
async function openTarget(options: Options, client: Client, deployment: Deployment = {}): Promise<Target> {
  if (options.url !== undefined) return connectRemote({ ...options, url: options.url, client });
  const { without, database, plugins } = options;
  const added = plugins === undefined ? {} : addedPlugins(plugins);
  return startOwnApp({ client, without, database, added }, deployment);
}

function report(result: RunResult, options: Options, history: readonly Earlier[]): void {
  console.log(terminalReport(result, process.stdout.isTTY === true, history));
  if (options.json) writeFileSync(options.json, jsonReport(result));
  if (options.junit) writeFileSync(options.junit, junitReport(result));
  if (options.html) writeFileSync(options.html, htmlReport(result, history));
  if (options.badge) writeFileSync(options.badge, badge(result));
}

// process.exit stops the started deployments; the default action of a signal does not. A second signal ends at once.
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isInterrupted) process.exit(130);
    isInterrupted = true;
    dropOwnDatabases().finally(() => process.exit(130));
  });

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const wrong = error instanceof WrongUsage;
    console.error(error instanceof Error ? error.message : String(error));
    if (wrong) console.error(`See: ${COMMAND} --help`);
    process.exitCode = wrong ? 2 : 1;
  },
);
