// An open source: a database of Strapi, or an archive that was unpacked into one. It knows its tables and the types of Strapi's last start.

import type { Readable } from 'node:stream';
import type { ForeignDatabase } from '../../../core';

export type SourceRow = Readonly<Record<string, unknown>>;

export interface StrapiAttribute {
  readonly type: string;
  readonly customField?: string;
  readonly relation?: string;
  readonly target?: string;
  readonly mappedBy?: string;
  readonly inversedBy?: string;
  readonly component?: string;
  readonly repeatable?: boolean;
  readonly components?: readonly string[];
  readonly multiple?: boolean;
}

export interface StrapiModel {
  readonly uid: string;
  /** The table; `collectionName` may be too long for one. Tables of links are named after it, those of entries after `collectionName`. */
  readonly table: string;
  readonly collectionName: string;
  /** Of a component: the name of its file. */
  readonly singularName: string;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: ReadonlyMap<string, StrapiAttribute>;
}

/** The key of a webhook in the settings of an archive: `webhook 3`. */
export const WEBHOOK = 'webhook ';

export interface Source {
  readonly client: ForeignDatabase['client'];
  readonly knex: ForeignDatabase['knex'];
  /** Table → its columns. Every name in a statement comes from here. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly types: ReadonlyMap<string, StrapiModel>;
  /** Known only of archives: a database does not store them. */
  readonly components: ReadonlyMap<string, StrapiModel> | null;
  /** Values of the core store, parsed. */
  readonly settings: ReadonlyMap<string, unknown>;
  /** Of times that a server stores without their zone. */
  readonly timezone: string;
  readonly defaultLocale: string;
  /** Bytes of files of the media library. Absent: a database has none. */
  readonly openBytes?: (name: string) => { readonly bytes: Readable; readonly size: number } | null;
  close(): Promise<void>;
}
