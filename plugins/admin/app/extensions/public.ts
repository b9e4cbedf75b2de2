// What modules of plugins import as `quire-cms/admin`. A change that breaks such a module needs a new API version.
import htm from 'htm';
import { h } from 'preact';
import { type Message, plural as pluralOf, t as textOf } from '../i18n/translate';

export { computed, effect, signal } from '@preact/signals';
export { Fragment, h, render } from 'preact';
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
export { ApiError, ask } from '../data/client';
export { documentsAt, known as model, labelOf, may } from '../data/model';
export { path } from '../data/place';
export { queryOf } from '../data/query';
export { agoOf } from '../i18n/moments';
export { numberOf } from '../i18n/translate';
export { go } from '../router';
export { Button } from '../ui/button';
export { Dialog } from '../ui/dialog';
export { Notice, say } from '../ui/notice';
export type { ExtensionField, ExtensionPage, ExtensionPanel } from './extensions';

import type { ExtensionField, ExtensionPage, ExtensionPanel } from './extensions';

/** Elements without a compiler: html`<p>${text}</p>`. */
export const html = htm.bind(h);

/** A text of the exported `messages` in the language of the page; else the text itself. */
export const t = (text: string, values?: Readonly<Record<string, string | number>>): string =>
  textOf(text as Message, values);
/** `plural(3, '{count} colour', '{count} colours')`; the second text is the key in `messages`. */
export const plural = (count: number, one: string, other: string): string =>
  pluralOf(count, one as Message, other as Message);

export const defineField = (field: ExtensionField): ExtensionField => field;
export const definePage = (page: ExtensionPage): ExtensionPage => page;
export const definePanel = (panel: ExtensionPanel): ExtensionPanel => panel;
