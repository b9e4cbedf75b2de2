// The screens beside content. Each needs a plugin and a permission.
import type { ComponentType } from 'preact';

export interface Page {
  /** The address below /admin. */
  readonly name: string;
  readonly title: string;
  readonly plugin: string | null;
  readonly action: string | null;
  readonly load: () => Promise<ComponentType>;
}

export const pages: readonly Page[] = [
  {
    name: 'media',
    title: 'Media',
    plugin: 'upload',
    action: 'plugin::upload.content-api.find',
    load: async () => (await import('./media')).MediaScreen,
  },
  {
    name: 'users',
    title: 'Users',
    plugin: null,
    action: 'plugin::users-permissions.user.find',
    load: async () => (await import('./users')).UsersScreen,
  },
  {
    name: 'roles',
    title: 'Roles',
    plugin: null,
    action: 'plugin::users-permissions.role.find',
    load: async () => (await import('./roles')).RolesScreen,
  },
  {
    name: 'tokens',
    title: 'API tokens',
    plugin: 'api-tokens',
    action: 'plugin::api-tokens.token.find',
    load: async () => (await import('./tokens')).TokensScreen,
  },
  {
    name: 'locales',
    title: 'Locales',
    plugin: 'i18n',
    action: 'plugin::i18n.locales.listLocales',
    load: async () => (await import('./locales')).LocalesScreen,
  },
  {
    name: 'model',
    title: 'Content types',
    plugin: null,
    action: null,
    load: async () => (await import('./model')).ModelScreen,
  },
  {
    name: 'sessions',
    title: 'My sessions',
    plugin: null,
    action: null,
    load: async () => (await import('./sessions')).SessionsScreen,
  },
];
