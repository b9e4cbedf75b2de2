// authors: the fields `createdBy` and `updatedBy` for types with the option `authors`: the user, or the API token, of the request.
import './types';
import { type App, type Caller, definePlugin, GenerationCache, type TypeBuilder } from '../../core';

const USER = 'plugin::users-permissions.user';
const TOKEN = 'plugin::api-tokens.token';
const NAME = 'authors';
/** The generation size. */
const MOST_KNOWN = 5_000;

/** The kind of a principal → the type of its document, and the end of the names of its fields. */
const KINDS = {
  user: { target: USER, suffix: '' },
  'api-tokens': { target: TOKEN, suffix: 'Token' },
} as const;

export default definePlugin({
  name: NAME,
  dependencies: ['users-permissions'],
  after: ['api-tokens', 'i18n'],
  provides: { options: [NAME] },

  register(app) {
    const hasTokens = app.plugins.some(({ name }) => name === 'api-tokens');
    const kinds = Object.entries(KINDS).filter(([kind]) => kind === 'user' || hasTokens);
    const idOf = createIds(app);

    app.hooks.schema.contentType((type) => {
      type.knowsOption(NAME);
      if (type.options[NAME] !== true) return;
      for (const [, { target, suffix }] of kinds)
        for (const verb of ['createdBy', 'updatedBy']) addAuthor(type, `${verb}${suffix}`, target);
    });
    app.hooks.documents.prepare(async ({ type, operation, caller, set, state }) => {
      if (type.options[NAME] !== true || !WRITES.includes(operation)) return;
      // Code writes for no person: an import, a seed. It keeps the authors that are stored.
      if (caller.kind === 'code') return;
      const verbs = operation === 'update' ? ['updatedBy'] : ['createdBy', 'updatedBy'];
      for (const [kind, { target, suffix }] of kinds) {
        const documentId = caller.principal?.kind === kind ? await idOf(target, caller) : null;
        for (const verb of verbs) set(`${verb}${suffix}`, documentId === null ? null : { documentId });
        if (operation === 'update' && documentId !== null)
          state[NAME] = { name: `createdBy${suffix}`, documentId };
      }
    });
    // An update may make a row: that of another locale, or a single type.
    app.hooks.documents.validate(({ type, makesRow, state, columns }) => {
      const maker = state[NAME] as Maker | undefined;
      const attribute = maker && makesRow ? type.attributes.get(maker.name) : undefined;
      if (maker && attribute?.kind === 'relation' && attribute.storage.kind === 'column')
        columns[attribute.storage.column] = maker.documentId;
    });
  },
});

interface Maker {
  readonly name: string;
  readonly documentId: string;
}

const WRITES: readonly string[] = ['create', 'update', 'clone'];

function addAuthor(type: TypeBuilder, name: string, target: string): void {
  type.addAttribute(name, {
    type: 'relation',
    relation: 'manyToOne',
    target,
    writable: false,
    // Each locale has its own authors.
    pluginOptions: { i18n: { localized: true } },
  });
}

/** documentIds never change, so they are kept. */
function createIds(app: App): (target: string, caller: Caller) => Promise<string | null> {
  const known = new GenerationCache<string, string>(MOST_KNOWN);
  return async (target, caller) => {
    const id = caller.kind === 'request' ? caller.principal?.id : undefined;
    if (id === undefined) return null;
    const key = `${target} ${id}`;
    let documentId = known.get(key);
    if (documentId === undefined) {
      const words = { filters: { id: Number(id) }, fields: ['documentId'] } as const;
      documentId = (await app.documents(target).findFirst(words as object))?.documentId as string | undefined;
      if (documentId === undefined) return null;
      known.set(key, documentId);
    }
    return documentId;
  };
}
