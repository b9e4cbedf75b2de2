// The table of media types and file extensions. Loaded with the first file: it takes about 10 ms.

export const mimeTypes = (): typeof import('mime-types') => require('mime-types');
