// Entries of the audit log as the API describes them, and the words for them.
import { type Message, msg, t } from '../i18n/translate';
import { known, may } from './model';
import { path } from './place';
import { queryOf } from './query';
import type { Named } from './titles';
import { FIND_USERS } from './users';
import { EVENT_NAMES, eventTitle } from './webhooks';

export const AUDIT_ACTIONS = {
  read: 'plugin::audit.entry.read',
  export: 'plugin::audit.entry.export',
} as const;

export interface Actor {
  readonly kind: string;
  readonly id: string | null;
  readonly label: string;
}

export interface Entry {
  readonly id: number;
  readonly event: string;
  readonly at: string;
  readonly actor: Actor;
  readonly ip: string | null;
  readonly request: string | null;
  readonly type: string | null;
  readonly documentId: string | null;
  readonly details: unknown;
  /** null: it has no place in the chain yet. */
  readonly seq: number | null;
  readonly hash: string | null;
}

export interface RowChanges {
  readonly axes: Readonly<Record<string, string>>;
  readonly became: 'created' | 'updated' | 'deleted';
  readonly changes: readonly {
    readonly path: string;
    readonly from: unknown;
    readonly to: unknown;
  }[];
}

export const auditAt = (): string => `${known().prefix}/audit`;

const DOCUMENT = 'document.';

/** The written rows of a document; empty for other events. */
export const rowsOf = ({ event, details }: Entry): readonly RowChanges[] =>
  event.startsWith(DOCUMENT) && Array.isArray(details) ? (details as RowChanges[]) : [];

/** The locale of the written rows; absent: they have none, or several. */
function localeIn(entry: Entry): string | undefined {
  const locales = new Set(rowsOf(entry).map(({ axes }) => axes.locale));
  const [locale] = locales;
  return locales.size === 1 ? locale : undefined;
}

/** null: the entry is about no document. */
export const namedIn = (entry: Entry): Named | null =>
  entry.type === null || entry.documentId === null
    ? null
    : { type: entry.type, documentId: entry.documentId, locale: localeIn(entry) };

const TITLES: Readonly<Record<string, Message>> = {
  'login.accepted': msg('Login'),
  'login.challenged': msg('Login: second factor asked for'),
  'login.wrong': msg('Login refused: wrong name or password'),
  'login.blocked': msg('Login refused: the user is blocked'),
  'login.unconfirmed': msg('Login refused: the address is not confirmed'),
  'two-factor.wrong-code': msg('Second factor: wrong code'),
  'two-factor.enabled': msg('Second factor set up'),
  'two-factor.disabled': msg('Second factor removed'),
  'two-factor.recovery-codes': msg('New recovery codes'),
  'passkey.added': msg('Passkey added'),
  'passkey.confirmed': msg('Passkey used'),
  'passkey.removed': msg('Passkey removed'),
  'passkey.refused': msg('Passkey refused'),
  'sign-in.linked': msg('Login with a provider linked'),
  action: msg('Action of a plugin'),
  'audit.export': msg('Download of the audit log'),
  'audit.retention': msg('Old entries removed'),
  'migration.applied': msg('Tables changed'),
  'migration.ran': msg('Migration'),
  'transfer.export': msg('Export'),
  'transfer.import': msg('Import'),
};

/** The events of Quire. Plugins may add others. */
export const EVENTS: readonly string[] = [
  ...EVENT_NAMES.map((name) => DOCUMENT + name),
  ...Object.keys(TITLES),
];

export function titleOfEvent(event: string): string {
  if (event.startsWith(DOCUMENT)) return eventTitle(event.slice(DOCUMENT.length));
  const title = Object.hasOwn(TITLES, event) ? TITLES[event] : undefined;
  return title ? t(title) : event;
}

/** The action that a request ran, or the account of a login; null: the entry is about something else. */
export function subjectOf({ event, details }: Entry): string | null {
  if (typeof details !== 'object' || details === null) return null;
  const { action, account } = details as { readonly action?: unknown; readonly account?: unknown };
  const subject = event === 'action' ? action : event.startsWith('login.') ? account : null;
  return typeof subject === 'string' ? subject : null;
}

/** Attributes that name what the page cannot read, or what is gone. */
const NAMES: readonly string[] = ['title', 'name', 'username', 'action'];

/** The name that the entry itself has. */
export function nameIn(entry: Entry): string | null {
  const changes = rowsOf(entry).flatMap((row) => row.changes);
  for (const name of NAMES) {
    const found = changes.find(({ path: at }) => at === name);
    const value = found?.to ?? found?.from;
    if (typeof value === 'string') return value;
  }
  return null;
}

export const KINDS = [
  ['user', msg('All users')],
  ['api-tokens', msg('All API tokens')],
  ['code', msg('The application')],
  ['anonymous', msg('Without a login')],
] as const;

export const actorKey = ({ kind, id }: Actor): string => (id === null ? kind : `${kind} ${id}`);

export function actorTitle({ kind, id, label }: Actor): string {
  if (kind === 'code') return t('The application');
  if (kind === 'anonymous') return t('Without a login');
  if (kind === 'api-tokens') return t('API token {name}', { name: label });
  return label === '' ? `${kind} ${id ?? ''}`.trim() : label;
}

/** The screen of users with this one; null: the caller is no user, or the role may not see users. */
export const userAt = ({ kind, label }: Actor): string | null =>
  kind === 'user' && may(FIND_USERS) ? `${path}/users${queryOf({ q: label })}` : null;
