// `--random N`: asks N random questions, and makes the first wrong answer small before it is shown.
import { type Client, curlOf } from '../runner/client';
import type { Target } from '../target/target';
import { randomQuestion, randomWorld } from './ask';
import { createDice } from './dice';
import type { Filter, Question, World } from './model';
import { Stage, type Wrong } from './play';

const QUESTIONS_PER_WORLD = 40;

/** null: every answer was right. */
export async function runRandom(
  target: Target,
  client: Client,
  count: number,
  seed: number,
  isOwn = true,
): Promise<string | null> {
  const dice = createDice(seed);
  for (let asked = 0; asked < count; asked += QUESTIONS_PER_WORLD) {
    const world = randomWorld(dice);
    const questions = Array.from({ length: Math.min(QUESTIONS_PER_WORLD, count - asked) }, () =>
      randomQuestion(dice, isOwn),
    );
    const found = await firstWrong(target, client, world, questions);
    if (found) return shown(await shrunk(target, client, world, found), seed);
  }
  return null;
}

interface Found {
  readonly question: Question;
  readonly wrong: Wrong;
}

async function firstWrong(
  target: Target,
  client: Client,
  world: World,
  questions: readonly Question[],
): Promise<Found | null> {
  const stage = new Stage(target, client, world);
  let found: Found | null = null;
  try {
    await stage.build();
    for (const question of questions) {
      const wrong = await stage.ask(question);
      if (!wrong) continue;
      found = { question, wrong };
      break;
    }
  } finally {
    // A wrong answer counts more than documents that stay.
    await stage.remove().catch((error: unknown) => {
      if (!found) throw error;
    });
  }
  return found;
}

/** Leaves out one document or one part of the question at a time, as long as the answer stays wrong with the same status. */
async function shrunk(target: Target, client: Client, world: World, found: Found): Promise<Found> {
  for (const [smaller, question] of smallerOnes(world, found.question)) {
    const still = await firstWrong(target, client, smaller, [question]).catch(() => null);
    if (still && still.wrong.status === found.wrong.status) return shrunk(target, client, smaller, still);
  }
  return found;
}

function* smallerOnes(world: World, question: Question): Generator<[World, Question]> {
  const { plains } = world;
  for (let half = Math.ceil(plains.length / 2); half >= 1; half = half === 1 ? 0 : Math.ceil(half / 2))
    for (let at = 0; at < plains.length && plains.length > 1; at += half)
      yield [{ ...world, plains: plains.filter((_, index) => index < at || index >= at + half) }, question];
  const { page } = question;
  if (page) yield [world, { ...question, page: null }];
  if (page && page.first > (page.kind === 'page' ? 1 : 0))
    yield [world, { ...question, page: { ...page, first: page.first - 1 } }];
  for (const key of ['sort', 'fields', 'populate'] as const)
    if (question[key].length > 0) yield [world, { ...question, [key]: question[key].slice(1) }];
  if (question.filter) {
    yield [world, { ...question, filter: null }];
    for (const filter of smallerFilters(question.filter)) yield [world, { ...question, filter }];
  }
}

function* smallerFilters(filter: Filter): Generator<Filter> {
  if ('not' in filter) {
    yield filter.not;
    for (const smaller of smallerFilters(filter.not)) yield { not: smaller };
  }
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : [];
  yield* parts;
  for (const [index] of parts.entries()) {
    const rest = parts.filter((_, other) => other !== index);
    if (rest.length > 0) yield 'all' in filter ? { all: rest } : { any: rest };
  }
}

function shown({ wrong }: Found, seed: number): string {
  return [
    `A random question of seed ${seed} got a wrong answer. These requests show it; ids are new in each run.`,
    ...wrong.wrote.map(curlOf),
    curlOf(wrong.request),
    `expected ${JSON.stringify(wrong.expected)}`,
    `received ${JSON.stringify(wrong.received)}`,
  ].join('\n');
}
