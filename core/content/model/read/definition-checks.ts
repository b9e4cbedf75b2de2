// Checks of the keys in definition files. parse-attribute.ts checks the options of attributes.
import * as check from '../../../kernel/check/checks';

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const COLLECTION = /^[A-Za-z][A-Za-z0-9_-]*$/;

const apiName = check.string({
  pattern: KEBAB,
  max: 60,
  expected: 'lower-case words joined by dashes, like blog-post',
});

const text = check.optional(check.string());
const collectionName = check.optional(
  check.string({
    pattern: COLLECTION,
    expected: 'a name of letters, digits, underscores and dashes, beginning with a letter',
  }),
);
const options = check.optional(check.record(check.anything()), {});
const attributes = check.record(check.record(check.anything()));

const names = check.optional(check.array(check.string({ min: 1 }), { min: 1, max: 8, distinct: true }));
/** `columns` and `type` are other spellings of `attributes` and `unique`. */
const indexes = check.optional(
  check.array(
    check.object({
      name: check.optional(
        check.string({ pattern: COLLECTION, max: 60, expected: 'letters, digits, underscores and dashes' }),
      ),
      attributes: names,
      columns: names,
      unique: check.optional(check.boolean(), false),
      type: check.optional(check.oneOf('unique', null)),
    }),
    { max: 30 },
  ),
  [],
);

/** Keys of editors and other systems, without effect. */
const ignored = { $schema: text, config: check.optional(check.record(check.anything())) };

export const contentTypeCheck = check.object(
  {
    ...ignored,
    kind: check.optional(check.oneOf('collectionType', 'singleType'), 'collectionType'),
    collectionName,
    info: check.object(
      {
        singularName: apiName,
        pluralName: apiName,
        displayName: text,
        name: text,
        description: text,
        icon: text,
        /** The former uid of the type; the type takes its rows. */
        renamedFrom: text,
      },
      { open: true },
    ),
    options,
    pluginOptions: options,
    attributes,
    indexes,
  },
  { title: 'Content type' },
);

export const componentCheck = check.object(
  {
    ...ignored,
    collectionName,
    info: check.object(
      {
        displayName: text,
        name: text,
        description: text,
        icon: text,
        /** The former uid of the component; stored entries get the new one. */
        renamedFrom: text,
      },
      { open: true },
    ),
    options,
    pluginOptions: options,
    attributes,
  },
  { title: 'Component' },
);

/** Options of content types and components that the core knows. Plugins add theirs with `knowsOption`. */
export const KNOWN_OPTIONS: readonly string[] = [
  'comment',
  'increments',
  'timestamps',
  'populateCreatorFields',
  'privateAttributes',
];

/** Options of every attribute type. */
export const commonShape = {
  required: check.optional(check.boolean(), false),
  private: check.optional(check.boolean(), false),
  unique: check.optional(check.oneOf(false, true, 'ignore-case'), false),
  /** Another attribute of the type: no other document has the value in either of them. */
  uniqueWith: check.optional(check.string({ min: 1 })),
  configurable: check.optional(check.boolean(), true),
  /** False: a body cannot set the attribute. */
  writable: check.optional(check.boolean(), true),
  /** False: the text search skips the attribute. */
  searchable: check.optional(check.boolean(), true),
  /** True: an index narrows operators like `$containsi`, and `_q`. */
  search: check.optional(check.boolean(), false),
  default: check.optional(check.anything()),
  /** The former name of the attribute; stored values are kept. */
  renamedFrom: check.optional(check.string({ min: 1 })),
  pluginOptions: check.optional(check.record(check.record(check.anything())), {}),
};

export const commonCheck = check.object(commonShape);
