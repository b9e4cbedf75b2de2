// Deployments that store or show files in a wrong way.
import { answered, status } from './build';
import type { Mutant, Seen } from './mutating-proxy';

type File = Readonly<Record<string, unknown>>;

const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && 'hash' in value;

/** Changes each file that the upload routes return. */
const files =
  (change: (file: File, seen: Seen) => File): Mutant['answer'] =>
  (answer, seen) => {
    if (!seen.path.startsWith('/api/upload')) return {};
    if (Array.isArray(answer.body))
      return { body: answer.body.map((file) => (isFile(file) ? change(file, seen) : file)) };
    return isFile(answer.body) ? { body: change(answer.body, seen) } : {};
  };

const set = (row: string, key: string, value: unknown, does: string): Mutant => ({
  row: `media.${row}`,
  does,
  answer: files((file) => ({ ...file, [key]: value })),
});

/** Changes each format of an image. */
const formats = (row: string, change: (format: File) => File, does: string): Mutant => ({
  row: `media.formats.${row}`,
  does,
  answer: files((file) => {
    const all = typeof file.formats === 'object' && file.formats !== null ? Object.entries(file.formats) : [];
    return all.length === 0
      ? file
      : { ...file, formats: Object.fromEntries(all.map(([key, format]) => [key, change(format)])) };
  }),
});

/** Changes the attributes `cover` and `gallery` of a document. */
const media = (row: string, change: (document: File) => File, does: string): Mutant => ({
  row,
  does,
  answer: ({ body }, { path }) => {
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
    const isDocument = path.startsWith('/api/articles/') && typeof data === 'object' && data !== null;
    return isDocument ? { body: Object.assign({}, body, { data: change(data as File) }) } : {};
  },
});

const graphql = (row: string, from: RegExp, to: string, does: string): Mutant =>
  answered(`graphql.${row}`, from, to, does);

export const uploadMutants: readonly Mutant[] = [
  set('id', 'id', 'one', 'shows a text as the id'),
  set('document-id', 'documentId', 7, 'shows a number as the documentId'),
  set('name', 'name', 'file', 'names every file alike'),
  set('alternative-text', 'alternativeText', '', 'forgets the alternative text'),
  set('caption', 'caption', null, 'forgets the caption'),
  set('dimensions', 'width', null, 'does not measure images'),
  set('dimensions', 'height', 300, 'shows the width as the height'),
  set('formats.keys', 'formats', {}, 'makes no formats'),
  formats('entry', ({ ext: _ext, ...format }) => format, 'omits the extension of formats'),
  formats(
    'entry',
    (format) => ({ ...format, width: String(format.width) }),
    'shows the width of formats as text',
  ),
  formats('path', (format) => ({ ...format, path: '/' }), 'shows a path of formats'),
  formats(
    'url',
    (format) => ({ ...format, url: '/uploads/missing.png' }),
    'shows an address of formats that does not exist',
  ),
  {
    ...formats('entry', (format) => ({ ...format, width: 1 }), 'shows formats of another image'),
    row: 'quire.upload.replaced-formats',
  },
  set('hash', 'hash', 'hash', 'gives every file one hash'),
  set('ext', 'ext', null, 'omits the extension'),
  set('mime', 'mime', 'text/plain', 'calls every file a text'),
  set('size', 'size', 2500, 'shows bytes as the size'),
  set('url', 'url', '/files/a.txt', 'shows an address outside the uploads folder'),
  status('media.url', 'GET', /^\/uploads\//, 404, 'serves no files'),
  set('preview-url', 'previewUrl', 5, 'shows a number as the preview'),
  set('provider', 'provider', null, 'omits the provider'),
  set('provider-metadata', 'provider_metadata', 'none', 'shows a text as the metadata of the provider'),
  set('timestamps', 'createdAt', 'today', 'shows no date as createdAt'),
  status('service.upload.area', 'POST', /^\/api\/upload$/, 404, 'has no route for uploads'),
  media('rest.populate.star.media', ({ cover: _cover, ...rest }) => rest, 'does not populate a single file'),
  media(
    'rest.populate.star.media',
    (document) =>
      Array.isArray(document.gallery) ? { ...document, gallery: [...document.gallery].reverse() } : document,
    'reverses the order of files',
  ),
  media(
    'attributes.hidden.media',
    (document) => ({ cover: null, ...document }),
    'shows media without populate',
  ),
  media(
    'rest.update.null.media',
    (document) => ('cover' in document ? { ...document, cover: document.cover ?? { id: 1 } } : document),
    'keeps a file that was cleared',
  ),
  graphql('nested.media', /"cover":\{/g, '"cover":null,"other":{', 'shows no file over GraphQL'),
  graphql(
    'nested.media-connection',
    /"nodes":\[/g,
    '"nodes":[{"name":"other.txt"},',
    'shows a file too many over GraphQL',
  ),
  graphql(
    'mutation.file.update',
    /"alternativeText":"New"/g,
    '"alternativeText":null',
    'does not change the info over GraphQL',
  ),
];
