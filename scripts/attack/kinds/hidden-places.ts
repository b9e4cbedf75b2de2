// Creates values that callers must not learn, and says where: private attributes, targets of relations, rows outside a rule.

import { makeUser } from '../../../conformance/cases/accounts';
import { isObject } from '../../../conformance/read-only/learned-type';
import { valueAt } from '../../../conformance/wire/captures';
import { NotPossible } from '../ask';

import { plainSchema, type Subject } from '../learn';
import type { Site } from '../site';

export interface HiddenPlace {
  readonly id: string;
  /** The caller who must not learn the value. */
  readonly as: string;
  /** The list to ask: `/peeks`. */
  readonly at: string;
  /** `hid.name` */
  readonly path: string;
  /** The stored value, and a guess that no document has. They differ in their last letters. */
  readonly right: string;
  readonly wrong: string;
  /** The attribute is readable and the row is not: a filter on it is not refused. */
  readonly isRow: boolean;
}

/** A document that the caller must not notice. */
export interface HiddenDocument {
  readonly id: string;
  readonly as: string;
  readonly at: string;
  readonly documentId: string;
}

export interface Hidden {
  readonly places: readonly HiddenPlace[];
  readonly documents: readonly HiddenDocument[];
  /** Values that could not be stored, with the reason. */
  readonly failures: readonly { readonly id: string; readonly why: string }[];
}

/** A new value to hide, and a guess that no document has. */
const guesses = (site: Site): { readonly right: string; readonly wrong: string } => {
  const mark = site.mark();
  return { right: `${mark}aaaaaa`, wrong: `${mark}bbbbbb` };
};
/** As long as such a value. */
const LENGTH = 32;

const NONE: Hidden = { places: [], documents: [], failures: [] };

export async function hide(site: Site): Promise<Hidden> {
  const { rules } = site;
  const parts = [
    ...site.subjects.flatMap((subject) =>
      subject.hidden.map((name) =>
        attempt(`${subject.path}.${name}`, () => hideAttribute(site, subject, name)),
      ),
    ),
    ...site.readable.flatMap((subject) =>
      Object.keys(subject.relations).map((name) =>
        attempt(`${subject.path}.${name}`, () => hideTarget(site, subject, name)),
      ),
    ),
    rules === null ? NONE : attempt('rules', () => hideRows(site, rules)),
    site.isOn('auth') ? ofUsers(site) : NONE,
  ];
  const hidden = await Promise.all(parts);
  return {
    places: hidden.flatMap(({ places }) => places),
    documents: hidden.flatMap(({ documents }) => documents),
    failures: hidden.flatMap(({ failures }) => failures),
  };
}

async function attempt(id: string, work: () => Promise<Hidden>): Promise<Hidden> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotPossible) return { ...NONE, failures: [{ id, why: error.message }] };
    throw error;
  }
}

function ofUsers(site: Site): Hidden {
  const names = ['password', 'resetPasswordToken', 'confirmationToken', 'tokenEpoch', 'createdBy.id'];
  const common = { as: 'full', at: '/users', ...guesses(site), isRow: false };
  return { ...NONE, places: names.map((path) => ({ ...common, id: `full.users.${path}`, path })) };
}

async function hideAttribute(site: Site, subject: Subject, name: string): Promise<Hidden> {
  const guess = guesses(site);
  await site.create(subject, { [name]: guess.right });
  const callers = site.readable.includes(subject) ? ['full', 'mallory'] : ['full'];
  const common = { at: `/${subject.path}`, path: name, ...guess, isRow: false };
  return { ...NONE, places: callers.map((as) => ({ ...common, id: `${as}.${subject.path}.${name}`, as })) };
}

/** Mallory may read the type, and not the target of its relation. */
async function hideTarget(site: Site, subject: Subject, name: string): Promise<Hidden> {
  const { target: path = '', isMany = false } = subject.relations[name] ?? {};
  const target = site.subjects.find((other) => other.path === path);
  const text = target && textAttribute(target);
  if (!target || target === subject || text === undefined) return NONE;
  const guess = guesses(site);
  const { documentId } = await site.create(target, { [text]: guess.right });
  await site.create(subject, { [name]: isMany ? [documentId] : documentId });
  const id = `mallory.${subject.path}.${name}`;
  const common = { as: 'mallory', at: `/${subject.path}`, isRow: false };
  const ids = { right: documentId, wrong: unknownId(documentId) };
  return {
    ...NONE,
    places: [
      { ...common, id: `${id}.${text}`, path: `${name}.${text}`, ...guess },
      { ...common, id: `${id}.documentId`, path: `${name}.documentId`, ...ids },
    ],
    documents: [{ id, as: 'mallory', at: `/${path}`, documentId }],
  };
}

/** A row of `plains` that the role's rule hides, and an attribute that it hides of visible rows. */
async function hideRows(site: Site, type: string): Promise<Hidden> {
  const plains = site.subjects.find(({ path }) => path === 'plains');
  const labels = site.subjects.find(({ path }) => path === 'labels');
  if (!plains || !labels) return NONE;
  await userOf(site, type);
  const guess = guesses(site);
  const row = await site.create(plains, { name: guess.right, kind: 'b' });
  await site.create(plains, { name: 'visible', kind: 'a', body: guess.right });
  await site.create(labels, { name: 'label', plains: [row.documentId] });
  const common = { as: 'ruled', ...guess };
  return {
    ...NONE,
    places: [
      { ...common, id: 'ruled.row', at: '/plains', path: 'name', isRow: true },
      { ...common, id: 'ruled.field', at: '/plains', path: 'body', isRow: false },
      { ...common, id: 'ruled.row-behind-relation', at: '/labels', path: 'plains.name', isRow: true },
      {
        ...common,
        id: 'ruled.row-id',
        at: '/labels',
        path: 'plains.documentId',
        right: row.documentId,
        wrong: unknownId(row.documentId),
        isRow: true,
      },
    ],
    documents: [{ id: 'ruled.row', as: 'ruled', at: '/plains', documentId: row.documentId }],
  };
}

/** A user with the role of this type, kept as `ruled`. */
async function userOf(site: Site, type: string): Promise<void> {
  const { bench } = site;
  await makeUser(bench, 'ruled', []);
  const { body } = await site.ask({ path: '/users-permissions/roles' });
  const roles = valueAt(body, 'roles');
  const role = Array.isArray(roles) ? roles.find((one) => isObject(one) && one.type === type) : undefined;
  await bench.send({ send: 'PUT', path: '/users/{ruledUser.id}', body: { role: valueAt(role, 'id') } });
}

const textAttribute = ({ inputs, hidden }: Subject): string | undefined =>
  Object.keys(inputs).find((name) => {
    const { type, format, pattern, enum: values, maxLength } = plainSchema({}, inputs[name]);
    const isFree = format === undefined && pattern === undefined && values === undefined;
    return type === 'string' && isFree && Number(maxLength ?? 255) > LENGTH && !hidden.includes(name);
  });

/** As long as a real one, and neither the first nor the last in an order. */
export const unknownId = (documentId: string): string =>
  documentId.slice(0, -6) + [...documentId.slice(-6)].map((letter) => (letter === 'q' ? 'r' : 'q')).join('');
