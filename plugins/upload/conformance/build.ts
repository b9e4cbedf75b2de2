// Short functions for cases of uploads.
import { article, get, INVALID } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { is, type Pattern } from '../../../conformance/cases/pattern';
import { part, sends, upload } from '../../../conformance/cases/upload-files';

/** A case of the rows of uploads. */
export const files = (row: string, run: (bench: Bench) => Promise<void>, more: Partial<Case> = {}): Case => ({
  rows: [`quire.upload.${row}`],
  run,
  ...more,
});
/** A text file for an upload. */
export const text = (name: string, content = name) => part(name, 'text/plain', content);
/** The list of the files whose names begin with the mark of the case. */
export const listed = (expect: readonly Pattern[], query = ''): Step =>
  get(`/upload/files?filters[name][$startsWith]={mark}&sort=name${query}`, { body: expect });
export const bad = (status: number, name: string, message?: string) => ({
  status,
  error: { name, ...(message === undefined ? {} : { message: is.matching(message) }) },
});
/** A refused upload stores nothing. */
export async function refused(bench: Bench, parts: Parameters<typeof sends>[0], expect: Step['expect'] = {}) {
  await bench.send(sends(parts, { ...INVALID, ...expect }));
  await bench.send(listed([]));
}
export const ids = (...aliases: string[]): Pattern => aliases.map((alias) => ({ id: `{${alias}.id}` }));
/** The article `a` has these files. */
export const shows = (query: string, cover: string | null, ...gallery: string[]): Step =>
  get(`/articles/{a.documentId}?populate=*${query}`, {
    data: {
      cover: cover === null ? null : { id: `{${cover}.id}` },
      gallery: is.both(is.length(gallery.length), ids(...gallery)),
    },
  });

/** A document that holds files in each kind of entry. */
export const holder = () =>
  article({
    seo: { metaTitle: 'S', image: '{f.id}' },
    zone: [
      { __component: 'shared.quote', text: 'q' },
      { __component: 'shared.slider', files: ['{g.id}', '{f.id}'] },
    ],
  });
/** The files `f` and `g`, and the document `a` that holds them. */
export async function makeHolder(bench: Bench): Promise<void> {
  await upload(bench, 'f');
  await upload(bench, 'g');
  await bench.make('a', holder());
}
