// `Retry-After` of 503 answers: the seconds after which a client may send the request again.
export const RETRY_AFTER = {
  /** The bytes of unread or large answers fill the server. */
  answers: 1,
  /** Another write holds a row, or the one handle of SQLite that writes. */
  writers: 1,
  /** All connections of the pool, or the thread for slow reads, are in use. */
  connections: 2,
  /** The database does not answer. */
  database: 2,
} as const;
