// Test helpers: an application with articles, categories and users, and common requests.
import { randomUUID } from 'node:crypto';
import { type AnyPlugin, definePlugin, EMAIL } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions, testDatabases } from '../../../core/testing';
import { GRANTS, USER } from '..';

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

export const logIn = (app: TestApp, identifier: string, password = PASSWORD) =>
  app.agent.post('/api/auth/local').send({ identifier, password });

export const me = (app: TestApp, jwt: string) =>
  app.agent.get('/api/users/me').set('authorization', bearer(jwt));

export const setPassword = (app: TestApp, documentId: string, password: string) =>
  app.kernel.documents(USER).update({ documentId, data: { password } });

/** What the commit of another process leaves before its message arrives: the tokens of the user have ended. */
export const endTokensElsewhere = ({ kernel: { database } }: TestApp, documentId: string): Promise<void> =>
  database.transaction(async () => {
    await database.knex('up_users').where({ document_id: documentId }).update({ token_epoch: randomUUID() });
  });

/** A plugin that runs `after.work` once: after the next proof of a login, and before its tokens. */
export function afterProof(): { readonly plugin: AnyPlugin; work: () => Promise<unknown> } {
  const idle = async (): Promise<void> => undefined;
  const after = {
    plugin: definePlugin({
      name: 'after-proof',
      dependencies: ['users-permissions'],
      register({ hooks }) {
        const run = async (): Promise<void> => {
          const { work } = after;
          after.work = idle;
          await work();
        };
        hooks.logins.attempted(run);
        // A reset of the password is no attempt.
        hooks.logins.admitted(run);
      },
    }),
    work: idle as () => Promise<unknown>,
  };
  return after;
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

/** The code of the first mail. */
export const codeIn = ([mail]: readonly SentMail[]): string =>
  /(?:code|confirmation)=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';

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

/** Runs the work, which must need no statement. A process that was slow reads its roles again, so one of three runs must do without. */
export async function expectNoStatements(app: TestApp, work: () => Promise<void>): Promise<void> {
  const counts: number[] = [];
  while (counts.length < 3 && !counts.includes(0)) {
    const before = app.kernel.database.stats().statements;
    await work();
    counts.push(app.kernel.database.stats().statements - before);
  }
  expect(counts).toContain(0);
}
