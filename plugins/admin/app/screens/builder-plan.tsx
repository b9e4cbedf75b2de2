// What the changed files would do to the database, then their writing, and the new start of the application.
import { useEffect, useState } from 'preact/hooks';
import {
  type BuilderState,
  builderAt,
  type ChangedFile,
  changes,
  dropDrafts,
  type Plan,
  type Step,
  settle,
} from '../data/builder';
import { ApiError, ask, type Issue } from '../data/client';
import { loadModel } from '../data/model';
import { listOf, type Message, msg, plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Notice, say } from '../ui/notice';
import { BuilderClash } from './builder-clash';

interface Props {
  readonly state: BuilderState;
  readonly issues: readonly Issue[];
  readonly onIssues: (issues: readonly Issue[]) => void;
  /** The files were written or have changed. */
  readonly onStored: () => void;
}

const EFFECTS: Readonly<Record<Step['effect'], Message>> = {
  safe: msg('At the next start'),
  asked: msg('Needs a command'),
  lossy: msg('Loses values'),
  unused: msg('Stays in the database'),
  blocked: msg('Not possible with the stored values'),
  wrong: msg('Not possible'),
};

const PAUSE = 700;

interface Written {
  readonly data: { readonly files: readonly { readonly path: string; readonly etag: string }[] };
}

/** null: the application starts with the files. Without ids, `--drop` removes unused values too. */
function commandOf({ steps }: Plan): string | null {
  const ids = steps.flatMap(({ effect, id }) => (effect === 'lossy' && id !== undefined ? [id] : []));
  if (ids.length > 0) return `npx quire migrate apply --drop ${ids.join(' ')}`;
  return steps.some(({ effect }) => effect === 'asked') ? 'npx quire migrate apply' : null;
}

export function BuilderPlan({ state, issues, onIssues, onStored }: Props) {
  const [found, setFound] = useState<{ readonly of: string; readonly plan: Plan } | null>(null);
  const [busy, setBusy] = useState(false);
  const [sure, setSure] = useState(false);
  const [failure, setFailure] = useState('');
  const [clash, setClash] = useState<ChangedFile | null>(null);
  const [waiting, setWaiting] = useState(false);
  const changed = changes.value;
  const files = changed.map(({ path, text, etag }) => ({
    path,
    text,
    ...(etag === undefined ? {} : { etag }),
  }));
  const now = JSON.stringify(files);
  const plan = found?.of === now ? found.plan : null;
  const has = (...effects: readonly Step['effect'][]): boolean =>
    plan?.steps.some(({ effect }) => effects.includes(effect)) === true;
  const command = plan ? commandOf(plan) : null;
  const isOpenClash = clash !== null && changed.some(({ path }) => path === clash.path);

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure('');
    setClash(null);
    onIssues([]);
    try {
      await work();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      if (!(error instanceof ApiError)) return;
      onIssues(error.issues);
      if (error.status === 412) setClash(error.details.file as ChangedFile);
    } finally {
      setBusy(false);
    }
  };
  const look = (): Promise<void> =>
    run(async () => {
      const body = { files: files.map(({ path, text }) => ({ path, text })) };
      const { data } = await ask<{ data: Plan }>(`${builderAt}/plan`, { method: 'POST', body });
      setSure(false);
      setFound({ of: now, plan: data.data });
      say(
        plural(data.data.steps.length, '{count} change of the database', '{count} changes of the database'),
      );
    });
  const write = (): Promise<void> =>
    run(async () => {
      const body = { files, confirmed: sure };
      const { data } = await ask<Written>(`${builderAt}/files`, { method: 'PUT', body });
      settle(files, data.data.files);
      setWaiting(true);
      onStored();
    });

  return (
    <>
      {(waiting || !state.isRunning) && (
        <Restart
          onStarted={() => {
            setWaiting(false);
            onStored();
            void loadModel(async () => undefined);
          }}
        />
      )}
      {failure !== '' && (clash === null || isOpenClash) && <Notice kind="error">{failure}</Notice>}
      {issues.length > 0 && (
        <ul class="issue">
          {issues.map(({ path, message }) => (
            <li key={`${path.join('.')} ${message}`}>
              <bdi>{path.join(' → ')}</bdi>: <bdi>{message}</bdi>
            </li>
          ))}
        </ul>
      )}
      {clash && isOpenClash && (
        <BuilderClash
          file={clash}
          onDone={() => {
            setClash(null);
            setFailure('');
          }}
          onStored={onStored}
        />
      )}
      {changed.length > 0 && (
        <div class="card">
          <p>
            {t('Changed, not written:')} <bdi>{listOf(changed.map(({ path }) => path))}</bdi>
          </p>
          {plan && <Steps plan={plan} />}
          {command !== null && (
            <>
              <p>
                {t('With these files the application stops at its start until you run:')}{' '}
                <code dir="ltr">{command}</code>
              </p>
              <p>
                <label>
                  <input
                    type="checkbox"
                    checked={sure}
                    onChange={(event) => setSure(event.currentTarget.checked)}
                  />{' '}
                  {t('I have read the plan, and will run the command.')}
                </label>
              </p>
            </>
          )}
          <div class="row">
            <Button kind={plan ? 'plain' : 'main'} disabled={busy} onClick={() => void look()}>
              {t('Show the plan')}
            </Button>
            {plan && !has('wrong', 'blocked') && (
              <Button kind="main" disabled={busy || (command !== null && !sure)} onClick={() => void write()}>
                {t('Write the files')}
              </Button>
            )}
            <Button
              kind="danger"
              disabled={busy}
              onClick={() => {
                dropDrafts(changed.map(({ path }) => path));
                onIssues([]);
                setFailure('');
              }}
            >
              {t('Drop all changes')}
            </Button>
            {busy && <span role="status">{t('Comparing with the database …')}</span>}
          </div>
        </div>
      )}
    </>
  );
}

function Steps({ plan: { steps, warnings } }: { readonly plan: Plan }) {
  return (
    <>
      {steps.length === 0 && <p>{t('The database needs no change.')}</p>}
      <ul>
        {steps.map(({ effect, sentence, broken }) => (
          <li key={sentence} class={effect === 'safe' || effect === 'unused' ? undefined : 'issue'}>
            <strong>{broken > 0 && effect === 'safe' ? t('Look at it') : t(EFFECTS[effect])}</strong>:{' '}
            <bdi>{sentence}</bdi>
          </li>
        ))}
        {warnings.map(({ where, at = '', message }) => (
          <li key={`${where} ${at} ${message}`} class="hint">
            <bdi>
              {where} {at}: {message}
            </bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

const shown = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

/** Asks until the application has started with the files. */
function Restart({ onStarted }: { readonly onStarted: () => void }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    const look = async (): Promise<void> => {
      // A hidden tab asks nothing, and one without a session waits for the login.
      await shown();
      if (over) return;
      const isRunning = await ask<{ data: BuilderState }>(builderAt).then(
        ({ data }) => data.data.isRunning,
        () => false,
      );
      if (over) return;
      if (isRunning) onStarted();
      else timer = setTimeout(() => void look(), PAUSE);
    };
    timer = setTimeout(() => void look(), PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <Notice>
      {t('The schema files have changed. Waiting until the application has started with them.')}{' '}
      {t(
        '“npm start” and “quire develop” start it again; otherwise start it yourself. If it does not start, its output says why.',
      )}
    </Notice>
  );
}
