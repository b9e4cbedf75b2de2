// Text that the server does not have yet, in the IndexedDB of the browser. It survives a closed tab, a crash and an expired session.
// A database that is full or broken stops no form: the local storage gets the text.

export interface Recovered {
  readonly key: string;
  readonly at: number;
  /** Attribute → value. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** The stored values that were changed, and how many links the form had of relations that are read in pages. */
  readonly bases?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, number>>;
  /** What was sent without an answer: the server may have it. */
  readonly sent?: readonly Readonly<Record<string, unknown>>[];
  /** Of a new document: the key of its creation. */
  readonly newKey?: string;
}

const STORE = 'texts';
let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('quire-admin', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(STORE, mode);
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(STORE));
    // A page that ends here does not wait for the answer. Without this call, the browser would drop its change.
    transaction.commit();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Texts of pages that ended before their change of the database was done. */
const HASTY = 'quire-admin-text|';

/** Writes before it returns: a page that ends has no time for the database. `keep` takes the text over. */
export function keepAtOnce(text: Recovered): void {
  try {
    localStorage.setItem(HASTY + text.key, JSON.stringify(text));
  } catch {
    // The storage is full or disabled. The database gets the text, too.
  }
}

function hastyOf(key: string): Recovered | null {
  try {
    return JSON.parse(localStorage.getItem(HASTY + key) ?? 'null') as Recovered | null;
  } catch {
    return null;
  }
}

function dropHasty(key: string): void {
  try {
    localStorage.removeItem(HASTY + key);
  } catch {
    // The storage is disabled.
  }
}

function hastyKeys(): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(HASTY))
      .map((name) => name.slice(HASTY.length));
  } catch {
    return [];
  }
}

export async function keep(text: Recovered): Promise<void> {
  try {
    await run('readwrite', (store) => store.put(text));
  } catch {
    return keepAtOnce(text);
  }
  if ((hastyOf(text.key)?.at ?? 0) <= text.at) dropHasty(text.key);
}

export async function forget(key: string): Promise<void> {
  dropHasty(key);
  // A text that stays is offered again only if the server has other values.
  await run('readwrite', (store) => store.delete(key)).catch(() => undefined);
}

export async function recall(key: string): Promise<Recovered | undefined> {
  const stored = await run<Recovered | undefined>('readonly', (store) => store.get(key)).catch(
    () => undefined,
  );
  const hasty = hastyOf(key);
  if (!hasty || hasty.at < (stored?.at ?? 0)) return stored;
  await keep(hasty);
  return hasty;
}

export async function recallAll(): Promise<Recovered[]> {
  for (const key of hastyKeys()) await recall(key);
  const stored = await run<Recovered[]>('readonly', (store) => store.getAll()).catch(() => []);
  const texts = new Map(stored.map((text) => [text.key, text]));
  for (const key of hastyKeys()) {
    const text = hastyOf(key);
    if (text && text.at >= (texts.get(key)?.at ?? 0)) texts.set(key, text);
  }
  return [...texts.values()];
}
