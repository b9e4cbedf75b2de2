// `…Many` with their events, the values of rows, and the modules of a project.
import type { ComparedProject } from './compared-project';
import { api, component, crud, index } from './project-files';

const action = (name: string) => ({
  method: 'GET',
  path: `/${name}`,
  handler: `show.${name}`,
  config: { auth: false },
});

export const manyRows: ComparedProject = {
  name: 'many-rows',
  files: {
    'package.json': JSON.stringify({
      name: 'many',
      version: '4.5.6',
      dependencies: { '@strapi/plugin-users-permissions': '5.54.0', '@strapi/strapi': '5.54.0' },
    }),
    'config/shop.js': "module.exports = ({ env }) => ({ secret: typeof env('COMPARED_SECRET', 'x') });",
    ...api('team', {
      plural: 'teams',
      attributes: {
        name: { type: 'string', unique: true },
        size: { type: 'integer', default: 3 },
        games: { type: 'relation', relation: 'oneToMany', target: 'api::game.game', mappedBy: 'team' },
        zone: { type: 'dynamiczone', components: ['shared.note', 'shared.star'] },
      },
      router: '{ config: { find: { auth: false } } }',
    }),
    ...api('game', {
      plural: 'games',
      more: { options: { draftAndPublish: true } },
      attributes: {
        title: { type: 'string' },
        team: { type: 'relation', relation: 'manyToOne', target: 'api::team.team', inversedBy: 'games' },
      },
    }),
    ...component('shared.note', {
      text: { type: 'string' },
      team: { type: 'relation', relation: 'oneToOne', target: 'api::team.team' },
    }),
    ...component('shared.star', { points: { type: 'integer' } }),
    'src/seen.js': 'module.exports = [];',
    'src/api/team/content-types/team/lifecycles.js': `
const seen = require('../../../../seen');
const note = (event) => { seen.push([event.action, event.result ?? null, event.state.names ?? null]); };
module.exports = {
  beforeCreate(event) { event.params.data.size += 1; },
  afterCreate: note,
  beforeCreateMany(event) { event.state.names = event.params.data.map(({ name }) => name); event.params.data.push({ name: 'added' }); },
  afterCreateMany(event) { note({ ...event, result: event.result.count }); },
  beforeUpdateMany(event) { event.params.data.size = 9; note(event); },
  afterUpdateMany: note,
  afterUpdate: note,
  beforeDeleteMany: note,
  afterDeleteMany: note,
  afterDelete: note,
};`,
    'src/api/team/routes/01-show.js': `module.exports = { routes: ${JSON.stringify(
      ['many', 'rows', 'entity', 'modules', 'zone'].map(action),
    )} };`,
    'src/api/team/controllers/show.js': `
const seen = require('../../../seen');
const teams = () => strapi.db.query('api::team.team');
const games = () => strapi.db.query('api::game.game');
module.exports = {
  async many() {
    seen.length = 0;
    const made = await teams().createMany({ data: [{ name: 'a', size: 1 }, { name: 'b', size: 1 }] });
    const changed = await teams().updateMany({ where: { name: { $in: ['a', 'b'] } }, data: { size: 2 } });
    const sizes = await teams().findMany({ where: { name: { $in: ['a', 'b', 'added'] } }, select: ['name', 'size'], orderBy: 'name' });
    const gone = await teams().deleteMany({ where: { name: { $in: ['a', 'b', 'added'] } } });
    return { made: made.count, changed, sizes, gone, seen };
  },
  async rows() {
    const team = await teams().findOne({ where: { name: 'Red' }, select: ['name'], populate: { games: { select: ['title'], where: { publishedAt: { $notNull: true } }, orderBy: 'title' } } });
    const plain = await teams().findOne({ where: { name: 'Red' }, select: ['name'] });
    const published = await games().create({ data: { title: 'P' }, select: ['title', 'publishedAt'] });
    const draft = await games().create({ data: { title: 'D', publishedAt: null }, select: ['title', 'publishedAt'] });
    await games().createMany({ data: [{ title: 'M' }, { title: 'N', publishedAt: null }] });
    const live = await games().findMany({ where: { publishedAt: { $notNull: true } }, select: ['title'], orderBy: 'title' });
    const updated = await teams().update({ where: { name: 'Red' }, data: { size: 7 }, select: ['size'] });
    return { team, plain, published: [published.title, published.publishedAt !== null], draft, live, updated };
  },
  async entity() {
    const title = ({ title, publishedAt }) => [title, publishedAt !== null];
    const game = await strapi.documents('api::game.game').create({ data: { title: 'E' }, status: 'published' });
    await strapi.documents('api::game.game').update({ documentId: game.documentId, data: { title: 'E2' } });
    const find = (more) => strapi.entityService.findMany('api::game.game', { filters: { title: { $startsWith: 'E' } }, fields: ['title', 'publishedAt'], ...more });
    const count = (more) => strapi.entityService.count('api::game.game', { filters: { title: { $startsWith: 'E' } }, ...more });
    return {
      plain: (await find()).map(title),
      live: (await find({ publicationState: 'live' })).map(title),
      published: (await find({ status: 'published' })).map(title),
      counts: [await count(), await count({ status: 'published' })],
      keys: Object.keys((await find())[0]).sort(),
    };
  },
  async modules() {
    const { team } = strapi.apis;
    const { name, version, strapi: of } = strapi.config.get('info');
    return {
      apis: Object.keys(strapi.apis).sort(),
      controllers: Object.keys(team.controllers).sort(),
      services: Object.keys(strapi.api('team').services),
      service: typeof strapi.api('game').service('game').find,
      types: [Object.keys(team.contentTypes), team.contentType('team').kind, typeof team.contentType('none')],
      none: typeof strapi.api('none'),
      users: [Object.keys(strapi.plugin('users-permissions').contentTypes).sort(), strapi.plugin('users-permissions').contentType('user').kind],
      config: [strapi.plugin('email').config('nothing', 5), strapi.config.get('shop.secret')],
      info: [name, version, of, strapi.config.info.version],
      database: strapi.db.dialect.client === strapi.config.get('database.connection.client'),
      relations: [team.contentTypes.team.attributes.games, strapi.contentType('api::game.game').attributes.team],
      variable: typeof process.env.PATH,
    };
  },
  async zone() {
    const found = await teams().findMany({ where: { name: 'Red' }, populate: { zone: { on: { 'shared.note': { populate: { team: { select: ['name'] } } }, 'shared.star': true } } } });
    return found.map(({ zone }) => zone.map(({ id, ...entry }) => entry));
  },
};`,
    ...index({
      users: ['ann'],
      grants: {
        authenticated: ['api::team.team.find', ...crud('api::game.game')],
        public: crud('api::game.game'),
      },
      bootstrap: `
    const blue = await strapi.documents('api::team.team').create({ data: { name: 'Blue' } });
    const red = await strapi.documents('api::team.team').create({ data: { name: 'Red', size: 5, zone: [{ __component: 'shared.note', text: 'n', team: blue.documentId }, { __component: 'shared.star', points: 2 }] } });
    for (const title of ['Y', 'X']) await strapi.documents('api::game.game').create({ data: { title, team: red.documentId }, status: 'published' });`,
    }),
  },
  requests: [
    ['GET /api/many'],
    ['GET /api/rows'],
    ['GET /api/games?sort=title&fields=title'],
    ['GET /api/entity'],
    ['GET /api/modules'],
    ['GET /api/zone'],
    ['GET /api/teams?sort=name&fields=name&fields=size'],
    ['POST /api/games', { data: { title: 'New' } }, 'ann'],
    ['GET /api/games?filters[title]=X&populate[team][fields]=name', undefined, 'ann'],
    ['GET /api/games?filters[title]=X&populate[team][fields]=name'],
  ],
};
