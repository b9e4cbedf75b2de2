// The site that all attacks of a run use: the deployment, its content types, two accounts, and a source of random choices.
import { makeUser } from '../../conformance/cases/accounts';
import type { Bench } from '../../conformance/cases/case';
import type { Dice } from '../../conformance/random/dice';
import { isObject } from '../../conformance/read-only/learned-type';
import type { Target } from '../../conformance/target/target';
import { valueAt } from '../../conformance/wire/captures';
import type { Client } from '../../conformance/wire/client';
import { ask, type Call, type Exchange, NotPossible } from './ask';

import type { Subject } from './learn';
import type { OpenedTarget } from './open-target';

export interface Account {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly id: unknown;
}

export interface Site
  extends Pick<OpenedTarget, 'unique' | 'jwtSecret' | 'rules' | 'forger' | 'hasPasskeys'> {
  readonly bench: Bench;
  readonly target: Target;
  readonly dice: Dice;
  readonly isShort: boolean;
  readonly subjects: readonly Subject[];
  /** Content types that the account `mallory` may read. It may not read the targets of their relations. */
  readonly readable: readonly Subject[];
  ask(call: Call): Promise<Exchange>;
  /** A text that only one attack uses. */
  mark(): string;
  account(alias: string): Account;
  /** Creates a document with full access, and removes it after the run. */
  create(subject: Subject, data?: Readonly<Record<string, unknown>>): Promise<Made>;
  isOn(capability: string): boolean;
}

export interface Made {
  readonly id: unknown;
  readonly documentId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface SiteOptions {
  readonly opened: OpenedTarget;
  readonly client: Client;
  readonly dice: Dice;
  readonly isShort: boolean;
}

const ACCOUNT_ACTIONS = ['user.me', 'user.updateMe', 'auth.changePassword', 'auth.logout'].map(
  (verb) => `plugin::users-permissions.${verb}`,
);

export async function createSite(bench: Bench, options: SiteOptions): Promise<Site> {
  const { opened, client, dice, isShort } = options;
  const { target, subjects } = opened;
  const isOn = (capability: string): boolean => target.abilities.get(capability)?.on === true;
  let marks = 0;
  const site: Site = {
    ...opened,
    bench,
    dice,
    isShort,
    readable: isOn('auth') ? readableOf(subjects) : [],
    isOn,
    ask: (call) => ask(target, client, call, tokenOf(bench, target, call.as ?? 'full')),
    mark() {
      marks += 1;
      return `${bench.mark}n${marks}`;
    },
    account: (alias) => ({ ...(bench.value(alias) as Account), id: bench.value(`${alias}User.id`) }),
    async create(subject, data = {}) {
      const mark = site.mark();
      const post = (more: object): Promise<Exchange> =>
        site.ask({
          method: 'POST',
          path: `/${subject.path}`,
          body: { data: { ...subject.sample(mark), ...more, ...data } },
        });
      let asked = await post({});
      // A published document may need attributes that a draft does not.
      if (asked.status === 400) asked = await post(subject.sample(mark, refusedNames(asked.body)));
      const { status, text, body: made } = asked;
      const documentId = valueAt(made, 'data.documentId');
      if (typeof documentId !== 'string')
        throw new NotPossible(`POST /${subject.path} answered ${status}: ${text.slice(0, 200)}`);
      bench.afterwards({ send: 'DELETE', path: `/${subject.path}/${documentId}`, expect: { status: 'any' } });
      const stored = valueAt(made, 'data');
      return { id: valueAt(stored, 'id'), documentId, data: isObject(stored) ? stored : {} };
    },
  };
  if (isOn('auth')) {
    const reads = site.readable.flatMap(({ uid }) => [`${uid}.find`, `${uid}.findOne`]);
    await makeUser(bench, 'mallory', [...ACCOUNT_ACTIONS, ...reads]);
    await makeUser(bench, 'victim', ACCOUNT_ACTIONS);
  }
  return site;
}

function refusedNames(body: unknown): string[] {
  const errors = valueAt(body, 'error.details.errors');
  const paths = Array.isArray(errors) ? errors.map((error: unknown) => valueAt(error, 'path')) : [];
  return paths.flatMap((path) => (Array.isArray(path) && path.length === 1 ? [String(path[0])] : []));
}

function tokenOf(bench: Bench, target: Target, as: string): string | null {
  if (as === 'anonymous') return null;
  return target.tokens[as] ?? (as === 'full' ? null : String(bench.value(`${as}.token`)));
}

/** No type of the list is the target of a relation of another one. */
function readableOf(subjects: readonly Subject[]): Subject[] {
  const chosen: Subject[] = [];
  const targets = ({ relations }: Subject): string[] => Object.values(relations).map(({ target }) => target);
  for (const subject of subjects) {
    if (subject.uid === null || targets(subject).every((target) => target === subject.path)) continue;
    const isApart = chosen.every(
      (other) => !targets(other).includes(subject.path) && !targets(subject).includes(other.path),
    );
    if (isApart) chosen.push(subject);
  }
  return chosen;
}
