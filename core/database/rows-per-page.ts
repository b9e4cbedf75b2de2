// How many rows work on a whole table reads at a time: migrations, the doctor, and code that reads all documents.
export const ROWS_PER_PAGE = {
  /** Of rows that are read or compared. */
  read: 500,
  /** Of rows that are also written, in one transaction per page. */
  written: 200,
} as const;
