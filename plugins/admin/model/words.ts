// Words and layout in a schema file: `"pluginOptions": { "admin": { "label": "Headline", "width": "half" } }`.
import { check } from '../../../core';

export const wordsOf = (
  pluginOptions: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => (check.isPlainObject(pluginOptions.admin) ? pluginOptions.admin : {});
