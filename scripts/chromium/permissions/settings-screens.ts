// Screens beside content: which parts need which action of a plugin.
import { mediaScreens } from './media-screens';
import { button, type Pair, type Screen } from './screen';
import { NOTICE, PAGE, type Site } from './site';

const users = (name: string): string => `plugin::users-permissions.${name}`;
const tokens = (verb: string): string => `plugin::api-tokens.token.${verb}`;
const locales = (verb: string): string => `plugin::i18n.locales.${verb}`;
const ROLES = '/api/users-permissions/roles';
const listRoles: Pair['request'] = () => ({ path: ROLES });
const readRole: Pair['request'] = ({ role }) => ({ path: `${ROLES}/${role}` });
const listUsers: Pair['request'] = () => ({ path: '/api/users' });
const changeUser = async ({ newUser }: Site) =>
  ({ method: 'PUT', path: `/api/users/${await newUser()}`, body: { blocked: true } }) as const;
const explain: Pair['request'] = async ({ newUser }) => ({
  path: `/admin/api/explain?user=${await newUser()}&action=${PAGE}.find`,
});

const GREETER = '/api/plugins/greeter/settings';

export const settingsScreens: readonly Screen[] = [
  ...mediaScreens,
  {
    name: 'users',
    address: () => 'users',
    link: 'Users',
    pairs: [
      { action: users('user.find'), hides: 'closed', request: listUsers },
      {
        action: users('user.create'),
        hides: [button('New')],
        request: ({ newUserBody }) => ({ method: 'POST', path: '/api/users', body: newUserBody() }),
      },
      {
        action: users('role.find'),
        hides: [['columnheader', 'Role'], button('New')],
        request: listRoles,
      },
    ],
  },
  {
    name: 'a user',
    address: () => 'users',
    act: (page) => page.getByRole('button', { name: 'tess' }).last().click(),
    pairs: [
      { action: users('user.update'), hides: [button('Save'), button('Block')], request: changeUser },
      {
        action: users('user.destroy'),
        hides: [button('Delete')],
        request: async ({ newUser }) => ({ method: 'DELETE', path: `/api/users/${await newUser()}` }),
      },
      { action: users('role.find'), hides: [['combobox', 'Role']], request: listRoles },
    ],
  },
  {
    name: 'roles',
    address: () => 'roles',
    link: 'Roles',
    pairs: [
      { action: users('role.find'), hides: 'closed', request: listRoles },
      { action: users('role.findOne'), hides: [['link', 'Role reader']], request: readRole },
      {
        action: users('role.createRole'),
        hides: [button('New')],
        request: ({ newName }) => ({
          method: 'POST',
          path: ROLES,
          body: { name: newName(), permissions: {} },
        }),
      },
    ],
  },
  {
    name: 'a role',
    address: ({ role }) => `roles/${role}`,
    pairs: [
      { action: users('role.findOne'), hides: 'closed', request: readRole },
      {
        action: users('role.updateRole'),
        hides: [button('Save')],
        request: ({ role }) => ({
          method: 'PUT',
          path: `${ROLES}/${role}`,
          body: { description: 'Everyone' },
        }),
      },
      {
        action: 'plugin::admin.role.preview',
        hides: [button('See as this role')],
        request: ({ role }) => ({ path: '/admin/api/model', headers: { 'quire-as-role': String(role) } }),
      },
    ],
  },
  {
    name: 'why not',
    address: () => `explain?action=${PAGE}.find`,
    link: 'Why not?',
    pairs: [
      {
        action: users('role.findOne'),
        hides: [
          ['combobox', 'User'],
          ['link', 'Why not?'],
        ],
        request: explain,
      },
      {
        action: users('user.findOne'),
        hides: [
          ['combobox', 'User'],
          ['link', 'Why not?'],
        ],
        request: explain,
      },
      {
        action: users('user.find'),
        hides: [
          ['combobox', 'User'],
          ['link', 'Why not?'],
        ],
        request: listUsers,
      },
      {
        action: users('permissions.getPermissions'),
        hides: [
          ['combobox', 'User'],
          ['link', 'Why not?'],
        ],
        request: () => ({ path: '/api/users-permissions/permissions' }),
      },
    ],
  },
  {
    name: 'tokens',
    address: () => 'tokens',
    link: 'API tokens',
    pairs: [
      { action: tokens('find'), hides: 'closed', request: () => ({ path: '/api/api-tokens' }) },
      {
        action: tokens('create'),
        hides: [button('New')],
        request: ({ newTokenBody }) => ({ method: 'POST', path: '/api/api-tokens', body: newTokenBody() }),
      },
      {
        action: tokens('revoke'),
        hides: [button('Revoke')],
        request: async ({ newToken }) => ({ method: 'DELETE', path: `/api/api-tokens/${await newToken()}` }),
      },
    ],
  },
  {
    name: 'locales',
    address: () => 'locales',
    link: 'Locales',
    pairs: [
      {
        action: locales('listLocales'),
        hides: 'closed',
        request: () => ({ path: '/api/i18n/locales' }),
      },
      {
        action: locales('createLocale'),
        hides: [button('New')],
        request: ({ newCode }) => ({ method: 'POST', path: '/api/i18n/locales', body: { code: newCode() } }),
      },
      {
        action: locales('setDefaultLocale'),
        hides: [button('Make default')],
        request: () => ({ method: 'POST', path: '/api/i18n/locales/en/actions/set-default' }),
      },
      {
        action: locales('deleteLocale'),
        hides: [button(/^Remove /)],
        request: async ({ newLocale }) => ({
          method: 'DELETE',
          path: `/api/i18n/locales/${await newLocale()}?force=true`,
        }),
      },
    ],
  },
  {
    name: 'settings of plugins',
    address: () => 'settings?plugin=greeter',
    link: 'Settings of plugins',
    pairs: [
      {
        action: 'plugin::admin.settings.read',
        hides: 'closed',
        request: () => ({ path: '/admin/api/settings' }),
      },
      {
        action: 'plugin::greeter.settings.read',
        hides: [['heading', 'In the database'], button('Change')],
        request: () => ({ path: GREETER }),
      },
      {
        action: 'plugin::greeter.settings.update',
        hides: [button('Change')],
        request: () => ({ method: 'PUT', path: GREETER, body: { greeting: 'Hello' } }),
      },
    ],
  },
  {
    name: 'content types',
    address: () => 'model',
    link: 'Content types',
    act: (page) => page.locator('summary', { hasText: NOTICE }).click(),
    pairs: [
      {
        action: `${NOTICE}.find`,
        hides: [['link', 'Open']],
        request: () => ({ path: '/admin/api/documents/api.notice.notice' }),
      },
    ],
  },
  {
    name: 'the builder',
    address: () => 'builder',
    link: 'Builder',
    pairs: [
      {
        action: 'plugin::admin.builder.use',
        hides: 'closed',
        request: () => ({ path: '/admin/api/builder' }),
      },
    ],
  },
];
