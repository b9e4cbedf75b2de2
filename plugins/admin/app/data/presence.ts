// Who else has a document open. A browser has few connections to a host, and a stream needs one. So only a visible tab has a stream.
import { useEffect, useState } from 'preact/hooks';
import { asRole } from './as-role';
import { sessionHeaders, waitForLogin } from './client';
import { api } from './place';
import { queryOf } from './query';

interface Person {
  readonly id: number;
  readonly username: string;
}

const RETRY = 10_000;
/** The request is refused, or there is no such route: a retry gets the same answer. */
const FINAL: ReadonlySet<number> = new Set([400, 403, 404]);

/** The names of the others. */
export function useOthers(uid: string, documentId: string, locale: string | null): readonly string[] {
  const [others, setOthers] = useState<readonly Person[]>([]);
  useEffect(() => {
    const at = `${api}/presence/${uid}/${documentId}${queryOf({ locale })}`;
    let abort: AbortController | null = null;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => {
      clearTimeout(retry);
      abort?.abort();
      abort = null;
    };
    const end = ({ signal }: AbortController, isFinal: boolean): void => {
      if (signal.aborted) return;
      setOthers([]);
      if (!isFinal) retry = setTimeout(start, RETRY);
    };
    const start = (): void => {
      stop();
      const own = new AbortController();
      abort = own;
      read(at, own.signal, setOthers).then(
        (isFinal) => end(own, isFinal),
        () => end(own, false),
      );
    };
    const onVisible = (): void => {
      if (document.visibilityState === 'hidden') stop();
      else if (abort === null) start();
    };
    document.addEventListener('visibilitychange', onVisible);
    onVisible();
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      stop();
    };
  }, [uid, documentId, locale]);
  return others.map(({ username }) => username);
}

/** Reads the events until the stream ends. Returns whether there is no need to try again. */
async function read(at: string, signal: AbortSignal, take: (people: readonly Person[]) => void) {
  const open = () => fetch(at, { headers: sessionHeaders(asRole.value?.id), signal });
  let response = await open();
  while (response.status === 401) {
    take([]);
    await waitForLogin();
    response = await open();
  }
  if (!response.ok || !response.body) return FINAL.has(response.status);
  // While presence is disabled, the page itself answers.
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return true;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events)
      if (event.startsWith('data: ')) take(JSON.parse(event.slice('data: '.length)) as readonly Person[]);
  }
}
