// One job: its state, what can be done with it, and its details with the payload as the server shows it.
import { useState } from 'preact/hooks';
import { ApiError, ask } from '../data/client';
import { useLoaded } from '../data/load';
import { known, may } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { dateAndTimeOf } from '../i18n/moments';
import { msg, numberOf, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { Notice, say } from '../ui/notice';

export const JOB_STATES = [
  ['waiting', msg('Waiting')],
  ['running', msg('Running')],
  ['dead', msg('Dead')],
  ['cancelled', msg('Cancelled')],
] as const;
type State = (typeof JOB_STATES)[number][0];
const TITLES = Object.fromEntries(JOB_STATES) as Record<State, (typeof JOB_STATES)[number][1]>;

export const isJobState = (text: string): text is State => Object.hasOwn(TITLES, text);

export interface Job {
  readonly id: number;
  readonly name: string;
  readonly state: State;
  readonly payload: unknown;
  readonly key: string | null;
  readonly attempts: number;
  readonly due: string | null;
  /** The moment of the schedule that the job is for. */
  readonly tick: string | null;
  readonly error: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
}

export const jobsAt = (): string => `${known().prefix}/jobs`;
const action = (verb: string): string => `plugin::jobs.job.${verb}`;

export const JobState = ({ state }: Pick<Job, 'state'>) => (
  <span class={state === 'dead' ? 'issue' : undefined}>{t(TITLES[state])}</span>
);

interface ActionsProps {
  readonly job: Job;
  readonly onDone: () => void;
  readonly onRefused: (error: unknown) => void;
}

export function JobActions({ job, onDone, onRefused }: ActionsProps) {
  const [sure, setSure] = useState(false);
  const hasEnded = job.state === 'dead' || job.state === 'cancelled';
  const send = (verb: 'retry' | 'cancel', done: string): void => {
    setSure(false);
    ask(`${jobsAt()}/${job.id}/actions/${verb}`, { method: 'POST' }).then(() => {
      say(done);
      onDone();
    }, onRefused);
  };
  if (hasEnded)
    return may(action('retry')) ? (
      <Button onClick={() => send('retry', t('The job runs again.'))}>{t('Run again')}</Button>
    ) : null;
  if (!may(action('cancel'))) return null;
  return sure ? (
    <Button kind="danger" onClick={() => send('cancel', t('The job is cancelled.'))}>
      {t('Cancel {name}', { name: job.name })}
    </Button>
  ) : (
    <Button onClick={() => setSure(true)}>{t('Cancel the job')}</Button>
  );
}

interface DialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function JobDialog({ id, onClose, onChanged }: DialogProps) {
  const { value, error } = useLoaded<{ data: Job }>(`${jobsAt()}/${encodeURIComponent(id)}`);
  const [failure, setFailure] = useState<unknown>(null);
  const job = value?.data;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog title={job?.name ?? t('Job {id}', { id })} wide onClose={onClose}>
      {isGone ? (
        <Notice>{t('There is no such job. A job that has succeeded leaves the list.')}</Notice>
      ) : (
        <Failure error={error} />
      )}
      <Failure error={failure} />
      {job && <Facts job={job} />}
      <div class="row">
        {job && <JobActions job={job} onDone={onChanged} onRefused={setFailure} />}
        {job && <a href={`${path}/jobs${queryOf({ name: job.name })}`}>{t('All jobs of this name')}</a>}
        <span class="grow" />
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  );
}

function Facts({ job }: { readonly job: Job }) {
  const { id, state, key, attempts, due, tick, error, payload, createdAt, changedAt } = job;
  return (
    <>
      <dl class="facts">
        <Fact title={t('Number')}>{id}</Fact>
        <Fact title={t('State')}>
          <JobState state={state} />
        </Fact>
        {due !== null && (
          <Fact title={state === 'running' ? t('Belongs to its process until') : t('Due')}>
            {dateAndTimeOf(due)}
          </Fact>
        )}
        <Fact title={t('Attempts')}>{numberOf(attempts)}</Fact>
        {key !== null && (
          <Fact title={t('Key')}>
            <bdi>{key}</bdi>
          </Fact>
        )}
        {tick !== null && <Fact title={t('Time of the schedule')}>{dateAndTimeOf(tick)}</Fact>}
        <Fact title={t('Created')}>{dateAndTimeOf(createdAt)}</Fact>
        <Fact title={t('In this state since')}>{dateAndTimeOf(changedAt)}</Fact>
      </dl>
      {error !== null && (
        <>
          <h3>{t('Last error')}</h3>
          <pre dir="auto">{error}</pre>
        </>
      )}
      <h3>{t('Payload')}</h3>
      <pre dir="ltr">{JSON.stringify(payload, null, 2)}</pre>
    </>
  );
}
