// A parsed definition: its options are checked, names of other models are not resolved. Only `read` and `compile` use it.

import type { Mistake } from '../../../kernel/errors/startup-error';
import type { AttributeDefinition, CommonOptions, ScalarType } from '../../attributes/attribute-type';
import type { ComponentOptions } from '../../attributes/component';
import type { ZoneOptions } from '../../attributes/dynamiczone';
import type { RelationOptions } from '../../attributes/relation';
import type { AxisDefinition } from '../compiled/axis';
import type { ContentScope, ScalarAttribute } from '../compiled/content-type';
import type { ContentTypeDefinition } from './type-builder';

interface ParsedBase {
  readonly name: string;
  readonly declaredType: string;
  /** Of the registered type, also where the file writes `customField`. */
  readonly typeName: string;
  /** The checked options of a lowered type, such as `media`. */
  readonly declaredOptions?: unknown;
  readonly definition: AttributeDefinition;
  readonly common: CommonOptions;
  readonly writable: boolean;
}

export type ParsedAttribute = ParsedBase &
  (
    | { readonly kind: 'scalar'; readonly type: ScalarType<unknown>; readonly options: unknown }
    | { readonly kind: 'relation'; readonly options: RelationOptions }
    | { readonly kind: 'component'; readonly options: ComponentOptions }
    | { readonly kind: 'zone'; readonly options: ZoneOptions }
    | { readonly kind: 'waiting'; readonly reason: string }
  );

export type ParsedRelation = Extract<ParsedAttribute, { kind: 'relation' }>;

/** Who added a part. */
export interface Author {
  readonly plugin: string;
  /** The plugin and the hook, for messages. */
  readonly place: string;
}

interface ParsedBaseModel {
  readonly uid: string;
  readonly source: string;
  readonly displayName: string;
  readonly renamedFrom?: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly pluginOptions: Readonly<Record<string, unknown>>;
  /** The attributes of the file, then those of plugins. */
  readonly definitions: Map<string, AttributeDefinition>;
  /** Of attributes that plugins added. */
  readonly authors: Map<string, Author>;
  readonly attributes: Map<string, ParsedAttribute>;
}

export interface ParsedAxis {
  readonly plugin: string;
  readonly axis: AxisDefinition;
  readonly isShared: (name: string, definition: AttributeDefinition) => boolean;
}

export interface TailField {
  readonly name: string;
  readonly type: string;
  readonly column?: string;
  readonly expression?: ScalarAttribute['expression'];
  /** For messages. */
  readonly author: string;
}

export interface AddedIndex {
  readonly columns: readonly string[];
  /** For messages. */
  readonly author: string;
}

export interface AddedScope {
  readonly name: string;
  readonly valueFor: ContentScope['valueFor'];
  /** For messages. */
  readonly author: string;
}

export interface ParsedType extends ParsedBaseModel {
  readonly model: 'type';
  readonly definition: ContentTypeDefinition;
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
  readonly collectionName: string;
  readonly table: string;
  readonly api: boolean;
  readonly axes: ParsedAxis[];
  readonly siblings: { readonly name: string; readonly axis: string }[];
  readonly tail: TailField[];
  /** Of plugins: names of columns. */
  readonly indexes: AddedIndex[];
  readonly scopes: AddedScope[];
  readonly knownOptions: Set<string>;
  readonly knownPluginOptions: Set<string>;
}

export interface ParsedComponent extends ParsedBaseModel {
  readonly model: 'component';
  readonly category: string;
}

export type ParsedModel = ParsedType | ParsedComponent;

/** All models and all mistakes so far. */
export interface Compilation {
  readonly types: Map<string, ParsedType>;
  readonly components: Map<string, ParsedComponent>;
  /** Uids whose file has mistakes. A reference to one of them is not reported. */
  readonly broken: Set<string>;
  readonly mistakes: Mistake[];
  readonly warnings: Mistake[];
}
