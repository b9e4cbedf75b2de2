// The actions that the source of the page names, and those that no part of a screen needs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const APP = join(__dirname, '../../../../plugins/admin/app');

/** `verbs`: of content types. */
export function actionsInSource(): {
  readonly actions: readonly string[];
  readonly verbs: readonly string[];
} {
  const actions = new Set<string>();
  const verbs = new Set<string>();
  for (const name of readdirSync(APP, { recursive: true, encoding: 'utf8' })) {
    if (name.startsWith('node_modules') || !/\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(APP, name), 'utf8');
    for (const [action] of text.matchAll(/plugin::[\w-]+\.[\w-]+\.\w+/g)) actions.add(action);
    for (const [, verb = ''] of text.matchAll(/actions\.includes\('(\w+)'\)/g)) verbs.add(verb);
    // const action = (verb: string): string => `plugin::i18n.locales.${verb}`;
    const [, start] = /`(plugin::[\w-]+\.[\w-]+\.)\$\{verb\}`/.exec(text) ?? [];
    if (start === undefined) continue;
    for (const [, verb = ''] of text.matchAll(/action\('(\w+)'\)/g)) actions.add(start + verb);
  }
  return { actions: [...actions], verbs: [...verbs] };
}

/** Addresses of the screens beside content, without those that need no action. */
export function screensInSource(): readonly string[] {
  const text = readFileSync(join(APP, 'screens/pages.ts'), 'utf8');
  return [...text.matchAll(/name: '(\w+)'/g)].flatMap(([, name = '']) =>
    OPEN_TO_ALL.has(name) ? [] : [name],
  );
}

/** The own account has the own sessions. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(['account']);

const PROGRAMS = 'it is for programs';
const SITES = 'it is for users of the site';
const NO_BUTTON = 'the screen has no button for it';

/** Of content types. */
const VERBS: Readonly<Record<string, string>> = {
  export: PROGRAMS,
  import: PROGRAMS,
  updateByFilter: PROGRAMS,
};

/** Actions, and beginnings of actions. */
const OTHERS: Readonly<Record<string, string>> = {
  'plugin::admin.app.open': 'without it there is no screen; it has a test of its own',
  'plugin::api-tokens.token.findOne': NO_BUTTON,
  'plugin::api-tokens.token.regenerate': NO_BUTTON,
  'plugin::audit.entry.verify': NO_BUTTON,
  'plugin::i18n.locales.updateLocale': NO_BUTTON,
  'plugin::jobs.job.run': PROGRAMS,
  'plugin::metrics.': PROGRAMS,
  'plugin::openapi.': PROGRAMS,
  'plugin::schedule.change.create': 'the dialog needs the actions of the type',
  'plugin::upload.content-api.findOne': PROGRAMS,
  'plugin::upload.content-api.findFolder': PROGRAMS,
  'plugin::upload.content-api.findPage': PROGRAMS,
  'plugin::users-permissions.auth.': SITES,
  'plugin::users-permissions.role.deleteRole': NO_BUTTON,
  'plugin::users-permissions.role.grantAll': 'it decides about each permission of a role',
  'plugin::users-permissions.user.count': PROGRAMS,
  'plugin::users-permissions.user.me': SITES,
  'plugin::users-permissions.user.updateMe': SITES,
};

/** Why no part of a screen needs the action; null: one must. */
export function reasonFor(action: string): string | null {
  if (action.startsWith('api::')) return VERBS[action.slice(action.lastIndexOf('.') + 1)] ?? null;
  const found = Object.entries(OTHERS).find(([start]) =>
    start.endsWith('.') ? action.startsWith(start) : action === start,
  );
  return found?.[1] ?? null;
}
