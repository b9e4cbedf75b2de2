// A deployment with one plugin that adds a part of each kind: content types, attribute types, axes, limits of rows, hooks.
import type { Deployment, Expectation, Step } from '../case';
import { entryOf, localized, typeOf } from '../definition-files';
import type { Pattern } from '../pattern';
import { ADDS_ATTRIBUTES } from './plugged-attributes';
import { ADDS_AXES } from './plugged-axes';

const EXTENSION = 'plugin::conformance-extension';
const relation = (kind: string, target: string, more: object = {}): object => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
});
const leaflet = (name: string, attributes: object): object => ({
  info: { singularName: name, pluralName: `${name}s` },
  attributes: { name: { type: 'string' }, ...attributes },
});
const shared = { channels: { shared: true } };

const ADDS_TYPES = `
    app.hooks.schema.collect((collector) => {
      const info = (name) => ({ info: { singularName: name, pluralName: name + 's', displayName: name } });
      collector.addComponent('notes.line', { info: {}, attributes: {
        text: { type: 'string', required: true }, rank: { type: 'integer', default: 1 }, isbn: { type: 'isbn' } } });
      const lines = { type: 'component', component: 'notes.line', repeatable: true };
      collector.addContentType('${EXTENSION}.note', { ...info('note'), attributes: {
        name: { type: 'string', required: true }, lines,
        tag: { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag', inversedBy: 'notes' } } }, { api: true });
      collector.addContentType('${EXTENSION}.ledger', { ...info('ledger'), attributes: { name: { type: 'string', unique: true } } });
      collector.extendContentType('api::tag.tag', {
        rank: { type: 'integer', default: 3 },
        notes: { type: 'relation', relation: 'oneToMany', target: '${EXTENSION}.note', mappedBy: 'tag' } });
    });
    app.hooks.schema.contentType((type) => {
      type.knowsPluginOption('stamps');
      if (!type.pluginOptions.stamps) return;
      type.addAttribute('stamp', { type: 'string', default: 'new' });
      type.addIndex(['name']);
      type.addTailField({ name: 'shout', type: 'string', expression: (columnOf) => 'UPPER(' + columnOf('name') + ')' });
    });`;

/** Readers name themselves by a header; they see and write the shelves that they own. */
const LIMITS_ROWS = `
    const SHELF = 'api::shelf.shelf';
    app.hooks.request.visibility((visibility, request) => {
      const reader = request.header('x-reader');
      if (reader === undefined) return visibility;
      const limited = core.limitRows(visibility, 'reader ' + reader, (type) =>
        type.uid === SHELF ? { owner: reader } : null);
      return core.withVisibility(limited, {
        scope: limited.scope + ' preset',
        preset: (type) => (type.uid === SHELF && reader !== 'none' ? { owner: reader === 'wrong' ? 7 : reader } : null),
      });
    });
    app.hooks.request.visibility((visibility, request) =>
      request.header('x-open') === undefined ? visibility
        : core.limitRows(visibility, 'open', (type) => (type.uid === SHELF ? { closed: { $ne: true } } : null)));`;

/** Queries find memos only while they are open, also behind relations. */
const ADDS_CONDITIONS = `
    app.hooks.query.transform((node) => {
      const add = (memos) => {
        if (memos.type.uid !== 'api::memo.memo') return;
        const field = memos.type.attributes.get('state');
        const open = { kind: 'compare', field, operator: app.schema.operators.get('$eq'), value: 'open', origin: null };
        memos.filter = memos.filter ? { kind: 'and', of: [memos.filter, open] } : open;
      };
      add(node);
      for (const { kind, targets } of node.populate) if (kind === 'relation') targets.forEach(add);
    });`;

/** Taps after the commit. Some of them throw. `steps` lists what ran for a document. */
const TAPS_LATE = `
    const steps = [];
    const step = (document, what) => steps.push({ documentId: document.documentId, what });
    const { committed, written } = app.hooks.documents;
    committed((result) => step(result, 'last'), { stage: 100 });
    committed(async (result) => {
      if (result.type === 'api::shelf.shelf')
        step(result, 'count ' + (await app.documents(SHELF).count({ filters: { documentId: result.documentId } })));
    });
    committed((result) => {
      step(result, 'first of ' + result.operation);
      if (String(result.document?.name).endsWith('throws')) throw new Error('a secret of the program');
    }, { stage: -100 });
    written((result) => {
      step(result, 'written');
      if (String(result.document?.name).endsWith('undone')) throw core.coreErrors.ACCESS_FORBIDDEN('undone');
    });
    const answered = [];
    app.hooks.request.done((request) => { if (request.header('x-done') === 'throws') throw new Error('a secret of the program'); });
    app.hooks.request.done((request, { status }) => {
      if (request.header('x-done')) answered.push(request.header('x-done') + ' ' + status);
    });
    const until = async (isDone) => { while (!isDone()) await new Promise((done) => setTimeout(done, 5)); };`;

