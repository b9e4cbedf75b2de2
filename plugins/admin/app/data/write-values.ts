// The requests of a form that write values, and what they become for the values of the form.
import { batch } from '@preact/signals';
import { ApiError } from './client';
import type { FormParts } from './form-parts';
import type { ToSend } from './form-values';
import { hasDrafts } from './model';

type Parts = Pick<FormParts, 'type' | 'id' | 'newKey' | 'values' | 'pages' | 'requests'>;

export function createWriting({ type, id, newKey, values, pages, requests }: Parts) {
  /** Resolves to the id of the document. `done` runs with the change of the values. */
  async function write({ sent, data }: ToSend, done: () => void): Promise<string> {
    const counts = pages.countsFor(sent);
    try {
      const reply = await requests.write({
        id: id.value,
        data,
        counts,
        seen: values.seen(),
        key: newKey.value,
      });
      const document = reply.data.data;
      batch(() => {
        values.accept({ document, etag: reply.etag }, counts, sent);
        done();
      });
      return document.documentId;
    } catch (error) {
      // A proxy that lost the connection to the server answers, too.
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) values.isLost(sent);
      throw error;
    }
  }

  /** One refused value of a draft does not keep the others from being stored. Resolves to true if they are. */
  async function writeRest(error: unknown, all: ToSend, done: () => void): Promise<boolean> {
    if (!hasDrafts(type) || requests.isCreate(id.value)) return false;
    const names = refusedNames(error, all);
    const rest = values.toSend(false, names);
    if (names.length === 0 || Object.keys(rest.data).length === 0) return false;
    return write(rest, done).then(
      () => true,
      () => false,
    );
  }

  return { write, writeRest };
}

/** The fields whose values were refused. None: the answer is not about values alone. */
function refusedNames(error: unknown, { sent }: ToSend): readonly string[] {
  if (!(error instanceof ApiError) || error.status !== 400) return [];
  const names = error.issues.map(({ path: [name] }) => String(name));
  return names.every((name) => Object.hasOwn(sent, name)) ? names : [];
}
