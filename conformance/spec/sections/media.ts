// The spec's "Media file record" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const mediaRows = rowsOf(
  { section: 'media', title: 'Media file record', profile: 'spec' },
  `
media.id                | L60  | must   | upload | id is an integer
media.document-id       | L61  | must   | upload | documentId is a string
media.name              | L62  | must   | upload | name is the name sent
media.alternative-text  | L63  | must   | upload | string or null, as sent
media.caption           | L64  | must   | upload | string or null, as sent
media.dimensions        | L65  | must   | upload formats | width and height of an image are its integers
media.formats.keys      | L66  | must   | upload formats | a large image has thumbnail, medium, small; each optional
media.formats.entry     | L66  | must   | upload formats | each format has name, hash, ext, mime, width, height, size, path, url
media.formats.url       | L66  | must   | upload formats | the url of each format is served
media.formats.path      | L66  | should | upload formats | path is null
media.hash              | L67  | must   | upload | hash is a string, different for two uploads
media.ext               | L67  | must   | upload | ext is a string
media.mime              | L67  | must   | upload | mime is the file's
media.size              | L68  | must   | upload | size is a number, kilobytes within rounding
media.url               | L69  | must   | upload | url is a path under the uploads folder and is served
media.preview-url       | L70  | must   | upload | string or null
media.provider          | L71  | must   | upload | a string
media.provider-metadata | L72  | must   | upload | null or object
media.timestamps        | L73  | must   | upload | createdAt and updatedAt are ISO 8601
`,
);
