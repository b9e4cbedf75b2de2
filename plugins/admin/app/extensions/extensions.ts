// Loads the modules of plugins, and takes their fields, pages and panels. A mistake in a module stays in its place.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { AttributeModel, ServedExtension } from '../data/model';
import { isObject } from '../data/values';
import { defineField } from '../fields/field';
import { addField, typesOfFields } from '../fields/registry';
import type { Catalogue } from '../i18n/language';
import { addMessages, t } from '../i18n/translate';
import { extensionInput, guarded, type Mount } from './guarded';

/** A component, or a function that draws into an element with any library. */
export type Drawn<P> = { readonly component: ComponentType<P> } | { readonly mount: Mount<P> };

export interface ExtensionFieldProps {
  readonly attribute: AttributeModel;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
  /** The id of the input: the label names it. */
  readonly id: string;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
}

export interface ExtensionField {
  /** The attribute type. */
  readonly type: string;
  readonly input?: ComponentType<ExtensionFieldProps>;
  readonly mount?: Mount<ExtensionFieldProps>;
  /** The text of a value in lists. */
  readonly text?: (value: unknown) => string;
}

export interface ExtensionPage {
  /** The page is at /admin/pages/<extension>/<path>. */
  readonly path: string;
  readonly title: string;
  /** The permission that the page needs. */
  readonly action?: string;
  readonly component?: ComponentType<object>;
  readonly mount?: Mount<object>;
  /** A module of its own, with one of both. */
  readonly load?: () => Promise<Readonly<Record<string, unknown>>>;
}

export interface PanelProps {
  readonly uid: string;
  readonly documentId: string;
  readonly locale: string | null;
}

export interface ExtensionPanel {
  readonly title: string;
  /** The content types whose documents show the panel. Default: all. */
  readonly types?: readonly string[];
  readonly action?: string;
  readonly component?: ComponentType<PanelProps>;
  readonly mount?: Mount<PanelProps>;
}

interface Known<T> {
  readonly extension: ServedExtension;
  readonly part: T;
}

export const extensionPages = signal<readonly Known<ExtensionPage>[]>([]);
export const extensionPanels = signal<readonly Known<ExtensionPanel>[]>([]);
/** Extensions that could not be loaded, with the reason. */
export const brokenExtensions = signal<readonly ServedExtension[]>([]);

/** Milliseconds after which the page opens without a module. */
const PATIENCE = 10_000;
let started: Promise<void> | null = null;

/** Once for a page. Never rejects. */
export function loadExtensions(extensions: readonly ServedExtension[]): Promise<void> {
  started ??= Promise.all(extensions.map(loadOne)).then(() => undefined);
  return started;
}

async function loadOne(extension: ServedExtension): Promise<void> {
  try {
    if (extension.url === null) throw new Error(extension.problem ?? t('it is not served'));
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(t('it did not load in time'))), PATIENCE),
    );
    const module = (await Promise.race([import(extension.url), late])) as Record<string, unknown>;
    take(extension, module);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    console.warn(`The extension "${extension.name}" of the admin is left out: ${problem}`);
    brokenExtensions.value = [...brokenExtensions.value, { ...extension, problem }];
  }
}

function take(extension: ServedExtension, module: Readonly<Record<string, unknown>>): void {
  const fields = listOf<ExtensionField>(module, 'fields', ['type']);
  const pages = listOf<ExtensionPage>(module, 'pages', ['path', 'title']);
  const panels = listOf<ExtensionPanel>(module, 'panels', ['title']);
  const known = typesOfFields();
  const taken = fields.find(({ type }) => known.includes(type));
  if (taken) throw new Error(`the attribute type "${taken.type}" has a field already`);
  for (const part of [...fields, ...panels]) drawn(part);
  const messages = messagesOf(module);
  for (const field of fields)
    addField(
      defineField({
        types: [field.type],
        input: extensionInput(extension, field),
        ...(field.text === undefined ? {} : { text: safeText(field.text) }),
      }),
    );
  for (const [language, catalogue] of Object.entries(messages)) addMessages(language, catalogue);
  const own = <T>(part: T): Known<T> => ({ extension, part });
  extensionPages.value = [...extensionPages.value, ...pages.map(own)];
  extensionPanels.value = [...extensionPanels.value, ...panels.map(own)];
}

/** An exported list whose items have these texts. */
function listOf<T>(
  module: Readonly<Record<string, unknown>>,
  name: string,
  texts: readonly string[],
): readonly T[] {
  const list = module[name] ?? [];
  if (!Array.isArray(list)) throw new Error(`its export "${name}" must be a list`);
  for (const item of list as Record<string, unknown>[])
    for (const key of texts)
      if (typeof item?.[key] !== 'string') throw new Error(`each item of "${name}" needs the text "${key}"`);
  return list as T[];
}

/** `{ fr: { 'Palette': 'Palette' } }`. */
function messagesOf({
  messages = {},
}: Readonly<Record<string, unknown>>): Readonly<Record<string, Catalogue>> {
  const isTexts = (value: unknown): boolean =>
    isObject(value) &&
    Object.values(value).every(
      (text) =>
        typeof text === 'string' ||
        (isObject(text) && Object.values(text).every((form) => typeof form === 'string')),
    );
  if (!isObject(messages) || !Object.values(messages).every(isTexts))
    throw new Error('its export "messages" must have texts, or plural forms, for each language');
  return messages as Readonly<Record<string, Catalogue>>;
}

function drawn(part: {
  readonly input?: unknown;
  readonly component?: unknown;
  readonly mount?: unknown;
}): void {
  if (typeof (part.input ?? part.component ?? part.mount) !== 'function')
    throw new Error('a field needs "input" or "mount", a panel "component" or "mount"');
}

const safeText =
  (text: (value: unknown) => string) =>
  (value: unknown): string => {
    try {
      return String(text(value));
    } catch {
      return JSON.stringify(value);
    }
  };

const components = new Map<ExtensionPage, ComponentType<object>>();

/** The component of a page; made once, so a page is not drawn anew. */
export function componentOfPage({ extension, part }: Known<ExtensionPage>): ComponentType<object> {
  const made = components.get(part) ?? guarded(extension, part);
  components.set(part, made);
  return made;
}

const panelComponents = new Map<ExtensionPanel, ComponentType<PanelProps>>();

export function componentOfPanel({ extension, part }: Known<ExtensionPanel>): ComponentType<PanelProps> {
  const made = panelComponents.get(part) ?? guarded<PanelProps>(extension, part);
  panelComponents.set(part, made);
  return made;
}
