// What plugins see of the content model while it is being made: `schema.collect` adds whole types, `schema.contentType`
// changes one. After `schema.ready` everything is frozen.
import type { AttributeDefinition } from '../attributes/attribute-type';
import type { AxisDefinition } from './axis';
import type { ScalarAttribute } from './content-type';

/** A content type as its file writes it. */
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
  /** Marks keys of `options` or `pluginOptions` as known, so that they are not warned about. */
  knowsOption(key: string): void;
  knowsPluginOption(key: string): void;
  addAttribute(name: string, definition: AttributeDefinition): void;
  /** Attaches an axis; `isShared` says per attribute whether its value is one for all rows along it. */
  addAxis(axis: AxisDefinition, isShared: (name: string, definition: AttributeDefinition) => boolean): void;
  /** A list of the document's rows that differ from the one read along this axis; read-only, without links of its own. */
  addSiblings(name: string, axis: string): void;
  /**
   * A field of ours after the timestamps: with a column of its own, or an expression over others.
   * `type` is the name of a scalar attribute type.
   */
  addTailField(field: {
    readonly name: string;
    readonly type: string;
    readonly column?: string;
    readonly expression?: ScalarAttribute['expression'];
  }): void;
  addIndex(columns: readonly string[]): void;
}
