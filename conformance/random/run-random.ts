// `--random N`: asks N random questions, and makes the first wrong answer small before it is shown.

import type { RandomOptions } from '../cases/random-options';
import type { Target } from '../target/target';
import { type Client, curlOf } from '../wire/client';
import { Asking } from './ask';
import { createDice, type Dice } from './dice';
import { KINDS, type KindName } from './kinds';
import type { Over, Question } from './model';
import { Stage } from './play';
import { type Found, shrunk } from './shrink';
import { type Limits, randomWorld, type World } from './world';

const QUESTIONS_PER_WORLD = 25;

interface WrongWorld {
  readonly world: World;
  readonly found: Found;
}

/** null: all answers were correct. */
export async function runRandom(
  target: Target,
  client: Client,
  options: RandomOptions,
): Promise<string | null> {
  const wrong = await firstWrongAnswer(target, client, options);
  if (!wrong) return null;
  const { watched = [] } = wrong.world;
  const fails = (smaller: World, question: Question | null): Promise<Found | null> =>
    firstWrong(target, client, { ...smaller, watched }, question ? [question] : []).catch(() => null);
  return toMessage(await shrunk(wrong.world, wrong.found, fails), options.seed);
}

/** As it was found, with all documents of its world. */
export async function firstWrongAnswer(
  target: Target,
  client: Client,
  { count, seed, isOwn, kinds: named, over = overOf(target, isOwn), watches = 0 }: RandomOptions,
): Promise<WrongWorld | null> {
  const dice = createDice(seed);
  const kinds = named ? named.filter(isKind) : kindsOf(target, isOwn);
  const limits: Limits = { isOwn, kinds, over };
  const asking = new Asking(dice, limits);
  for (let asked = 0; asked < count; asked += QUESTIONS_PER_WORLD) {
    const made = randomWorld(dice, limits);
    asking.about(made);
    const world = shown(made, dice, asking, isOwn);
    const questions = Array.from({ length: Math.min(QUESTIONS_PER_WORLD, count - asked) }, () =>
      asking.question(world),
    );
    const watched = Array.from({ length: watches }, () => asking.watch(world));
    const found = await firstWrong(target, client, { ...world, watched }, questions);
    if (found) return { world: { ...world, watched }, found };
  }
  return null;
}

/** Answers to writes show relations and components too. */
const shown = (world: World, dice: Dice, asking: Asking, isOwn: boolean): World => ({
  ...world,
  writes: world.writes.map((write) =>
    isOwn && write.body && dice.once(4) ? { ...write, shows: asking.shown(write) } : write,
  ),
});

const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name);

function kindsOf({ abilities }: Target, isOwn: boolean): readonly KindName[] {
  const hasVersions = ['drafts', 'i18n'].every((name) => abilities.get(name)?.on);
  return [
    'plains',
    ...(hasVersions ? (['articles'] as const) : []),
    ...(hasVersions && isOwn ? (['samples', 'pointers'] as const) : []),
  ];
}

/** Other deployments have other GraphQL schemas. */
const overOf = ({ abilities }: Target, isOwn: boolean): readonly Over[] =>
  isOwn && abilities.get('graphql')?.on ? ['rest', 'rest', 'graphql'] : ['rest'];

/** The first wrong answer to a write or to a question. */
async function firstWrong(
  target: Target,
  client: Client,
  world: World,
  questions: readonly Question[],
): Promise<Found | null> {
  const stage = new Stage(target, client, world);
  let found: Found | null = null;
  try {
    for (const question of world.watched ?? []) await stage.watch(question);
    const wrote = await stage.build();
    if (wrote) found = { question: null, wrong: wrote };
    for (const question of found ? [] : questions) {
      const wrong = await stage.ask(question);
      if (!wrong) continue;
      found = { question, wrong };
      break;
    }
  } finally {
    // After a wrong answer, an error of the removal is ignored: the wrong answer is more important.
    await stage.remove().catch((error: unknown) => {
      if (!found) throw error;
    });
  }
  return found;
}

function toMessage({ wrong }: Found, seed: number): string {
  return [
    `A random question of seed ${seed} got a wrong answer. These requests show it; ids are new in each run.`,
    ...wrong.wrote.map(curlOf),
    curlOf(wrong.request),
    `expected ${JSON.stringify(wrong.expected)}`,
    `received ${JSON.stringify(wrong.received)}`,
  ].join('\n');
}
