// The shape of definition files: every key, what it may be, and which have no effect here. Attributes have their own file.
import * as check from '../check/checks';

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

/** Keys that editors of other systems write; they say nothing to us. */
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
        /** The uid that the type had before: its rows become this type's. */
        renamedFrom: text,
      },
      { open: true },
    ),
    options,
    pluginOptions: options,
    attributes,
  },
  { title: 'Content type' },
);

export const componentCheck = check.object(
  {
    ...ignored,
    collectionName,
    info: check.object({ displayName: text, name: text, description: text, icon: text }, { open: true }),
    options,
    pluginOptions: options,
    attributes,
  },
  { title: 'Component' },
);

/** Options of a content type or component that the core knows; plugins name theirs. */
export const KNOWN_OPTIONS: readonly string[] = [
  'comment',
  'increments',
  'timestamps',
  'populateCreatorFields',
  'privateAttributes',
];

/** What may be in each attribute, whatever its type. */
export const commonShape = {
  required: check.optional(check.boolean(), false),
  private: check.optional(check.boolean(), false),
  unique: check.optional(check.oneOf(false, true, 'ignore-case'), false),
  configurable: check.optional(check.boolean(), true),
  /** False: no body may set it. */
  writable: check.optional(check.boolean(), true),
  /** False: not looked at by the text search. */
  searchable: check.optional(check.boolean(), true),
  default: check.optional(check.anything()),
  /** The attribute's former name: what is stored under it is kept. */
  renamedFrom: check.optional(check.string({ min: 1 })),
  pluginOptions: check.optional(check.record(check.record(check.anything())), {}),
};

export const commonCheck = check.object(commonShape);

/** Known keys of an attribute that are about an admin panel or another system's tables. */
export const NO_EFFECT: readonly string[] = ['visible', 'conditions', 'column', 'columnType', 'index'];
