// A deleted document stays in the database, hidden. Rows have an axis `life` with the values alive and deleted; reads see living
// rows, also behind relations. Delete moves the rows of a document to `deleted`, restore moves them back.
// `GET …?deleted=true` lists deleted documents. All collection types of the application take part, except those
// with `"softDelete": false`.
import { coreErrors, definePlugin, only, type ParallelAxis, type StoredRow, stagesOf } from 'quire-cms';

declare module 'quire-cms' {
  interface QueryParamMap {
    deleted?: boolean;
  }
  interface DocumentOperationMap {
    restore(args: { readonly documentId: string }): Promise<unknown>;
  }
}

const life: ParallelAxis = {
  name: 'life',
  column: '_life',
  kind: 'parallel',
  store: { kind: 'enum', values: ['alive', 'deleted'] },
  base: () => 'alive',
  defaultValue: () => 'alive',
  any: false,
  pin: 'restrict',
  permission: (type, value) => (value === 'deleted' ? `${type}.readDeleted` : null),
};
const at = (row: StoredRow, value: 'alive' | 'deleted') => ({ ...row.axes, life: value });
const isDeleted = ({ axes }: StoredRow): boolean => axes.life === 'deleted';
const takesPart = (type: { readonly axes: readonly { readonly axis: unknown }[] }): boolean =>
  type.axes.some(({ axis }) => axis === life);

export default definePlugin({
  name: 'soft-delete',

  register(app) {
    app.hooks.schema.contentType((type) => {
      type.knowsOption('softDelete');
      if (!type.uid.startsWith('api::') || type.definition.kind === 'singleType') return;
      if (type.options.softDelete !== false) type.addAxis(life, () => false);
    });
    app.hooks.schema.ready(({ types }) => {
      for (const type of types.values())
        if (takesPart(type))
          app.actions.add({
            name: `${type.uid}.readDeleted`,
            description: `Reads deleted documents of ${type.displayName}`,
          });
    });

    // Before the delete removes the living rows. A document that keeps a row keeps the links to it.
    app.hooks.documents.writing(async ({ action, variants }) => {
      const { operation, type, documentId, rows, target, axes } = action;
      if (!takesPart(type)) return;
      // Without this check, an update would add a living row.
      if (operation === 'update' && rows.every(isDeleted)) throw coreErrors.DOCUMENT_NOT_FOUND();
      if (operation !== 'delete') return;
      const isAsked = (row: StoredRow): boolean =>
        type.axes.every(
          ({ axis: { kind, name } }) =>
            kind === 'stages' || axes[name]?.kind === 'any' || row.axes[name] === target[name],
        );
      for (const row of rows.filter(isAsked))
        await variants.copy(type, documentId, row.axes, at(row, 'deleted'));
    });

    app.params.add({
      name: 'deleted',
      description: 'Shows deleted documents in place of living ones',
      on: ['find', 'findOne'],
      parse: (raw) => raw === true || raw === 'true',
      apply(request, isAsked) {
        if (isAsked) request.axes = { ...request.axes, life: only('deleted') };
      },
      openapi: { type: 'boolean' },
    });

    app.operations.add({
      name: 'restore',
      description: 'Restores a deleted document',
      available: takesPart,
      async run({ action: { type, rows }, variants }, documentId) {
        const deleted = rows.filter(isDeleted);
        if (deleted.length === 0) throw coreErrors.DOCUMENT_NOT_FOUND();
        for (const row of deleted) await variants.copy(type, documentId, row.axes, at(row, 'alive'));
        await variants.remove(type, documentId, { life: 'deleted' });
        // Its unique values may be in use now: a 400 that names them.
        const stages = stagesOf(type);
        for (const row of deleted)
          if (!stages || row.axes[stages.name] !== stages.working)
            await variants.complete(type, documentId, at(row, 'alive'));
      },
    });
  },
});
