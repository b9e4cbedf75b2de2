// Actions on chosen documents: one request for each, six at a time, with a list of failures.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { documentsAt, type TypeModel } from '../data/model';
import { queryOf } from '../data/query';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';

interface Props {
  readonly type: TypeModel;
  readonly ids: readonly string[];
  readonly locale: string | null;
  readonly onDone: (text: string) => void;
}

const TOGETHER = 6;
const ACTIONS = [
  ['publish', 'Publish'],
  ['unpublish', 'Unpublish'],
  ['delete', 'Delete'],
] as const;
type Action = (typeof ACTIONS)[number][0];

export function Bulk({ type, ids, locale, onDone }: Props) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly string[]>([]);

  const run = async (action: Action): Promise<void> => {
    setAsked(null);
    setFailures([]);
    setDone(0);
    const waiting = [...ids];
    const failed: string[] = [];
    let count = 0;
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const at = `${documentsAt(type.uid)}/${id}`;
        const query = queryOf({ locale: locale ?? undefined });
        try {
          if (action === 'delete') await ask(at + query, { method: 'DELETE' });
          else await ask(`${at}/actions/${action}${query}`, { method: 'POST' });
        } catch (error) {
          failed.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
        }
        setDone(++count);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
    setDone(null);
    setFailures(failed);
    if (failed.length === 0) onDone(`${ids.length} documents: ${action}`);
  };

  return (
    <div class="row bulk">
      <strong>{ids.length} chosen</strong>
      {ACTIONS.filter(([name]) => type.actions.includes(name)).map(([name, title]) => (
        <Button
          key={name}
          kind={name === 'delete' ? 'danger' : 'plain'}
          disabled={done !== null}
          onClick={() => setAsked(name)}
        >
          {title}
        </Button>
      ))}
      <Button kind="quiet" icon="copy" onClick={() => void navigator.clipboard.writeText(ids.join('\n'))}>
        Copy ids
      </Button>
      {done !== null && (
        <progress max={ids.length} value={done}>
          {done} of {ids.length}
        </progress>
      )}
      {failures.length > 0 && (
        <Notice kind="error">
          {failures.length} failed:
          <ul>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Notice>
      )}
      {asked !== null && (
        <Dialog
          title={`${ACTIONS.find(([name]) => name === asked)?.[1]} ${ids.length} documents?`}
          onClose={() => setAsked(null)}
        >
          <div class="row">
            <Button kind={asked === 'delete' ? 'danger' : 'main'} onClick={() => void run(asked)}>
              {ACTIONS.find(([name]) => name === asked)?.[1]}
            </Button>
            <Button onClick={() => setAsked(null)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
