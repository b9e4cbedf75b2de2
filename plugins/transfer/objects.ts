// The names of the stored objects of a file: the upload and its formats. `red_b48280bf50.png`, `thumbnail_red_b48280bf50.png`

import { check } from '../../core';

type Values = Readonly<Record<string, unknown>>;

export function objectNames(values: Values): string[] {
  const names = [nameOf(values), ...formatsOf(values).map(([, format]) => nameOf(format))];
  return [...new Set(names.flatMap((name) => name ?? []))];
}

/** The values with the addresses of these objects. */
export function withAddresses(values: Values, addressOf: (name: string) => string | undefined): Values {
  const own = addressOf(nameOf(values) ?? '');
  const formats = formatsOf(values).map(([key, format]) => {
    const url = addressOf(nameOf(format) ?? '');
    return [key, url === undefined ? format : { ...format, url }];
  });
  return {
    ...values,
    ...(own === undefined ? {} : { url: own }),
    ...(formats.length > 0 ? { formats: Object.fromEntries(formats) } : {}),
  };
}

/** Names have no folders, so a name cannot point out of the storage. */
export const isObjectName = (name: string): boolean =>
  name !== '' &&
  !/[/\\]/.test(name) &&
  !name.includes('\u0000') &&
  name !== '.' &&
  name !== '..' &&
  Buffer.byteLength(name) <= 255;

function nameOf({ hash, ext }: Values): string | null {
  const name = typeof hash === 'string' ? `${hash}${typeof ext === 'string' ? ext : ''}` : '';
  return isObjectName(name) ? name : null;
}

const formatsOf = ({ formats }: Values): [string, Values][] =>
  check.isPlainObject(formats)
    ? Object.entries(formats).filter((pair): pair is [string, Values] => check.isPlainObject(pair[1]))
    : [];
