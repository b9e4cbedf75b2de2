// Test helpers: an application with articles, categories and users, and common requests.
import { type AnyPlugin, EMAIL } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions, testDatabases } from '../../../core/testing';
import { GRANTS } from '..';

export const SECRET = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';

export const CONTENT: Pick<TestAppOptions, 'contentTypes'> = {
  contentTypes: [
    {
      info: { singularName: 'article', pluralName: 'articles' },
      attributes: {
        title: { type: 'string' },
        notes: { type: 'string' },
        secretNotes: { type: 'string', private: true },
        author: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
        category: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'api::category.category',
          inversedBy: 'articles',
        },
      },
    },
    {
      info: { singularName: 'category', pluralName: 'categories' },
      attributes: {
        name: { type: 'string' },
        articles: {
          type: 'relation',
          relation: 'oneToMany',
          target: 'api::article.article',
          mappedBy: 'category',
        },
      },
    },
  ],
};

export type UsersConfig = Readonly<Record<string, unknown>>;

export function createUsersApp(config: UsersConfig = {}, options: TestAppOptions = {}): Promise<TestApp> {
  const overrides = {
    ...options.config,
    plugins: {
      'users-permissions': {
        config: { jwtSecret: SECRET, ratelimit: { enabled: false }, cacheSeconds: 300, ...config },
      },
      ...(options.config?.plugins as object | undefined),
    },
  };
  return createTestApp({ database: testDatabases()[0], ...CONTENT, ...options, config: overrides });
}

export const PASSWORD = 'Passw0rd!';

export async function register(
  app: TestApp,
  username: string,
): Promise<{ jwt: string; id: number; documentId: string }> {
  const { body } = await app.agent
    .post('/api/auth/local/register')
    .send({ username, email: `${username}@example.com`, password: PASSWORD })
    .expect(200);
  return { jwt: body.jwt, id: body.user.id, documentId: body.user.documentId };
}

export const bearer = (jwt: string): string => `Bearer ${jwt}`;

/** Grants actions to a role, given by its type. */
export async function grant(app: TestApp, type: string, ...actions: string[]): Promise<void> {
  const grants = app.kernel.container.resolve(GRANTS);
  const role = await grants.roleOfType(type);
  await grants.grant(
    role?.documentId ?? '',
    actions.map((action) => ({ action, rule: null })),
  );
}

/** The permissions to manage users and roles that the recordings used. */
export const MANAGING = [
  'user.find',
  'user.findOne',
  'user.create',
  'user.update',
  'user.destroy',
  'user.count',
  'role.find',
  'role.findOne',
  'role.createRole',
  'role.updateRole',
  'role.deleteRole',
  'role.grantAll',
  'permissions.getPermissions',
].map((verb) => `plugin::users-permissions.${verb}`);

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A plugin that keeps all mails in memory. */
export function mailbox(): { readonly mails: SentMail[]; readonly plugin: AnyPlugin } {
  const mails: SentMail[] = [];
  return {
    mails,
    plugin: {
      name: 'mailbox',
      register(kernel) {
        kernel.container.provide(EMAIL, {
          send: async ({ to, subject, text }) => void mails.push({ to: String(to), subject, text }),
          template: (_where, content) => (values) => {
            const given: Readonly<Record<string, string>> = values;
            return {
              ...content,
              text: content.text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => given[name] ?? ''),
            };
          },
        });
      },
    },
  };
}
