// Which part of the code may import which, as data. core/README.md shows the same table ("Boundaries").

export type Allowed = Readonly<Record<string, readonly string[] | 'all'>>;

/** Folders of core/. `log` is core/kernel/log/logger.ts, which every room may import that works with services. */
export const ROOMS: Allowed = {
  check: [],
  errors: ['check'],
  log: ['check', 'errors'],
  config: ['errors', 'check'],
  registry: ['errors', 'check'],
  attributes: ['errors', 'check', 'registry'],
  schema: ['attributes', 'errors', 'check', 'registry'],
  query: ['schema', 'attributes', 'errors', 'check', 'registry'],
  database: ['schema', 'attributes', 'query', 'errors', 'check', 'registry', 'log'],
  documents: ['query', 'database', 'schema', 'attributes', 'errors', 'check', 'registry', 'log'],
  doctor: ['documents', 'database', 'schema', 'attributes', 'errors', 'check', 'registry', 'log'],
  http: ['errors', 'check', 'registry', 'schema', 'log'],
  kernel: 'all',
  cli: 'all',
  testing: 'all',
};

/** Folders inside a room. `.` are the files of the room itself; a file with rules of its own is listed by name. */
export const FOLDERS: Readonly<Record<string, Allowed>> = {
  database: {
    '.': [],
    dialects: ['.'],
    adapters: ['.', 'dialects'],
    run: ['.', 'dialects', 'adapters'],
    compile: ['.', 'dialects'],
    read: ['.', 'compile'],
    migrate: ['.', 'dialects'],
  },
  schema: {
    model: [],
    read: ['model'],
    compile: ['model', 'read'],
  },
  documents: {
    '.': 'all',
    'write-action.ts': [],
    input: ['write-action.ts'],
    write: ['write-action.ts'],
    unique: ['write-action.ts', 'input', 'write'],
    links: ['write-action.ts', 'input', 'write'],
    rows: ['write-action.ts', 'input', 'write', 'links', 'unique'],
  },
};

export const DRIVERS = /^(knex|better-sqlite3|mysql2|pg)(\/|$)/;

/** Words of plugins. Names of JavaScript itself do not count. */
export const FOREIGN_WORDS = /locale(?!Compare)|draft|publish/i;
export const OWN_WORDS = /toLocale\w+/g;
