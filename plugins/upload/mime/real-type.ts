// The type of a file: what its bytes are, compared with what the client declares.
import { open } from 'node:fs/promises';
import { uploadErrors } from '../errors';
import { mimeTypes } from './mime-types';

/** Loaded with the first file. */
const magicBytes = (): typeof import('magic-bytes.js') => require('magic-bytes.js');

export interface TypeRules {
  readonly realTypes: 'check' | 'trust';
  readonly allow?: readonly string[] | undefined;
  readonly deny: readonly string[];
}

export interface DeclaredFile {
  readonly path: string;
  readonly name: string;
  readonly type: string;
}

/** Signatures stand in the first bytes. */
const HEAD = 4100;
const TEXTS = /^text\/|[/+](json|xml|javascript|yaml)$|^image\/svg\+xml$/;
const UNKNOWN = 'application/octet-stream';

/** Two names of one type. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'audio/mp3': 'audio/mpeg',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/mp4',
  'application/x-zip-compressed': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'text/xml': 'application/xml',
};

/** Types that are known by their first bytes: without these bytes, a file is not of the type. */
const SIGNED: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/bmp',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'video/mp4',
  'video/webm',
  'audio/wav',
  'audio/flac',
]);

/** Types that browsers show, and know by their first bytes. */
const SHOWN = /^(image|video|audio)\/|^application\/pdf$/;

/**
 * May a file of the type have the extension? Local files are served with the type of their extension, so `a.js` with the bytes of an image
 * would become a script. An unknown extension is kept for texts, and for types that have no extension.
 */
export function mayHaveExtension(type: string, ext: string): boolean {
  const real = canonical(type);
  const served = mimeTypes().lookup(ext);
  if (served === false) return real === UNKNOWN || TEXTS.test(real) || mimeTypes().extension(real) === false;
  return !SHOWN.test(real) || isSame(canonical(served), real);
}

/** Returns the MIME type under which the file is stored; throws a 400 for a contradiction or a refused type. */
export async function realTypeOf(file: DeclaredFile, rules: TypeRules): Promise<string> {
  const declared = declaredType(file.type);
  const type = rules.realTypes === 'trust' ? declared : await checkedType(file, declared);
  const is = (asked: string) => (pattern: string) =>
    pattern.endsWith('/*') ? asked.startsWith(pattern.slice(0, -1)) : pattern === asked;
  // Local files are served with the type of their extension.
  const served = mimeTypes().lookup(file.name) || type;
  const isDenied = rules.deny.some(is(type)) || rules.deny.some(is(served));
  if (isDenied || (rules.allow && !rules.allow.some(is(type))))
    throw uploadErrors.UPLOAD_TYPE_REFUSED(file.name, type);
  return type;
}

async function checkedType(file: DeclaredFile, declared: string): Promise<string> {
  const head = await headOf(file.path);
  // Several formats may begin alike: office documents begin like ZIP archives.
  const found = magicBytes()
    .filetypeinfo(head)
    .flatMap(({ mime }) => (mime ? [mime] : []));
  const [likely] = found;
  if (declared === UNKNOWN) return likely ?? UNKNOWN;
  if (likely === undefined) {
    if (SIGNED.has(canonical(declared)))
      throw uploadErrors.UPLOAD_TYPE_CONTRADICTION(file.name, declared, 'of no known type');
    return declared;
  }
  // A text may begin with any letters, also with the letters of a signature.
  if (TEXTS.test(declared) && !head.includes(0)) return declared;
  if (found.some((each) => isSame(canonical(declared), canonical(each)))) return declared;
  throw uploadErrors.UPLOAD_TYPE_CONTRADICTION(file.name, declared, likely);
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** `image/PNG; q=1` → `image/png` */
function declaredType(type: string): string {
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]+\/[\w.+-]+$/.test(bare) && bare.length <= 127 ? bare : UNKNOWN;
}

const canonical = (type: string): string => ALIASES[type] ?? type;

/** Containers hold audio or video. A format that is XML begins as XML. */
const isSame = (declared: string, found: string): boolean =>
  declared === found ||
  (found === 'application/xml' && declared.endsWith('+xml')) ||
  (/^(video|audio|application)\/(mp4|webm|ogg|x-matroska)$/.test(declared) &&
    containerOf(declared) === containerOf(found));

const containerOf = (type: string): string | undefined => type.split('/')[1]?.replace('x-matroska', 'webm');
