// Tables of plugins and modules, and their models. `app.model` declares a table; the next start creates it. Its rows are read and
// written with objection, in the transaction of the caller.
import { createHash } from 'node:crypto';
import type { Model, ModelClass, QueryBuilder } from 'objection';
import { StartupError } from '../../kernel/errors/startup-error';
import { authorName } from '../../kernel/registry/author-name';
import { refuseMistakes } from '../../kernel/registry/refuse-mistakes';
import type { Database } from '../database';
import type { TableIndex, TableSpec } from '../tables';
import { columnOf, type ModelColumn, type RowOf } from './column-kinds';
import { modelCheck } from './model-check';
import type { Columns, ModelDefinition, OwnModel } from './model-definition';

export interface OwnTables {
  define<const C extends Columns>(owner: string, definition: ModelDefinition<C>): OwnModel<RowOf<C>>;
  /** The declared tables, for `quire describe`. */
  readonly all: readonly TableSpec[];
  /** The columns and the key of a declared table; null: no plugin declares it. */
  shapeOf(table: string): TableShape | null;
  /** A declared table. */
  get(table: string): OwnModel<Record<string, unknown>>;
  /** Adds the declared tables to all tables. From then on, no table can be declared. */
  addTo(tables: TableSpec[]): void;
}

export interface TableShape {
  readonly columns: Readonly<Record<string, ModelColumn>>;
  readonly key: readonly string[];
}

const NAME = /^[a-z][a-z0-9_]{0,59}$/;
/** The prefix of the core's own tables. */
const CORE = /^quire_/;

export function createOwnTables(database: () => Database): OwnTables {
  const specs = new Map<string, TableSpec>();
  const models = new Map<string, OwnModel<Record<string, unknown>>>();
  const shapes = new Map<string, TableShape>();
  let isClosed = false;

  return {
    define<const C extends Columns>(owner: string, definition: ModelDefinition<C>) {
      const spec = specOf(owner, definition);
      const other = specs.get(spec.name);
      if (isClosed)
        throw new Error(
          `${authorName(owner)} declares the table "${spec.name}" too late; call app.model in register().`,
        );
      if (other)
        throw new StartupError(
          `The table "${spec.name}" is declared by ${authorName(other.owner)} and by ${authorName(owner)}. Rename one of them.`,
        );
      specs.set(spec.name, spec);
      shapes.set(spec.name, { columns: definition.columns, key: definition.primaryKey ?? ['id'] });
      let made: ModelClass<Model & RowOf<C>> | undefined;
      const model = (): ModelClass<Model & RowOf<C>> => {
        // Loaded at the first use: most processes never query an own table.
        const { createModelClass }: typeof import('./model-class') = require('./model-class');
        made ??= createModelClass(definition, database());
        return made;
      };
      const own: OwnModel<RowOf<C>> = {
        table: spec.name,
        query: () => model().query() as QueryBuilder<Model & RowOf<C>>,
        get Model() {
          return model();
        },
      };
      models.set(spec.name, own as unknown as OwnModel<Record<string, unknown>>);
      return own;
    },
    shapeOf: (table) => shapes.get(table) ?? null,
    get(table) {
      const model = models.get(table);
      if (model) return model;
      const names = [...models.keys()].join(', ');
      throw new Error(`No plugin declares the table "${table}" with app.model. Declared tables: ${names}.`);
    },
    get all() {
      return [...specs.values()];
    },
    addTo(tables) {
      isClosed = true;
      for (const spec of specs.values()) {
        const other = tables.find(({ name }) => name === spec.name);
        if (other)
          throw new StartupError(
            `${authorName(spec.owner)} declares the table "${spec.name}", which exists for ${other.owner}. Rename it.`,
          );
        tables.push(spec);
      }
    },
  };
}

function specOf<C extends Columns>(owner: string, definition: ModelDefinition<C>): TableSpec {
  refuseMistakes(definition, modelCheck, { subject: subjectOf(definition), plugin: owner });
  const { table, columns, primaryKey, indexes = [] } = definition;
  const mistake = (message: string) =>
    new StartupError(`The table "${table}" of ${authorName(owner)}: ${message}`);
  if (!NAME.test(table) || (CORE.test(table) && owner !== 'core'))
    throw mistake(
      'its name needs lower-case letters, digits and `_`, at most 60, without the prefix "quire_".',
    );
  const ids = Object.keys(columns).filter((name) => columns[name]?.kind === 'id');
  if (ids.length + (primaryKey ? 1 : 0) !== 1)
    throw mistake('it needs one column of the kind "id", or `primaryKey`.');
  const [wrongId] = ids.filter((name) => name !== 'id');
  if (wrongId) throw mistake(`name the column "${wrongId}" of the kind "id" \`id\`.`);
  for (const name of Object.keys(columns))
    if (!NAME.test(name)) throw mistake(`the column "${name}" needs lower-case letters, digits and \`_\`.`);
  for (const name of [...(primaryKey ?? []), ...indexes.flatMap((index) => index.columns)])
    if (!Object.hasOwn(columns, name))
      throw mistake(`an index names the column "${name}", which is missing.`);
  for (const name of primaryKey ?? [])
    if (!columns[name]?.notNull) throw mistake(`the column "${name}" of the primary key needs \`notNull\`.`);
  return {
    name: table,
    owner,
    columns: Object.entries(columns).map(([name, column]) => columnOf(name, column)),
    ...(primaryKey ? { primaryKey } : {}),
    indexes: indexes.map(
      (index): TableIndex => ({
        name: cutIndexName(`${table}_${index.columns.join('_')}_${index.unique ? 'uq' : 'ix'}`),
        columns: index.columns,
        unique: index.unique ?? false,
        filled: index.filled ?? false,
      }),
    ),
  };
}

const subjectOf = (definition: { readonly table: string } | undefined): string =>
  typeof definition?.table === 'string' ? `the table "${definition.table}"` : 'a table';

const LONGEST_NAME = 63;
const HASHED = 8;

/** Names that begin alike stay different. */
function cutIndexName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASHED);
  return `${name.slice(0, LONGEST_NAME - HASHED - 1)}_${hash}`;
}
