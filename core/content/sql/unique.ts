// Unique values: one table for all types, components and axes. A row is a claim: the document holds the value within the scope. The
// primary key makes a second claim fail. core/content/documents decides which values are claimed.
import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../database/database';
import { foldCase } from '../../database/dialect';
import type { Stored } from '../../database/sql-dialect';
import type { TableSpec } from '../../database/tables';
import type { Uniqueness } from '../attributes/attribute-type';
import { DOCUMENT_ID_COLUMN } from '../model/compiled/column-specs';

export interface UniqueKey {
  readonly scope: string;
  readonly hash: string;
}

/** The fact in quire_meta that the claims of all types follow their rules. Without it, the next boot claims all values again. */
export const UNIQUE_RULES = 'unique rules';

const SCOPE_LENGTH = 255;
const scopeSpec = { kind: 'string', length: SCOPE_LENGTH } as const;
const hashSpec = { kind: 'string', length: 64 } as const;

export const UNIQUE_TABLE: TableSpec = {
  name: 'quire_unique',
  columns: [
    { name: 'scope', spec: scopeSpec, notNull: true },
    { name: 'value_hash', spec: hashSpec, notNull: true },
    { name: 'document_id', spec: DOCUMENT_ID_COLUMN, notNull: true },
  ],
  primaryKey: ['scope', 'value_hash'],
  indexes: [{ name: 'quire_unique_document', columns: ['document_id'], unique: false }],
  owner: 'unique values',
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function uniqueKey(scope: string, value: Exclude<Stored, null>, unique: Uniqueness): UniqueKey {
  const kind = typeof value === 'bigint' ? 'number' : typeof value;
  const counted = unique === 'ignore-case' && typeof value === 'string' ? foldedText(value) : value;
  return {
    scope:
      scope.length <= SCOPE_LENGTH
        ? scope
        : `${scope.slice(0, SCOPE_LENGTH - 33)}#${sha256(scope).slice(0, 32)}`,
    hash: sha256(`${kind}:${String(counted)}`),
  };
}

/** Composed again: of some letters only one case is a single character. */
const foldedText = (text: string): string => foldCase(text.normalize('NFC')).normalize('NFC');

export const sameKey = (a: UniqueKey, b: UniqueKey): boolean => a.scope === b.scope && a.hash === b.hash;

export interface UniqueValues {
  /** The claims of a document, in all scopes. */
  held(tx: Tx, documentId: string): Promise<UniqueKey[]>;
  /** Those of each of these documents, in their order. */
  heldByMany(tx: Tx, documentIds: readonly string[]): Promise<UniqueKey[][]>;
  /** Those of the keys that other documents hold. */
  taken(tx: Tx, documentId: string, keys: readonly UniqueKey[]): Promise<UniqueKey[]>;
  release(tx: Tx, documentId: string, keys: readonly UniqueKey[]): Promise<void>;
  releaseAll(tx: Tx, documentId: string): Promise<void>;
  /** In the order of the keys, so that two writers cannot wait for each other. Returns the first key that is taken. */
  claim(tx: Tx, documentId: string, keys: readonly UniqueKey[]): Promise<UniqueKey | null>;
}

export function createUniqueValues({ dialect }: Pick<Database, 'dialect'>): UniqueValues {
  const held = 'SELECT scope, value_hash FROM quire_unique WHERE document_id = ?';
  const heldByMany = `SELECT document_id, scope, value_hash FROM quire_unique WHERE ${dialect.inList('document_id', DOCUMENT_ID_COLUMN)}`;
  const taken = `SELECT scope, value_hash FROM quire_unique WHERE ${dialect.inList('scope', scopeSpec)} AND ${dialect.inList('value_hash', hashSpec)} AND document_id <> ?`;
  const release = 'DELETE FROM quire_unique WHERE scope = ? AND value_hash = ? AND document_id = ?';
  const releaseAll = 'DELETE FROM quire_unique WHERE document_id = ?';
  const claim = 'INSERT INTO quire_unique (scope, value_hash, document_id) VALUES (?, ?, ?)';
  const toKeys = (rows: readonly (readonly unknown[])[]): UniqueKey[] =>
    rows.map(([scope, hash]) => ({ scope: String(scope), hash: String(hash) }));

  return {
    async held(tx, documentId) {
      return toKeys(await tx.all(held, [documentId]));
    },
    async heldByMany(tx, documentIds) {
      const rows = await tx.all(heldByMany, [dialect.toListParam(documentIds, DOCUMENT_ID_COLUMN)]);
      const held = new Map<string, UniqueKey[]>(documentIds.map((documentId) => [documentId, []]));
      for (const [documentId, ...key] of rows) held.get(String(documentId))?.push(...toKeys([key]));
      return documentIds.map((documentId) => held.get(documentId) ?? []);
    },
    async taken(tx, documentId, keys) {
      if (keys.length === 0) return [];
      const scopes = dialect.toListParam([...new Set(keys.map(({ scope }) => scope))], scopeSpec);
      const hashes = dialect.toListParam([...new Set(keys.map(({ hash }) => hash))], hashSpec);
      const found = toKeys(await tx.all(taken, [scopes, hashes, documentId]));
      return found.filter((key) => keys.some((wanted) => sameKey(key, wanted)));
    },
    async release(tx, documentId, keys) {
      for (const { scope, hash } of sorted(keys)) await tx.run(release, [scope, hash, documentId]);
    },
    async releaseAll(tx, documentId) {
      await tx.run(releaseAll, [documentId]);
    },
    async claim(tx, documentId, keys) {
      for (const key of sorted(keys)) {
        try {
          await tx.run(claim, [key.scope, key.hash, documentId]);
        } catch (error) {
          if (dialect.classify(error).kind === 'duplicate') return key;
          throw error;
        }
      }
      return null;
    },
  };
}

const sorted = (keys: readonly UniqueKey[]): UniqueKey[] =>
  [...keys].sort((a, b) => compare(a.scope, b.scope) || compare(a.hash, b.hash));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
