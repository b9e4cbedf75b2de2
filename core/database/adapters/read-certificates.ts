// The `ssl` of the configuration → options of the drivers: names of files become their contents.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ResolvedConfig } from '../config-types';

export interface TlsOptions {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized: boolean;
}

export function readCertificates(ssl: ResolvedConfig['ssl'], dir: string): TlsOptions | undefined {
  if (!ssl) return undefined;
  if (ssl === true) return { rejectUnauthorized: true };
  const read = (file: string | undefined): string | undefined =>
    file && readFileSync(path.resolve(dir, file), 'utf8');
  return {
    ca: read(ssl.ca),
    cert: read(ssl.cert),
    key: read(ssl.key),
    rejectUnauthorized: ssl.rejectUnauthorized,
  };
}
