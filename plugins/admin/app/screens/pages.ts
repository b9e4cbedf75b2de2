// The screens beside content. Each needs a plugin and permissions.

import type { ComponentType } from 'preact';
import { type Message, msg } from '../i18n/translate';

export interface Page {
  /** The address below /admin. */
  readonly name: string;
  readonly title: Message;
  readonly plugin: string | null;
  /** The user needs all of them. */
  readonly actions: readonly string[];
  /** In development only. */
  readonly development?: true;
  /** The navigation shows it below the content types, not with the settings. */
  readonly isContent?: true;
  readonly load: () => Promise<ComponentType>;
}

export const pages: readonly Page[] = [
  {
    name: 'media',
    title: msg('Media'),
    plugin: 'upload',
    isContent: true,
    actions: ['plugin::upload.content-api.find'],
    load: async () => (await import('./media')).MediaScreen,
  },
  {
    name: 'users',
    title: msg('Users'),
    plugin: null,
    actions: ['plugin::users-permissions.user.find'],
    load: async () => (await import('./users')).UsersScreen,
  },
  {
    name: 'roles',
    title: msg('Roles'),
    plugin: null,
    actions: ['plugin::users-permissions.role.find'],
    load: async () => (await import('./roles')).RolesScreen,
  },
  {
    name: 'explain',
    title: msg('Why not?'),
    plugin: null,
    actions: [
      'plugin::users-permissions.role.findOne',
      'plugin::users-permissions.user.findOne',
      'plugin::users-permissions.user.find',
      'plugin::users-permissions.permissions.getPermissions',
    ],
    load: async () => (await import('./explain')).ExplainScreen,
  },
  {
    name: 'tokens',
    title: msg('API tokens'),
    plugin: 'api-tokens',
    actions: ['plugin::api-tokens.token.find'],
    load: async () => (await import('./tokens')).TokensScreen,
  },
  {
    name: 'releases',
    title: msg('Releases'),
    plugin: 'schedule',
    isContent: true,
    actions: ['plugin::schedule.release.read'],
    load: async () => (await import('./releases')).ReleasesScreen,
  },
  {
    name: 'scheduled',
    title: msg('Scheduled changes'),
    plugin: 'schedule',
    isContent: true,
    actions: ['plugin::schedule.change.read'],
    load: async () => (await import('./scheduled')).ScheduledScreen,
  },
  {
    name: 'webhooks',
    title: msg('Webhooks'),
    plugin: 'webhooks',
    actions: ['plugin::webhooks.webhook.read'],
    load: async () => (await import('./webhooks')).WebhooksScreen,
  },
  {
    name: 'locales',
    title: msg('Locales'),
    plugin: 'i18n',
    actions: ['plugin::i18n.locales.listLocales'],
    load: async () => (await import('./locales')).LocalesScreen,
  },
  {
    name: 'jobs',
    title: msg('Jobs'),
    plugin: 'jobs',
    actions: ['plugin::jobs.job.read'],
    load: async () => (await import('./jobs')).JobsScreen,
  },
  {
    name: 'audit',
    title: msg('Audit log'),
    plugin: 'audit',
    actions: ['plugin::audit.entry.read'],
    load: async () => (await import('./audit')).AuditScreen,
  },
  {
    name: 'settings',
    title: msg('Settings of plugins'),
    plugin: null,
    actions: ['plugin::admin.settings.read'],
    load: async () => (await import('./settings')).SettingsScreen,
  },
  {
    name: 'model',
    title: msg('Content types'),
    plugin: null,
    actions: [],
    load: async () => (await import('./model')).ModelScreen,
  },
  {
    name: 'builder',
    title: msg('Builder'),
    plugin: null,
    actions: ['plugin::admin.builder.use'],
    development: true,
    load: async () => (await import('./builder')).BuilderScreen,
  },
  {
    name: 'account',
    title: msg('My account'),
    plugin: null,
    actions: [],
    load: async () => (await import('./account')).AccountScreen,
  },
];