const RUNS_CODE = `
    app.routes.add({ method: 'POST', path: '/api/conformance/run', action: null, summary: 'Runs code', body: 'json',
      async handler(request, { body: { code } }) {
        const run = Object.getPrototypeOf(async () => undefined).constructor('app', 'core', 'request', 'steps', 'answered', 'until', code);
        try {
          return { json: { result: (await run(app, core, request, steps, answered, until)) ?? null } };
        } catch (error) {
          if (error.status !== undefined) throw error;
          return { json: { thrown: error.message } };
        }
      } });`;

export const PLUGGED: Deployment = {
  config: {
    // The name of a type is that of its definition, not of its file.
    'content-types/paper': leaflet('leaflet', {
      folds: { type: 'component', component: 'print.fold', repeatable: true },
    }),
    'content-types/sheet': leaflet('poster', {}),
    'components/print/fold': { info: {}, attributes: { angle: { type: 'integer' } } },
  },
  files: {
    ...entryOf('jacket', { isbn: { type: 'isbn' }, size: { type: 'size' } }),
    ...typeOf(
      'book',
      {
        name: { type: 'string' },
        isbn: { type: 'isbn', unique: true },
        size: { type: 'size', default: { width: 1, height: 2 }, most: 90 },
        hue: { type: 'customField', customField: `${EXTENSION}.colour` },
        tint: { type: 'customField', customField: `${EXTENSION}.colour`, options: { most: 3 } },
        jacket: { type: 'component', component: 'shared.jacket' },
        jackets: { type: 'component', component: 'shared.jacket', repeatable: true },
      },
      { pluginOptions: { stamps: { on: true } } },
    ),
    ...typeOf(
      'page',
      {
        name: { type: 'string' },
        motto: { type: 'string', pluginOptions: shared },
        slug: { type: 'string', unique: true },
        number: { type: 'integer', unique: true, pluginOptions: shared },
        desk: relation('oneToOne', 'desk', { inversedBy: 'page' }),
        next: relation('manyToMany', 'page', { inversedBy: 'before' }),
        before: relation('manyToMany', 'page', { mappedBy: 'next' }),
        card: relation('oneToOne', 'card', { mappedBy: 'page' }),
        desks: relation('manyToMany', 'desk', { mappedBy: 'shown' }),
      },
      { options: { channels: true } },
    ),
    ...typeOf('desk', {
      name: { type: 'string' },
      page: relation('oneToOne', 'page', { mappedBy: 'desk' }),
      shown: relation('manyToMany', 'page', { inversedBy: 'desks' }),
      memos: relation('oneToMany', 'memo', { mappedBy: 'desk' }),
    }),
    ...typeOf(
      'memo',
      {
        name: { type: 'string' },
        state: { type: 'string', default: 'open' },
        desk: relation('manyToOne', 'desk', { inversedBy: 'memos' }),
      },
      { options: { draftAndPublish: true } },
    ),
    ...typeOf('card', {
      name: { type: 'string' },
      page: relation('oneToOne', 'page', { inversedBy: 'card' }),
    }),
    ...typeOf(
      'poem',
      {
        name: { type: 'string', required: true },
        code: { type: 'string', unique: true },
        pages: relation('manyToMany', 'page'),
      },
      { options: { phases: true } },
    ),
    ...typeOf('shelf', {
      name: { type: 'string' },
      owner: { type: 'string' },
      closed: { type: 'boolean', default: false },
      room: relation('manyToOne', 'room', { inversedBy: 'shelfs' }),
    }),
    ...typeOf('room', {
      name: { type: 'string' },
      shelfs: relation('oneToMany', 'shelf', { mappedBy: 'room' }),
    }),
    ...typeOf(
      'place',
      { name: { type: 'string', pluginOptions: localized } },
      { options: { channels: true }, pluginOptions: localized },
    ),
  },
  extension: `(_extension, app) => {
    // The names that plugins import from Quire.
    const core = Object.entries(require.cache).find(([file]) => /[\\\\/]core[\\\\/]index\\.js$/.test(file))[1].exports;
    ${ADDS_TYPES}${ADDS_ATTRIBUTES}${ADDS_AXES}${LIMITS_ROWS}${ADDS_CONDITIONS}${TAPS_LATE}${RUNS_CODE}
  }`,
};

/** Runs code of the plugin, with the application `app`, the public names `core` and the request. */
export const runs = (code: string, expect: Expectation, more: Partial<Step> = {}): Step => ({
  send: 'POST',
  path: '/conformance/run',
  body: { code },
  expect,
  ...more,
});
/** The code returns this. */
export const returned = (code: string, result: Pattern, more: Partial<Step> = {}): Step =>
  runs(code, { status: 200, body: { result } }, more);
