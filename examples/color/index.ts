// The attribute type `color`: `#rrggbb`, stored in lower case. Two operators: `$gray` and `$redderThan`.
import { join } from 'node:path';
import {
  definePlugin,
  type FlagOperator,
  type OneValueOperator,
  placeOf,
  refuse,
  type ScalarType,
  sql,
  type TextOptions,
  textType,
} from 'quire-cms';

const base = textType({ name: 'color', limit: 7 });

const color: ScalarType<TextOptions> = {
  ...base,
  parse(input, options, at) {
    const value = base.parse(input, options, at);
    return typeof value === 'string' ? value.toLowerCase() : value;
  },
  check(value, _options, at) {
    if (!/^#[0-9a-f]{6}$/.test(String(value))) refuse(at, `${placeOf(at)} must look like #1e90ff`, value);
  },
  filter: {
    kind: 'text',
    parse: (raw) =>
      /^#[0-9a-f]{6}$/i.test(String(raw))
        ? { value: String(raw).toLowerCase() }
        : { reason: 'a color like #1e90ff' },
  },
  openapi: () => ({ type: 'string', pattern: '^#[0-9a-f]{6}$' }),
};

const gray: FlagOperator = {
  name: '$gray',
  description: 'Has equal parts of red, green and blue',
  takes: 'none',
  on: ['text'],
  sql: ({ stored }) =>
    sql`(substr(${stored}, 2, 2) = substr(${stored}, 4, 2) AND substr(${stored}, 4, 2) = substr(${stored}, 6, 2))`,
  graphql: 'Boolean',
  openapi: { type: 'boolean' },
};

const redderThan: OneValueOperator = {
  name: '$redderThan',
  description: 'Has more red than another color',
  takes: 'one',
  on: ['text'],
  value: 'own',
  sql: ({ stored, value }) => sql`substr(${stored}, 2, 2) > substr(${value}, 2, 2)`,
  graphql: null,
  openapi: { type: 'string' },
};

export default definePlugin({
  name: 'color',
  after: ['admin'],
  // While the plugin is disabled, attributes of this type are left out. Without this line they stop startup.
  provides: { attributes: ['color'] },
  register(app) {
    app.admin?.extend({ name: 'color', module: join(__dirname, 'admin.mjs') });
    app.attributes.add(color);
    app.operators.add(gray);
    app.operators.add(redderThan);
  },
});
