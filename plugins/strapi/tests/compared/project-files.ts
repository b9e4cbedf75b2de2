// Files that the compared projects share, in JavaScript as Strapi runs it.
import type { Files } from '../project';
import { typeFile } from '../project';
import { PASSWORD } from './compared-project';

interface ApiFiles {
  readonly plural: string;
  readonly attributes: object;
  readonly more?: object;
  /** The second argument of the factory. */
  readonly controller?: string;
  readonly service?: string;
  readonly router?: string;
}

/** A content type with its controller, service and router. */
export const api = (name: string, { plural, attributes, more, ...own }: ApiFiles): Files => {
  const uid = `api::${name}.${name}`;
  const file = (folder: string, factory: string, second: string | undefined): Files => ({
    [`src/api/${name}/${folder}/${name}.js`]: `const { factories } = require('@strapi/strapi');
module.exports = factories.${factory}('${uid}'${second === undefined ? '' : `, ${second}`});\n`,
  });
  return {
    ...typeFile(name, plural, attributes, more),
    ...file('controllers', 'createCoreController', own.controller),
    ...file('services', 'createCoreService', own.service),
    ...file('routes', 'createCoreRouter', own.router),
  };
};

/** The file of `shared.note`. */
export const component = (uid: string, attributes: object): Files => {
  const [category, name] = uid.split('.');
  return {
    [`src/components/${category}/${name}.json`]: JSON.stringify({
      collectionName: `components_${category}_${name}s`,
      info: { displayName: name },
      attributes,
    }),
  };
};

export const crud = (uid: string, ...more: readonly string[]): string[] =>
  ['find', 'findOne', 'create', 'update', 'delete', ...more].map((action) => `${uid}.${action}`);

interface IndexParts {
  /** Actions by the type of a role. */
  readonly grants?: Readonly<Record<string, readonly string[]>>;
  /** Users of the role `authenticated`. */
  readonly users?: readonly string[];
  readonly register?: string;
  readonly bootstrap?: string;
}

/** `src/index.js` with permissions and users, as projects write them. */
export const index = ({ grants = {}, users = [], register = '', bootstrap = '' }: IndexParts): Files => ({
  'src/index.js': `
async function grant(strapi, type, actions) {
  const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type } });
  for (const action of actions) {
    const known = await strapi.db.query('plugin::users-permissions.permission').findOne({ where: { action, role: role.id } });
    if (!known) await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
  }
}
async function addUser(strapi, username) {
  const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'authenticated' } });
  const email = username + '@example.com';
  await strapi.plugin('users-permissions').service('user').add({
    username, email, password: '${PASSWORD}', provider: 'local', confirmed: true, blocked: false, role: role.id,
  });
}
module.exports = {
  async register({ strapi }) {
    ${register}
  },
  async bootstrap({ strapi }) {
    for (const [type, actions] of Object.entries(${JSON.stringify(grants)})) await grant(strapi, type, actions);
    for (const username of ${JSON.stringify(users)}) await addUser(strapi, username);
    ${bootstrap}
  },
};
`,
});
