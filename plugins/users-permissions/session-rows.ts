// The table of sessions. Older versions stored sessions as documents, so the table has the columns and indexes of a content type: it
// keeps its rows.
import type { App, OwnModel, RowOf } from '../../core';

const COLUMNS = {
  id: { kind: 'id' },
  /** Only databases of older versions need it. A copy of `key`. */
  document_id: { kind: 'string', length: 64, notNull: true },
  key: { kind: 'string', length: 255 },
  user: { kind: 'integer' },
  secret: { kind: 'string', length: 255 },
  epoch: { kind: 'string', length: 255 },
  in_cookie: { kind: 'boolean' },
  device_id: { kind: 'string', length: 255 },
  device_name: { kind: 'string', length: 255 },
  rotated_at: { kind: 'datetime' },
  idle_until: { kind: 'datetime' },
  ends_at: { kind: 'datetime' },
  created_at: { kind: 'datetime' },
  updated_at: { kind: 'datetime' },
} as const;

export const SESSIONS = 'up_sessions';

export type SessionRow = RowOf<typeof COLUMNS>;
export type SessionRows = OwnModel<SessionRow>;

/** In `register`. */
export const declareSessions = ({ model }: Pick<App, 'model'>): SessionRows =>
  model({
    table: SESSIONS,
    columns: COLUMNS,
    indexes: [{ columns: ['document_id'], unique: true }, { columns: ['key'] }],
  });
