// A subscription to the changes of articles, as server-sent events.
const changes = (words: string): string =>
  `subscription { articleChanged${words} { event documentId document { title } } }`;

export interface ArticleStream {
  /** The data of each event. */
  readonly events: { event: string; documentId: string; document: { title: string } | null }[];
  /** Messages of errors. */
  readonly errors: string[];
  /** Waits for so many events, or for the end. */
  got(count: number): Promise<ArticleStream['events']>;
  stop(): Promise<void>;
}

/** Resolves when the subscription has begun. `words`: its arguments, with parentheses. */
export async function subscribeToArticles(url: string, token: string, words = ''): Promise<ArticleStream> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ query: changes(words) }),
  });
  const reader = response.body?.getReader();
  if (!reader) throw new Error('The stream has no body');
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader.read()).value);
  let note: () => void = () => undefined;
  let isOver = false;
  const stream: ArticleStream = {
    events: [],
    errors: [],
    async got(count) {
      while (stream.events.length < count) {
        if (isOver) throw new Error(`The stream ended: ${stream.errors.join()}`);
        await new Promise<void>((resolve) => (note = resolve));
      }
      return stream.events;
    },
    stop: () => reader.cancel(),
  };
  const take = (): void => {
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^event: next\ndata: (.*)$/.exec(part)?.[1];
      if (data === undefined) continue;
      const result = JSON.parse(data);
      if (result.errors) stream.errors.push(result.errors[0].message);
      else stream.events.push(result.data.articleChanged);
    }
    note();
  };
  const pump = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      take();
    }
    isOver = true;
    note();
  };
  void pump();
  return stream;
}
