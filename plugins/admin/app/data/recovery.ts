// Text that the server does not have yet, in the IndexedDB of the browser. It survives a closed tab, a crash and an expired session.

export interface Recovered {
  readonly key: string;
  readonly at: number;
  readonly etag: string | null;
  /** Attribute → value. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** The stored values that were changed, and how many links the form had of relations that are read in pages. */
  readonly bases?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, number>>;
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
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export const keep = (text: Recovered): Promise<unknown> => run('readwrite', (store) => store.put(text));
export const forget = (key: string): Promise<unknown> => run('readwrite', (store) => store.delete(key));
export const recall = (key: string): Promise<Recovered | undefined> =>
  run('readonly', (store) => store.get(key));
export const recallAll = (): Promise<Recovered[]> => run('readonly', (store) => store.getAll());
