// Adds `readingMinutes` to each document of a type with the option `"readingTime": "body"`, which names a text attribute.
// Documents behind relations have none. Cost: reading `documents` parses the JSON text of the reads of these types. Use a column when
// the value must be sorted or filtered.
import { type ContentType, check, definePlugin } from 'quire-cms';

interface ReadingTimeConfig {
  readonly wordsPerMinute: number;
}

declare module 'quire-cms' {
  interface PluginConfigMap {
    'reading-time': ReadingTimeConfig;
  }
}

export default definePlugin({
  name: 'reading-time',
  config: check.object({ wordsPerMinute: check.optional(check.integer({ min: 1 }), 200) }),

  register(app, { wordsPerMinute }) {
    const sources = new Map<string, string>();

    app.hooks.schema.contentType((type) => {
      type.knowsOption('readingTime');
      const source = type.options.readingTime;
      if (typeof source === 'string') sources.set(type.uid, source);
    });

    app.hooks.schema.ready(({ types }) => {
      for (const [uid, source] of sources) requireText(types.get(uid), source);
    });

    app.hooks.documents.loaded((set) => {
      const source = sources.get(set.type.uid);
      if (source === undefined) return;
      for (const document of set.documents) {
        // Absent when the request does not ask for the attribute.
        const text = document[source];
        if (typeof text !== 'string') continue;
        const words = text.split(/\s+/).filter((word) => word !== '').length;
        document.readingMinutes = Math.ceil(words / wordsPerMinute);
      }
    });

    // Clients may send a document back as they read it.
    app.ignoredKeys.add('readingMinutes');
  },
});

function requireText(type: ContentType | undefined, source: string): void {
  const attribute = type?.attributes.get(source);
  if (attribute?.kind === 'scalar' && attribute.type.filter?.kind === 'text') return;
  throw new Error(
    `${type?.uid}: the option readingTime names "${source}", which is no text attribute; name a text attribute.`,
  );
}
