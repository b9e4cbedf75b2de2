// `strapi.plugin('upload').service('upload')`.
import { type App, check } from '../../../core';
import type { Params } from '../content/document-params';
import { OutOfReach } from '../project/out-of-reach';
import type { queryOf } from './database';

const FILE = 'plugin::upload.file';

export function uploadServices(app: App, query: ReturnType<typeof queryOf>) {
  const files = () => {
    if (app.files) return app.files;
    throw new Error('The project uses files: enable the plugin "upload"');
  };
  const upload = {
    /** Files of `ctx.request.files`, or others with a path, a name and a type. */
    async upload({ data = {}, files: given }: { readonly data?: Params; readonly files: unknown }) {
      if (data.ref !== undefined || data.refId !== undefined)
        throw new OutOfReach('"ref" and "refId" of upload', 'write the id of the file into the document');
      const infos = [data.fileInfo ?? {}].flat();
      const stored = [];
      for (const [at, file] of [given].flat().entries()) {
        const { path, name, type } = partsOf(file);
        const info = infos[at];
        stored.push(await files().add(path, check.isPlainObject(info) ? info : {}, { name, type }));
      }
      return stored;
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
