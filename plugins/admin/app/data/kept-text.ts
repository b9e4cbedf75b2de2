// What a form keeps in the browser until the server has it, and what former forms of the document have left there.
// Each open form keeps its own text, so two tabs never replace each other's. The text of a form that has ended is offered by all other forms of
// the document, until one of them uses or discards it. The text of a form that is still open is offered by none.
import { computed, signal } from '@preact/signals';
import type { FormParts } from './form-parts';
import type { LinkCounts } from './link-pages';
import type { Clash } from './merge';
import { known } from './model';
import { forget, keep, keepAtOnce, type Recovered, recall, recallAll } from './recovery';
import type { Saving } from './saving';
import { withoutSecrets } from './secrets';
import { lockText } from './text-locks';
import { same, type Value } from './values';

const KEEP = 300;
const CHANNEL = 'quire-admin-texts';

interface Options extends FormParts {
  readonly locale: string | null;
  /** Reads the document again, with as many links. */
  readonly reload: (counts: LinkCounts) => Promise<unknown>;
}

/** What a form tells those in other tabs. `kept`: it keeps a text now. `gone`: a text was used or discarded. */
type Told = { readonly kept: string } | { readonly gone: string };

/** user, type, document, locale, form. Texts of former versions have no form. */
const partsOf = (key: string): readonly string[] => key.split('|');
const ownerOf = (key: string): string => partsOf(key)[4] ?? key;

