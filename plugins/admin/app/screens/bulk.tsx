// Actions on chosen documents: one request for each, six at a time, with a list of failures.

import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { documentsAt, type TypeModel } from '../data/model';
import { queryOf } from '../data/query';
import { msg, plural, t } from '../i18n/translate';
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
  ['publish', msg('Publish')],
  ['unpublish', msg('Unpublish')],
  ['delete', msg('Delete')],
] as const;
type Action = (typeof ACTIONS)[number][0];

const QUESTIONS: Readonly<Record<Action, (count: number) => string>> = {
  publish: (count) => plural(count, 'Publish {count} document?', 'Publish {count} documents?'),
  unpublish: (count) => plural(count, 'Unpublish {count} document?', 'Unpublish {count} documents?'),
  delete: (count) => plural(count, 'Delete {count} document?', 'Delete {count} documents?'),
};

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
    if (failed.length === 0) onDone(plural(ids.length, 'Done: {count} document', 'Done: {count} documents'));
  };

  return (
    <div class="row bulk">
      <strong>{plural(ids.length, '{count} document chosen', '{count} documents chosen')}</strong>
      {ACTIONS.filter(([name]) => type.actions.includes(name)).map(([name, title]) => (
        <Button
          key={name}
          kind={name === 'delete' ? 'danger' : 'plain'}
          disabled={done !== null}
          onClick={() => setAsked(name)}
        >
          {t(title)}
        </Button>
      ))}
      <Button kind="quiet" icon="copy" onClick={() => void navigator.clipboard.writeText(ids.join('\n'))}>
        {t('Copy ids')}
      </Button>
      {done !== null && (
        <progress max={ids.length} value={done}>
          {t('{done} of {count}', { done, count: ids.length })}
        </progress>
      )}
      {failures.length > 0 && (
        <Notice kind="error">
          {plural(failures.length, '{count} document failed:', '{count} documents failed:')}
          <ul>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Notice>
      )}
      {asked !== null && (
        <Dialog title={QUESTIONS[asked](ids.length)} onClose={() => setAsked(null)}>
          <div class="row">
            <Button kind={asked === 'delete' ? 'danger' : 'main'} onClick={() => void run(asked)}>
              {ACTIONS.filter(([name]) => name === asked).map(([, title]) => t(title))}
            </Button>
            <Button onClick={() => setAsked(null)}>{t('Cancel')}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
