// The arguments of the document service for a query that another plugin has read or replaced, with the settings of the type.
import { type App, type ContentType, operationsOf, type ReadWords } from '../../core';
import { settingsOf } from './type-settings';
import { type QuerySource, type WordRules, wordRules, wordsOf } from './words';

/** In the hook `schema.ready` or later. */
export function createReadWords(app: App): (type: ContentType, source: QuerySource) => ReadWords {
  const known = new Map<ContentType, WordRules>();
  return (type, source) => {
    const rules =
      known.get(type) ?? wordRules(app, settingsOf(type, app.config.api, operationsOf(app.operations, type)));
    known.set(type, rules);
    return wordsOf(source, rules);
  };
}
