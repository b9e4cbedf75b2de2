// Which part of the code may import which, as data. core/README.md shows the tables of the core ("Boundaries").

export type Allowed = Readonly<Record<string, readonly string[] | 'all'>>;

/**
 * Folders inside a folder: which of them may import which. `.` are the files of the folder itself; a file with rules of its own is
 * listed by name. Folders that are not listed share the rules of `.`.
 */
export const FOLDERS: Readonly<Record<string, Allowed>> = {
  core: {
    '.': 'all',
    'types.ts': [],
    kernel: ['types.ts'],
    database: ['types.ts', 'kernel'],
    cluster: ['types.ts', 'kernel', 'database'],
    content: ['types.ts', 'kernel', 'database', 'cluster'],
    testing: 'all',
  },
  'core/kernel': {
    check: [],
    archive: ['check'],
    cache: [],
    concurrency: [],
    errors: ['check'],
    log: ['check', 'errors'],
    observe: ['errors', 'log'],
    registry: ['check', 'errors'],
    config: ['check', 'errors', 'log'],
    http: ['cache', 'check', 'concurrency', 'errors', 'log', 'observe', 'registry', 'config'],
    app: ['cache', 'check', 'concurrency', 'errors', 'log', 'observe', 'registry', 'config', 'http'],
    cli: 'all',
  },
  'core/kernel/http': {
    '.': 'all',
    'built-in-middlewares.ts': ['request', 'response'],
    request: [],
    connections: ['request'],
    routes: ['request', 'built-in-middlewares.ts'],
    response: ['request', 'routes', 'connections'],
    static: ['request', 'routes', 'response'],
    koa: ['request', 'routes'],
  },
  'core/database': {
    '.': 'all',
    dialects: ['.'],
    adapters: ['.', 'dialects'],
    models: ['.', 'dialects'],
    replicas: ['.', 'dialects', 'adapters'],
    run: ['.', 'dialects', 'adapters', 'models', 'replicas'],
  },
  'core/content': {
    '.': 'all',
    attributes: [],
    model: ['attributes'],
    query: ['model', 'attributes'],
    sql: ['query', 'model', 'attributes'],
    migrate: ['sql', 'query', 'model', 'attributes'],
    documents: ['migrate', 'sql', 'query', 'model', 'attributes'],
    migrations: ['.', 'documents', 'migrate', 'sql', 'query', 'model', 'attributes'],
    doctor: ['documents', 'migrate', 'sql', 'query', 'model', 'attributes'],
    state: [],
    backup: [],
    commands: 'all',
  },
  'core/content/model': {
    '.': [],
    compiled: ['.'],
    read: ['.', 'compiled'],
    compile: ['.', 'compiled', 'read'],
  },
  'core/content/sql': {
    '.': [],
    compile: ['.'],
    read: ['.', 'compile'],
  },
  'core/content/documents': {
    '.': 'all',
    'write-action.ts': [],
    input: ['write-action.ts'],
    write: ['write-action.ts'],
    unique: ['write-action.ts', 'input', 'write'],
    links: ['write-action.ts', 'input', 'write'],
    rows: ['write-action.ts', 'input', 'write', 'links', 'unique'],
    'all-documents.ts': ['write-action.ts', 'write'],
    bulk: ['write-action.ts', 'all-documents.ts', 'write', 'unique', 'links'],
  },
  'plugins/users-permissions': {
    '.': 'all',
    tokens: ['.'],
    accounts: ['.', 'tokens'],
    roles: ['.', 'tokens'],
    routes: 'all',
    tests: 'all',
  },
  'plugins/upload': {
    '.': 'all',
    mime: ['.'],
    media: ['.'],
    images: ['.'],
    storage: ['.', 'mime'],
    replacements: ['.', 'storage'],
    files: ['.', 'mime', 'media', 'images', 'storage', 'replacements'],
    folders: ['.', 'files'],
    serving: 'all',
    tests: 'all',
  },
  // plugins/graphql/README.md shows this table ("Folders").
  'plugins/graphql': {
    '.': 'all',
    'config.ts': [],
    'errors.ts': [],
    extension: [],
    model: ['extension'],
    schema: ['config.ts', 'model', 'extension'],
    transport: ['config.ts', 'errors.ts'],
    context: ['config.ts', 'errors.ts', 'transport'],
    read: ['errors.ts', 'context', 'model', 'extension'],
    aggregates: ['errors.ts', 'read', 'context', 'model'],
    write: ['read', 'context', 'model'],
    operation: ['config.ts', 'errors.ts', 'read', 'context', 'schema', 'model', 'transport'],
    subscriptions: ['errors.ts', 'operation', 'read', 'context', 'model', 'transport'],
    resolvers: ['subscriptions', 'write', 'aggregates', 'read', 'context', 'schema', 'model', 'extension'],
    endpoint: 'all',
    landing: ['model', 'transport'],
  },
};

export const DRIVERS = /^(knex|objection|better-sqlite3|mysql2|pg)(\/|$)/;

/** Words of plugins. Names of JavaScript itself do not count. The kernel publishes hooks, the bus messages. */
export const FOREIGN_WORDS = /locale(?!Compare)|draft|publish/i;
export const OWN_WORDS = /toLocale\w+/g;
export const WORDS_OF_KERNEL = /publish\w*/gi;
