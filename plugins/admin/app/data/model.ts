// The content model as the server describes it for this user.
import { signal } from '@preact/signals';
import { speakAsChosen } from '../i18n/language';
import { listOf, wordIn } from '../i18n/translate';
import { ask } from './client';
import { api, path } from './place';
import { loadPreferences } from './preferences';
import { queryOf } from './query';

export interface AttributeModel {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly private: boolean;
  readonly unique: boolean;
  /** Of a stored document. */
  readonly readOnly: boolean;
  /** Of a new one. */
  readonly readOnlyInCreate: boolean;
  readonly default?: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  readonly words: Readonly<{
    label?: unknown;
    help?: unknown;
    placeholder?: unknown;
    width?: unknown;
    group?: unknown;
    hidden?: unknown;
  }>;
  readonly relation?: { readonly kind: string; readonly target: string | null; readonly many: boolean };
  readonly component?: string;
  readonly repeatable?: boolean;
  readonly components?: readonly string[];
  readonly limits?: { readonly min: number | null; readonly max: number | null };
  readonly sortable?: boolean;
  readonly operators?: readonly string[];
}

export interface TypeModel {
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  readonly singular: string;
  readonly plural: string;
  readonly title: string;
  readonly titleField: string;
  readonly columns: readonly string[];
  readonly preview: string | null;
  readonly axes: readonly { readonly name: string; readonly shared: readonly string[] }[];
  readonly actions: readonly string[];
  readonly attributes: readonly AttributeModel[];
}

export interface ComponentModel {
  readonly title: string;
  /** False: the component has attributes that the role does not see. */
  readonly isWhole: boolean;
  readonly attributes: readonly AttributeModel[];
}

/** A module of a plugin. `url` is null if it cannot be loaded; `problem` says why. */
export interface ServedExtension {
  readonly name: string;
  readonly plugin: string;
  readonly url: string | null;
  readonly problem: string | null;
}

/** A description of transformed images, with a width and a height. */
export interface ImagePreset {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly fit: 'inside' | 'cover' | 'contain';
  /** null: that of the image. */
  readonly format: string | null;
}

export interface Model {
  readonly name: string;
  readonly prefix: string;
  /** Rows of one answer at most. */
  readonly maxLimit: number;
  readonly development: boolean;
  readonly user: { readonly id: number | null; readonly username: string };
  readonly plugins: readonly string[];
  readonly extensions: readonly ServedExtension[];
  readonly actions: readonly string[];
  readonly types: readonly TypeModel[];
  readonly components: Readonly<Record<string, ComponentModel>>;
  readonly presets: readonly ImagePreset[];
  readonly targets: Readonly<Record<string, { readonly title: string; readonly titleField: string }>>;
}

export interface Locale {
  readonly code: string;
  readonly name: string;
  readonly isDefault: boolean;
}

export const model = signal<Model | null>(null);
export const locales = signal<readonly Locale[]>([]);

export const nameOfLocale = (code: string): string =>
  locales.value.find((each) => each.code === code)?.name ?? code;

/** `ready` runs before the first screen is drawn. */
export async function loadModel(ready: (model: Model) => Promise<void>): Promise<void> {
  const [{ data }, { language }] = await Promise.all([ask<Model>(`${api}/model`), loadPreferences()]);
  await speakAsChosen(language);
  if (data.plugins.includes('i18n') && data.actions.includes('plugin::i18n.locales.listLocales'))
    locales.value = (await ask<Locale[]>(`${data.prefix}/i18n/locales`)).data;
  await ready(data);
  model.value = data;
}

export const known = (): Model => {
  if (!model.value) throw new Error('the model is not loaded');
  return model.value;
};
export const may = (action: string): boolean => model.value?.actions.includes(action) === true;
export const typeOf = (uid: string): TypeModel | undefined =>
  model.value?.types.find((type) => type.uid === uid);
export const hasAxis = (type: TypeModel, name: string): boolean =>
  type.axes.some((axis) => axis.name === name);
export const hasDrafts = (type: TypeModel): boolean => hasAxis(type, 'status');
/** The role may read what forms of the type change. */
export const seesDrafts = (type: TypeModel): boolean =>
  !hasDrafts(type) || type.actions.includes('readDraft');
/** The status that reads of the page ask for. */
export const statusOf = (type: TypeModel): 'draft' | undefined =>
  hasDrafts(type) && seesDrafts(type) ? 'draft' : undefined;
/** The action that opens a document. */
export const openAction = ({ uid, kind }: TypeModel): string =>
  `${uid}.${kind === 'singleType' ? 'find' : 'findOne'}`;
export const canOpen = (type: TypeModel | undefined): boolean =>
  type?.actions.includes(type.kind === 'singleType' ? 'find' : 'findOne') === true;
/** The type has a screen for the role. */
export const isListed = ({ actions }: TypeModel): boolean =>
  actions.includes('find') || actions.includes('create');
export const hasLocales = (type: TypeModel): boolean => hasAxis(type, 'locale') && locales.value.length > 0;
/** All locales have the same value of the attribute. */
export const isShared = (type: TypeModel, name: string): boolean =>
  type.axes.some((axis) => axis.name === 'locale' && axis.shared.includes(name));
export const defaultLocale = (): string => locales.value.find(({ isDefault }) => isDefault)?.code ?? 'en';

/** `metaTitle` → `Meta title`. */
export function readable(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const labelOf = ({ name, words }: AttributeModel): string => wordIn(words.label) ?? readable(name);

/** The labels of some attributes, in one line. The type may not have them. */
export const labelsOf = (type: TypeModel, names: readonly string[]): string =>
  listOf(
    names.map((name) => {
      const attribute = type.attributes.find((each) => each.name === name);
      return attribute ? labelOf(attribute) : readable(name);
    }),
  );

export const titleFieldOf = (uid: string): string =>
  typeOf(uid)?.titleField ?? known().targets[uid]?.titleField ?? 'documentId';

/** Of the names, those of attributes that a person can write. The server itself changes others, such as who has saved. */
export const writableOf = ({ attributes }: TypeModel, names: readonly string[]): readonly string[] =>
  names.filter((name) => !attributes.some((each) => each.name === name && each.readOnly));

/** The address of the documents of a type. */
export const documentsAt = (uid: string): string => `${api}/documents/${uid.replace('::', '.')}`;

/** The screen with the list of a type. */
export const listScreenAt = (type: TypeModel, locale: string | null): string =>
  `${path}/types/${type.uid}${hasLocales(type) && locale !== defaultLocale() ? queryOf({ locale }) : ''}`;

/** null: it is not stored yet. */
export const documentAt = ({ uid, kind }: TypeModel, id: string | null): string =>
  kind === 'singleType' || id === null ? documentsAt(uid) : `${documentsAt(uid)}/${id}`;