export function createKeptText({ type, locale, id, newKey, values, pages, requests, reload }: Options) {
  const owner: string = crypto.randomUUID();
  const place = (): readonly string[] => [
    String(known().user.id),
    type.uid,
    id.peek() ?? 'new',
    locale ?? '',
  ];
  const ownKey = (): string => [...place(), owner].join('|');
  const isNew = (): boolean => requests.isCreate(id.peek());
  const offers = signal<readonly Recovered[]>([]);
  /** Forms whose texts are offered here, or will be when they end. */
  const watched = new Set([owner]);
  const ended = new AbortController();
  const others = new BroadcastChannel(CHANNEL);
  const tell = (told: Told): void => {
    if (!ended.signal.aborted) others.postMessage(told);
  };
  let isTold = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const componentOf = (uid: string) => known().components[uid]?.attributes ?? [];
  /** null: the server has everything. */
  function ownText(): Recovered | null {
    const names = values.changed();
    const kept = (read: (name: string) => Value): Readonly<Record<string, Value>> =>
      withoutSecrets(
        type.attributes,
        Object.fromEntries(names.map((name) => [name, read(name)])),
        componentOf,
      );
    const changes = kept((name) => values.fields[name]?.peek());
    if (Object.keys(changes).length === 0) return null;
    const sent = values.unanswered();
    return {
      key: ownKey(),
      at: Date.now(),
      changes,
      bases: kept(values.changedFrom),
      sent: sent.map((each) => withoutSecrets(type.attributes, each, componentOf)),
      links: pages.counts(),
      ...(isNew() ? { newKey: newKey.peek() } : {}),
    };
  }

  async function keepNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const text = ownText();
    await (text ? keep(text) : forget(ownKey()));
    if (text && !isTold) tell({ kept: text.key });
    isTold = text !== null;
  }

  const isHere = (key: string): boolean => {
    const [user, uid, document, language] = place();
    const parts = partsOf(key);
    // A single type has one document, which had no id before it was stored.
    const isDocument = type.kind === 'singleType' || parts[2] === document;
    return isDocument && parts[0] === user && parts[1] === uid && parts[3] === language;
  };

  /** Looks for texts of this document that no open form has. */
  async function look(): Promise<void> {
    const texts = (await recallAll()).filter(({ key }) => isHere(key));
    for (const { key } of texts.toSorted((a, b) => a.at - b.at)) {
      // Two calls may run at the same time.
      if (watched.has(ownerOf(key))) continue;
      // Each text of a new document is a document of its own.
      if (isNew() && offers.peek().length > 0) return;
      watched.add(ownerOf(key));
      if (await hasEnded(key, { ifAvailable: true })) await offer(key);
      // A text of another new document stays with its form.
      else if (!isNew()) void waitFor(key);
    }
  }

  /** Has the form with the text ended? It holds its lock for as long. */
  async function hasEnded(key: string, options: Parameters<typeof lockText>[1]): Promise<boolean> {
    const release = await lockText(ownerOf(key), options);
    release?.();
    return release !== null;
  }

  async function waitFor(key: string): Promise<void> {
    try {
      if (await hasEnded(key, { signal: ended.signal })) await offer(key);
    } catch (error) {
      if (!ended.signal.aborted) throw error;
    }
  }

  async function offer(key: string): Promise<void> {
    const text = await recall(key);
    if (!text || ended.signal.aborted) return;
    await withLinksOf(text);
    const differs = Object.entries(text.changes).some(([name, value]) => !same(value, values.stored(name)));
    if (!differs) await forget(key);
    else if (!ended.signal.aborted) offers.value = [...offers.peek(), text];
  }

  /** The kept changes are about links that the form had then. */
  async function withLinksOf({ links }: Recovered): Promise<void> {
    const counts = pages.counts();
    const wanted = { ...counts, ...links };
    if (Object.entries(wanted).some(([name, count]) => count > (counts[name] ?? count))) await reload(wanted);
  }

  function take(): Recovered | undefined {
    const [first, ...rest] = offers.peek();
    offers.value = rest;
    return first;
  }

  async function finish({ key }: Recovered): Promise<void> {
    await forget(key);
    tell({ gone: key });
  }

  async function hear(told: Told): Promise<void> {
    if ('gone' in told) offers.value = offers.peek().filter(({ key }) => key !== told.gone);
    else if (!isNew() && isHere(told.kept)) await look();
  }

  const onVisibility = (): void => {
    if (window.document.visibilityState !== 'hidden') return;
    const text = ownText();
    if (text) keepAtOnce(text);
    void keepNow();
  };
  others.onmessage = ({ data }: MessageEvent<Told>) => void hear(data);

  return {
    /** Text that the person has neither used nor discarded yet. */
    recovered: computed(() => offers.value[0] ?? null),
    keepNow,

    /** A person who types without a pause has text to keep, too. */
    keepSoon(): void {
      timer ??= setTimeout(() => void keepNow(), KEEP);
    },

    async open(): Promise<void> {
      const release = await lockText(owner);
      ended.signal.addEventListener('abort', () => release?.());
      window.document.addEventListener('visibilitychange', onVisibility);
      await look();
    },

    /** Puts the text into the form. A field that has changed since the text was kept is asked about. */
    async use({ set, ask }: Pick<Saving, 'set' | 'ask'>): Promise<void> {
      const text = take();
      if (!text) return;
      const { bases, sent = [] } = text;
      if (isNew() && text.newKey !== undefined) newKey.value = text.newKey;
      for (const each of sent) values.isLost(each);
      const clashes: Clash[] = [];
      for (const [name, value] of Object.entries(text.changes)) {
        const now = values.fields[name]?.peek();
        const mine = values.onBase(name, value, values.stored(name), bases?.[name]);
        const isSeen =
          same(bases?.[name], now) || sent.some((each) => Object.hasOwn(each, name) && same(each[name], now));
        if (bases && !pages.isPaged(name) && !isSeen && !same(mine, now))
          clashes.push({ name, mine, theirs: now });
        set([name], mine);
      }
      if (clashes.length > 0)
        ask(clashes, Object.fromEntries(clashes.map(({ name }) => [name, bases?.[name]])));
      await keepNow();
      await finish(text);
    },

    async drop(): Promise<void> {
      const text = take();
      if (text) await finish(text);
      if (isNew()) await look();
    },

    /** The new document has an id. Texts of other new documents wait for another form. */
    async created(documentId: string): Promise<void> {
      const former = ownKey();
      offers.value = [];
      id.value = documentId;
      // What was typed meanwhile has its new key before the former one goes. Other tabs do not know the new key.
      isTold = false;
      await keepNow();
      await forget(former);
    },

    forgetOwn: (): Promise<void> => forget(ownKey()),

    /** The form keeps nothing more, and other forms may offer what it leaves. */
    end(): void {
      clearTimeout(timer);
      window.document.removeEventListener('visibilitychange', onVisibility);
      ended.abort();
      others.close();
    },
  };
}
