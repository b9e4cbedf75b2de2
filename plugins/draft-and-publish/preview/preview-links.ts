// Preview links: each opens the draft of one document to the holder of a secret, for some hours. The database keeps hashes of secrets.
import { createHash, randomBytes } from 'node:crypto';
import type { App, OwnModel, RowOf } from '../../../core';

const LINK = {
  id: { kind: 'id' },
  key: { kind: 'string', length: 64, notNull: true },
  type: { kind: 'string', length: 191, notNull: true },
  document: { kind: 'string', length: 191, notNull: true },
  /** The draft of one locale: `{ "locale": "fr" }`. */
  axes: { kind: 'json', notNull: true },
  ends_at: { kind: 'datetime', notNull: true },
} as const;

export interface Previewed {
  readonly type: string;
  readonly documentId: string;
  readonly axes: Axes;
}

type Axes = Readonly<Record<string, string>>;

export interface PreviewLinks {
  create(shown: Previewed, hours: number): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** What the token opens; null: it is unknown, ended or expired. */
  find(token: string): Promise<Previewed | null>;
  /** Ends all links of a document. Returns their number. */
  end(type: string, documentId: string): Promise<number>;
  /** Ends the links to removed rows of a document. A later document may have its id. */
  endOf(type: string, documentId: string, removed: readonly Axes[]): Promise<void>;
}

const HOUR = 3_600_000;
const TOKEN = /^[\w-]{43}$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** In `register`. */
export function declarePreviewLinks({
  model,
  archives,
  hooks,
}: Pick<App, 'model' | 'archives' | 'hooks'>): PreviewLinks {
  archives.add({
    name: 'preview-links',
    secret: true,
    tables: { preview_links: { belongsTo: { document: 'document', type: 'type' } } },
  });
  const links: OwnModel<RowOf<typeof LINK>> = model({
    table: 'preview_links',
    columns: LINK,
    indexes: [{ columns: ['key'], unique: true }, { columns: ['document'] }],
  });
  hooks.schema.renamed(async ({ replaceIn, report }) => {
    const count = await replaceIn('preview_links', 'type');
    if (count > 0) report(`[renamed] preview links: ${count}`);
  });
  return {
    async create({ type, documentId, axes }, hours) {
      await links.query().where('ends_at', '<', new Date()).delete();
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(Date.now() + hours * HOUR);
      await links
        .query()
        .insert({ key: hashOf(token), type, document: documentId, axes: { ...axes }, ends_at: expiresAt });
      return { token, expiresAt };
    },
    async find(token) {
      if (!TOKEN.test(token)) return null;
      const row = await links.query().findOne({ key: hashOf(token) });
      if (!row || row.ends_at.getTime() < Date.now()) return null;
      return { type: row.type, documentId: row.document, axes: row.axes as Axes };
    },
    async end(type, documentId) {
      return links.query().where({ type, document: documentId }).delete();
    },
    async endOf(type, documentId, removed) {
      const stored = await links.query().where({ type, document: documentId });
      const ended = stored.filter((link) =>
        removed.some((row) =>
          Object.entries(link.axes as Axes).every(([name, value]) => (row[name] ?? value) === value),
        ),
      );
      if (ended.length > 0)
        await links
          .query()
          .whereIn(
            'id',
            ended.map(({ id }) => id),
          )
          .delete();
    },
  };
}
