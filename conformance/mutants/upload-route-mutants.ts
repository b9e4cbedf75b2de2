// Deployments whose upload routes, or addresses of files, answer in a wrong way.
import { answered, asked, drops, isObject, type Values } from './build';
import type { Mutant, Seen } from './mutating-proxy';

const row = (name: string): string => `quire.upload.${name}`;
const isUpload = ({ path }: Seen): boolean => path.startsWith('/api/upload');

const without = (name: string, pattern: RegExp, does: string): Mutant => {
  const mutant = drops(row(name), pattern, does);
  return {
    ...mutant,
    query: (pairs, seen) => (isUpload(seen) ? (mutant.query?.(pairs, seen) ?? pairs) : pairs),
  };
};
/** A refusal becomes a success. */
const accepts = (name: string, refused: number, path: RegExp, does: string): Mutant => ({
  row: row(name),
  does,
  answer: ({ status }, seen) => (status === refused && path.test(seen.path) ? { status: 201 } : {}),
});
/** Changes the body of the upload routes. */
const body = (name: string, change: (body: unknown, seen: Seen) => unknown, does: string): Mutant => ({
  row: row(name),
  does,
  answer: (answer, seen) =>
    isUpload(seen) && answer.status < 300 ? { body: change(answer.body, seen) } : {},
});
const file = (name: string, change: (file: Values) => Values, does: string): Mutant =>
  body(
    name,
    (found) => (Array.isArray(found) ? found.map(change) : isObject(found) ? change(found) : found),
    does,
  );
/** Changes a served file. */
const bytes = (
  name: string,
  change: (answer: Parameters<NonNullable<Mutant['answer']>>[0]) => ReturnType<NonNullable<Mutant['answer']>>,
  does: string,
): Mutant => ({
  row: row(name),
  does,
  answer: (answer, { path }) => (path.startsWith('/uploads') ? change(answer) : {}),
});
const header = (name: string, lost: string, does: string): Mutant =>
  bytes(
    name,
    ({ headers, text }) => ({
      headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== lost)),
      body: undefined,
      text,
    }),
    does,
  );

export const uploadRouteMutants: readonly Mutant[] = [
  body('several', (found) => (Array.isArray(found) ? [...found].reverse() : found), 'reverses several files'),
  body(
    'several',
    (found) => (Array.isArray(found) ? found.slice(0, 1) : found),
    'stores the first file only',
  ),
  file('keys', ({ id, ...rest }) => ({ ...rest, id }), 'has another order of keys'),
  file('keys', (found) => ({ ...found, folderPath: '/' }), 'shows the path of the folder'),
  accepts('empty', 400, /^\/api\/upload/, 'accepts an empty upload'),
  file('names', (found) => ({ ...found, ext: String(found.ext).toLowerCase() }), 'changes the extension'),
  accepts('names', 400, /^\/api\/upload/, 'accepts a path as a name'),
  accepts('bad-info', 400, /^\/api\/upload/, 'accepts a wrong fileInfo'),
  without('change', /^id$/, 'ignores id'),
  file('change', (found) => ({ ...found, caption: null }), 'clears what was not sent'),
  without('replace', /^id$/, 'uploads another file'),
  bytes('replace', () => ({ body: undefined, text: 'n'.repeat(2500) }), 'keeps the old bytes'),
  {
    row: row('attach'),
    does: 'does not attach a second file',
    answer: ({ body: found }, { path }) =>
      path.startsWith('/api/articles/')
        ? { body: JSON.parse(JSON.stringify(found).replace(/("gallery":\[\{.*?\}),\{.*?\}\]/, '$1]')) }
        : {},
  },
  accepts('attach-wrong', 400, /^\/api\/upload/, 'accepts an unknown target'),
  without('list', /^filters\[size/, 'ignores a filter on files'),
  without('list', /^sort$/, 'ignores a sort of files'),
  without('list', /^start$/, 'ignores start'),
  without('list', /^limit$/, 'ignores limit'),
  without('list', /^fields/, 'ignores fields'),
  without('list', /^_q$/, 'ignores _q'),
  without('list-hidden', /^populate/, 'ignores populate=folder'),
  without('list-hidden', /folderPath/, 'ignores a filter on a hidden key'),
  without('related', /^populate/, 'ignores populate=related'),
  accepts('one', 405, /^\/api\/upload/, 'accepts PUT'),
  accepts('one', 404, /^\/api\/upload/, 'finds unknown files'),
  {
    row: row('delete'),
    does: 'deletes nothing',
    method: ({ method, path }) => (path.startsWith('/api/upload') && method === 'DELETE' ? 'GET' : method),
  },
  bytes(
    'delete',
    ({ status }) => (status === 404 ? { status: 200 } : {}),
    'keeps the bytes of a deleted file',
  ),
  file(
    'formats',
    (found) => JSON.parse(JSON.stringify(found).replace('"height":333', '"height":334')),
    'rounds heights up',
  ),
  file('images', (found) => ({ ...found, width: found.width ?? 30 }), 'measures a large SVG'),
  file(
    'found-type',
    (found) => ({ ...found, mime: found.mime === 'image/png' ? 'application/octet-stream' : found.mime }),
    'does not look at the bytes of a file without a type',
  ),
  file(
    'found-type',
    (found) => ({ ...found, ext: String(found.name).replace(/^.*\./, '.') }),
    'keeps each extension',
  ),
  accepts('real-type', 400, /^\/api\/upload/, 'believes the declared type'),
  accepts('allowed', 400, /^\/api\/checks/, 'links each type of file'),
  {
    row: row('order'),
    does: 'reverses the files of a document',
    answer: ({ body: found }, { path, method }) => {
      const data = isObject(found) && isObject(found.data) ? found.data : {};
      return method === 'GET' && path.startsWith('/api/articles/') && Array.isArray(data.gallery)
        ? { body: { data: { ...data, gallery: [...data.gallery].reverse() } } }
        : {};
    },
  },
  accepts('required', 400, /^\/api\/strictdocs/, 'publishes without a required file'),
  { row: row('rights'), does: 'gives every request full access', open: true },
  accepts('link-right', 400, /^\/api\/articles/, 'links files of others'),
  accepts('row-rules', 404, /^\/api\/upload/, 'changes files outside a rule'),
  { row: row('read-only'), does: 'gives every token full access', open: true },
  asked(row('graphql'), ', sort: "name:desc"', '', 'ignores the sort of files'),
  answered(row('graphql'), /"total":2/, '"total":1', 'counts the page'),
  bytes(
    'ranges',
    ({ status }) => (status === 206 ? { status: 200 } : {}),
    'answers a range as the whole file',
  ),
  header('ranges', 'content-range', 'does not say which range it is'),
  header('cached', 'etag', 'has no ETag'),
  bytes('cached', ({ status }) => (status === 304 ? { status: 200 } : {}), 'sends a known file again'),
  header('head', 'content-type', 'has no type in the answer to HEAD'),
  header('scripts', 'content-disposition', 'shows SVG and HTML'),
  header('scripts', 'content-security-policy', 'lets scripts run'),
  header('scripts', 'x-content-type-options', 'lets browsers guess types'),
  bytes('outside', ({ status }) => (status >= 400 ? { status: 200 } : {}), 'answers each address'),
];
