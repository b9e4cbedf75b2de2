// What modules of plugins import as `quire-cms/admin`. A change that breaks such a module needs a new API version.
import htm from 'htm';
import { h } from 'preact';

export { computed, effect, signal } from '@preact/signals';
export { Fragment, h, render } from 'preact';
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
export { ApiError, ask } from '../data/client';
export { documentsAt, known as model, labelOf, may } from '../data/model';
export { path } from '../data/place';
export { queryOf } from '../data/query';
export { go } from '../router';
export { Button } from '../ui/button';
export { Dialog } from '../ui/dialog';
export { Notice, say } from '../ui/notice';
export type { ExtensionField, ExtensionPage, ExtensionPanel } from './extensions';

import type { ExtensionField, ExtensionPage, ExtensionPanel } from './extensions';

/** Elements without a compiler: html`<p>${text}</p>`. */
export const html = htm.bind(h);

export const defineField = (field: ExtensionField): ExtensionField => field;
export const definePage = (page: ExtensionPage): ExtensionPage => page;
export const definePanel = (panel: ExtensionPanel): ExtensionPanel => panel;
