// `strapi.plugin('upload').service('upload')`.
import { type App, check } from '../../../core';
import type { Params } from '../content/document-params';
import type { queryOf } from './database';

type FileTarget = NonNullable<Parameters<NonNullable<App['files']>['addAll']>[1]>;

const FILE = 'plugin::upload.file';

export function uploadServices(app: App, query: ReturnType<typeof queryOf>) {
  const files = () => {
    if (app.files) return app.files;
    throw new Error('The project uses files: enable the plugin "upload"');
  };
  const upload = {
    /** Files of `ctx.request.files`, or others with a path, a name and a type. With `ref`, `refId` and `field`, a document shows them. */
    async upload({ data = {}, files: given }: { readonly data?: Params; readonly files: unknown }) {
      const { fileInfo = {}, ref, refId, field } = data;
      const infos = [fileInfo].flat();
      const all = [given].flat().map((file, at) => {
        const info = infos[at];
        return { ...partsOf(file), info: check.isPlainObject(info) ? info : {} };
      });
      // As in Strapi: files belong to nothing unless all three have a value.
      return files().addAll(all, ref && refId && field ? ({ ref, refId, field } as FileTarget) : undefined);
    },
    findOne: (id: unknown, populate?: unknown) => query(FILE).findOne({ where: { id }, populate }),
    findMany: ({ filters, sort, start, limit, populate }: Params = {}) =>
      query(FILE).findMany({ where: filters, orderBy: sort, offset: start, limit, populate }),
    remove: async ({ id }: { readonly id: unknown }) => files().remove(Number(id)),
  };
  return { upload };
}

/** Names of formidable, and those of Strapi 4. */
function partsOf(file: unknown): { path: string; name: string; type: string | undefined } {
  const {
    filepath,
    path = filepath,
    originalFilename,
    name = originalFilename,
    mimetype,
    type = mimetype,
  } = typeof file === 'object' && file !== null ? (file as Params) : {};
  if (typeof path !== 'string' || typeof name !== 'string')
    throw new Error(
      'upload needs files with "filepath" and "originalFilename", such as ctx.request.files.image',
    );
  return { path, name, type: typeof type === 'string' ? type : undefined };
}
