// Mistakes in what plugins add to content types: the message names the plugin and the hook, not a schema file.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnyPlugin } from '../../../kernel/app/plugin';
import { createTestApp } from '../../../testing/create-test-app';

// biome-ignore lint/suspicious/noExplicitAny: code without types can add anything
type Untyped = any;
type Register = (app: Untyped) => void;

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' } },
};
const axis = {
  name: 'tenant',
  column: 'tenant',
  kind: 'parallel',
  store: { kind: 'text', length: 20 },
  base: () => 'main',
  defaultValue: () => 'main',
  any: false,
  pin: 'select',
};
const tenant = new AsyncLocalStorage<{ readonly name: string }>();

const onNote =
  (change: (type: Untyped) => void): Register =>
  ({ hooks }) =>
    hooks.schema.contentType((type: Untyped) => type.uid === 'api::note.note' && change(type));
const onCollect =
  (change: (collector: Untyped) => void): Register =>
  ({ hooks }) =>
    hooks.schema.collect(change);
const addAxis = (change: object): Register =>
  onNote((type) => type.addAxis({ ...axis, ...change }, () => false));

const HERE = 'plugin shop (api::note.note, in schema.contentType)';

const rows: readonly (readonly [what: string, register: Register, message: string])[] = [
  [
    'an unknown type',
    onNote((type) => type.addAttribute('price', { type: 'strng' })),
    `${HERE} → attributes.price.type: unknown type "strng"; did you mean "string"?`,
  ],
  [
    'an unknown option',
    onNote((type) => type.addAttribute('price', { type: 'string', requird: true })),
    `${HERE} → attributes.price.requird: unknown key "requird"; did you mean "required"?`,
  ],
  [
    'a relation to nothing',
    onNote((type) =>
      type.addAttribute('shop', { type: 'relation', relation: 'oneToOne', target: 'api::shop.shop' }),
    ),
    `${HERE} → attributes.shop.target: `,
  ],
  [
    'a definition that is none',
    onNote((type) => type.addAttribute('price', 'string')),
    `${HERE} → attributes.price: expected a definition such as { type: 'string' }`,
  ],
  [
    'a name of the file',
    onNote((type) => type.addAttribute('text', { type: 'string' })),
    `schema.json → attributes.text: ${HERE} adds an attribute of this name, too; rename one of them`,
  ],
  [
    'an unknown option in an extension',
    onCollect((collector) =>
      collector.extendContentType('api::note.note', { price: { type: 'string', maxLenght: 5 } }),
    ),
    'plugin shop (api::note.note, in schema.collect) → attributes.price.maxLenght: unknown key "maxLenght"; did you mean "maxLength"?',
  ],
  [
    'an index on an unknown column',
    onNote((type) => type.addIndex(['txt'])),
    `${HERE}: adds an index on the column "txt", which does not exist; did you mean "text"?`,
  ],
  [
    'a field of an unknown type',
    onNote((type) => type.addTailField({ name: 'seenAt', type: 'datetim' })),
    `${HERE}: adds the field "seenAt" of the unknown type "datetim"`,
  ],
  [
    'an axis with another store',
    addAxis({ store: { kind: 'txt' } }),
    `${HERE} → addAxis → store.kind: expected one of "text", "enum", got "txt"; did you mean "text"?`,
  ],
  [
    'a default that takes a request',
    addAxis({ defaultValue: (request: Untyped) => request.tenant }),
    `${HERE} → addAxis → defaultValue: takes an argument, and it gets none; the value must be a text and the same for every request`,
  ],
  [
    'a default that reads the request',
    addAxis({ defaultValue: () => tenant.getStore()?.name }),
    `${HERE} → addAxis → defaultValue: returns undefined at startup; the value must be a text`,
  ],
  [
    'a default that fails without a request',
    addAxis({ defaultValue: () => (tenant.getStore() as { name: string }).name }),
    `${HERE} → addAxis → defaultValue: throws "Cannot read properties of undefined`,
  ],
  [
    'an index without columns',
    onNote((type) => type.addIndex()),
    `${HERE} → addIndex: expected a list, got nothing`,
  ],
  [
    'a field without a type',
    onNote((type) => type.addTailField({ name: 'seenAt' })),
    `${HERE} → addTailField → type: is required and missing`,
  ],
  [
    'an error',
    onNote(() => {
      throw new Error('boom');
    }),
    'boom (plugin shop, in schema.contentType)',
  ],
  [
    'an error of register',
    () => {
      throw new Error('boom');
    },
    'boom (plugin shop, in register)',
  ],
];

test.each(rows)('%s', async (_what, register, message) => {
  const plugins = [{ name: 'shop', register } as unknown as AnyPlugin];
  const failure: unknown = await createTestApp({ contentTypes: [note], plugins, listen: false }).then(
    (app) => app.close(),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  expect((failure as Error).message).toContain(message);
});
