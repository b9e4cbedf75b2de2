// The interfaces of the hooks `schema.collect`, which adds types, and `schema.contentType`, which changes one type. After
// `schema.ready` the schema is frozen.
import type { Caller } from '../../../kernel/http/request/caller';
import type { AttributeDefinition } from '../../attributes/attribute-type';
import type { AxisDefinition } from '../compiled/axis';
import type { ScalarAttribute } from '../compiled/content-type';

/** A content type in the form of its file. */
export interface ContentTypeDefinition {
  readonly kind?: 'collectionType' | 'singleType';
  readonly collectionName?: string;
  readonly info: {
    readonly singularName: string;
    readonly pluralName: string;
    readonly displayName?: string;
    readonly [key: string]: unknown;
  };
  readonly options?: Readonly<Record<string, unknown>>;
  readonly pluginOptions?: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, AttributeDefinition>>;
  readonly indexes?: readonly IndexDefinition[];
}

/** `columns` and `type` are other spellings of `attributes` and `unique`. */
export interface IndexDefinition {
  readonly name?: string | undefined;
  readonly attributes?: readonly string[] | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly unique?: boolean;
  readonly type?: 'unique' | null | undefined;
}

export interface ComponentDefinition {
  readonly collectionName?: string;
  readonly info: { readonly displayName?: string; readonly [key: string]: unknown };
  readonly options?: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, AttributeDefinition>>;
}

export interface SchemaCollector {
  /** `uid` like `plugin::users-permissions.user`. `api: false` (the default for plugins): no generated routes. */
  addContentType(uid: string, definition: ContentTypeDefinition, options?: { readonly api?: boolean }): void;
  addComponent(uid: string, definition: ComponentDefinition): void;
  /** Adds attributes to a type that another file or plugin defines. */
  extendContentType(uid: string, attributes: Readonly<Record<string, AttributeDefinition>>): void;
}

export interface TypeBuilder {
  readonly uid: string;
  readonly definition: ContentTypeDefinition;
  readonly options: Readonly<Record<string, unknown>>;
  readonly pluginOptions: Readonly<Record<string, unknown>>;
  /** Marks a key of `options` or `pluginOptions` as known: startup logs no warning for the key. */
  knowsOption(key: string): void;
  knowsPluginOption(key: string): void;
  addAttribute(name: string, definition: AttributeDefinition): void;
  /** Attaches an axis. `isShared`: does the attribute have one value for all rows along the axis? */
  addAxis(axis: AxisDefinition, isShared: (name: string, definition: AttributeDefinition) => boolean): void;
  /** Adds a read-only list: the other rows of the document along this axis. */
  addSiblings(name: string, axis: string): void;
  /**
   * Adds a field after the timestamps, with a column or an SQL expression. `type` is the name of a scalar attribute type.
   */
  addTailField(field: {
    readonly name: string;
    readonly type: string;
    readonly column?: string;
    readonly expression?: ScalarAttribute['expression'];
  }): void;
  addIndex(columns: readonly string[]): void;
  /**
   * Divides the documents by an attribute: unique values are compared with those of documents with the same value, and a single type
   * has a document for each value. New documents get the value of their caller; it never changes. null: no value.
   */
  addScope(attribute: string, valueFor: (caller: Caller) => string | number | null): void;
}
