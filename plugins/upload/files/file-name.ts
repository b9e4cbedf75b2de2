// The names of a file. `name` is the name that the client sent. Storage uses `hash` and `ext`, which are safe in paths and URLs.
import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { uploadErrors } from '../errors';

export interface StoredName {
  /** `Elan_ueni_1_8d120a0ed0` */
  readonly hash: string;
  /** `.PNG`, or '' */
  readonly ext: string;
}

const LONGEST_NAME = 255;
const LONGEST_EXTENSION = 20;
/** Letters of two signs, and letters that have no base letter in Unicode. */
const LETTERS: Readonly<Record<string, string>> = {
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Å: 'A',
  å: 'a',
  Œ: 'OE',
  œ: 'oe',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Þ: 'TH',
  þ: 'th',
  ı: 'i',
};

/** Refuses names that could be paths or could deceive a reader. */
export function checkFileName(name: string): string {
  const isBad =
    name === '' ||
    name.length > LONGEST_NAME ||
    /[/\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name) ||
    name === '.' ||
    name.includes('..');
  if (isBad) throw uploadErrors.UPLOAD_FILE_NAME();
  return name;
}

/** The extension comes from the name, else from the type. `shown`: the name that `fileInfo` gives the file. */
export function storedName(name: string, extensionOfType: string | false, shown = name): StoredName {
  const own = extname(name);
  const isOwn = /^\.\w+$/.test(own) && own.length <= LONGEST_EXTENSION;
  const ext = isOwn ? own : extensionOfType === false ? '' : `.${extensionOfType}`;
  return { hash: withRandom(isOwn && shown.endsWith(own) ? shown.slice(0, -own.length) : shown), ext };
}

const withRandom = (base: string): string => `${slug(base) || 'file'}_${randomBytes(5).toString('hex')}`;

const slug = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
