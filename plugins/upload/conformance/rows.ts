// What uploads answer where the specification is silent: as recorded of the peer, and a 4xx in place of its 5xx.
import { rowsOf } from '../../../conformance/spec/row';

export const quireUploadRows = rowsOf(
  { section: 'quire.upload', title: 'Quire: uploads', profile: 'quire' },
  `
quire.upload.several      | Rule 2 | must | upload | several files are a bare list in order, each with its own fileInfo
quire.upload.keys         | Rule 2 | must | upload | a file has the recorded keys in the recorded order; folder and folderPath are hidden
quire.upload.empty        | Rule 2 | must | upload | no part files, another field, JSON, and no bytes are a 400 "Files are empty"; a body that is cut off is a 400
quire.upload.names        | Rule 2 | must | upload | hash and ext come from the name; name stays; paths in a name are a 400
quire.upload.bad-info     | Rule 3 | must | upload | a fileInfo that is no valid JSON object is a 400, and nothing is stored
quire.upload.change       | Rule 2 | must | upload | POST ?id= with fileInfo changes the named keys only, as a form and as JSON
quire.upload.replace      | Rule 2 | must | upload | POST ?id= with a file replaces the bytes and keeps hash and url
quire.upload.attach       | Rule 2 | must | upload | ref, refId and field attach files: one is replaced, several are added
quire.upload.attach-wrong | Rule 3 | must | upload | an unknown ref, refId or field is a 400, and nothing is stored
quire.upload.list         | Rule 2 | must | upload | files are listed with filters, sort, fields, start and limit; pagination is ignored
quire.upload.list-hidden  | Rule 2 | must | upload | filters on folderPath and populate of folder are a 400
quire.upload.related      | Rule 2 | must | upload auth | populate=related shows the documents of a file
quire.upload.one          | Rule 2 | must | upload | an unknown file is a 404 file.notFound; PUT is a 405
quire.upload.delete       | Rule 2 | must | upload | DELETE answers the file, and removes its bytes, its formats and its references
quire.upload.formats      | Rule 2 | must | upload formats | formats have the recorded sizes; a small image and a text have none
quire.upload.replaced-formats | Rule 2 | must | upload formats | after a replacement the formats are those of the new image, also in documents; addresses of formats that are gone are a 404
quire.upload.images       | Rule 3 | must | upload formats | a damaged picture has no formats, a large SVG no sides; pictures at once are all made; metadata is removed
quire.upload.real-type    | Rule 3 | must | upload | a declared type that contradicts the bytes is a 400 that names both
quire.upload.found-type   | Rule 3 | must | upload | a file without a known type gets the type of its bytes, and one with an unknown extension their extension; a container holds audio or video
quire.upload.allowed      | Values | must | upload | a file that allowedTypes excludes is a 400, and is not linked
quire.upload.order        | Values | must | upload | the order of several files is kept, also over an update
quire.upload.required     | Values | must | upload drafts | a required file must be there when a document is published
quire.upload.rights       | Rule 2 | must | upload auth | listing, reading, uploading and deleting need a permission each; each reader of a document sees its files
quire.upload.link-right   | Rule 2 | must | upload auth | a request that links a file needs upload, find or findOne of files; without them the file is unknown, a 400
quire.upload.row-rules    | Rule 2 | must | upload auth | a rule of a role on upload, find or destroy limits the files: others are a 404, and are not linked
quire.upload.link-open    | Rule 4 | must | upload auth config | linkWithoutPermission: a request links files without an action of files
quire.upload.read-only    | Rule 2 | must | upload tokens | a read-only token lists and reads files only
quire.upload.graphql      | Rule 2 | must | upload graphql | files are listed over GraphQL with filters and sort
quire.upload.ranges       | Rule 2 | must | upload | a range of a file is a 206; one outside is a 416
quire.upload.cached       | Rule 2 | must | upload | files have max-age=0, Last-Modified and ETag; a known file is a 304; If-Match with another ETag is a 412
quire.upload.head         | Rule 2 | must | upload | HEAD of a file has the headers and no body
quire.upload.scripts      | Rule 3 | must | upload | SVG and HTML are downloads without scripts; images and texts are shown
quire.upload.outside      | Rule 3 | must | upload | no address leads out of the folder of uploads
quire.upload.protect      | Rule 4 | must | upload config | protectUsed: deleting a file in use is a 409 that names the documents
quire.upload.types        | Rule 4 | must | upload config | allow and deny exclude types with a 400
quire.upload.pixels       | Rule 3 | must | upload config | an image with more pixels than maxPixels is a 400
quire.upload.presets      | Rule 4 | must | upload formats config | an address with a preset is the image in its size; other values are a 400
quire.upload.damaged      | Rule 4 | must | upload formats config | a preset of a damaged picture is a 400, its format on demand a 404; new bytes are read again
quire.upload.kept-type    | Rule 4 | must | upload formats config | a preset without format keeps the type of the picture and its frames; quality decides about the bytes
quire.upload.focal-point  | Rule 4 | must | upload formats config | cover crops around the focal point
quire.upload.on-demand    | Rule 4 | must | upload formats config | onDemand: the first request of its address makes a format
quire.upload.body-limits  | Rule 3 | must | upload config | a larger file or sum of files is a 413, more files are a 4xx; nothing is stored
quire.upload.provider     | Rule 4 | must | upload extension | a storage of the application gets all bytes; its addresses are shown, and they are signed in uploads and documents
quire.upload.storage      | Rule 3 | must | upload extension | a storage that fails is a 503, a full one a 507; the upload stores nothing, a replacement keeps the file; a deletion goes on
quire.upload.unfinished   | Rule 3 | must | upload extension | after a start, new bytes that waited in the storage replace the old ones, and interrupted uploads are removed
`,
);
