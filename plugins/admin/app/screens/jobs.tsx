// Jobs that wait, run, are dead or cancelled. A job that has succeeded leaves the list. Needs the plugin `jobs`.
import { useState } from 'preact/hooks';
import { useLoaded } from '../data/load';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { agoOf, dateAndTimeOf } from '../i18n/moments';
import { numberOf, t } from '../i18n/translate';
import { search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { LinkTabs } from '../ui/link-tabs';
import { Notice } from '../ui/notice';
import { Pager, pageOfAddress } from '../ui/pager';
import { Table } from '../ui/table';
import { isJobState, JOB_STATES, type Job, JobActions, JobDialog, JobState, jobsAt } from './job';

const MOST_TEXT = 80;

export function JobsScreen() {
  const words = search.value;
  const asked = words.get('state') ?? '';
  const state = isJobState(asked) ? asked : '';
  const name = words.get('name') ?? '';
  const open = words.get('job') ?? '';
  const page = pageOfAddress();
  const { value, error, again } = useLoaded<{
    data: readonly Job[];
    meta: { pagination: { pageCount: number; total: number } };
  }>(`${jobsAt()}${queryOf({ state, name, page })}`);
  const [failure, setFailure] = useState<unknown>(null);
  const changed = (refused: unknown): void => {
    setFailure(refused);
    again();
  };
  const { pageCount = 0, total } = value?.meta.pagination ?? {};
  return (
    <section>
      <Head title={t('Jobs')}>
        <input
          type="search"
          aria-label={t('Whole name of a job')}
          placeholder={t('Whole name of a job')}
          value={name}
          onChange={(event) => setSearch({ name: event.currentTarget.value.trim(), page: null })}
        />
        <Button onClick={() => changed(null)}>{t('Refresh')}</Button>
      </Head>
      <LinkTabs
        label={t('State')}
        tabs={[['', t('All')] as const, ...JOB_STATES.map(([each, title]) => [each, t(title)] as const)].map(
          ([each, title]) => ({
            to: `${path}/jobs${queryOf({ state: each, name })}`,
            title,
            isOpen: state === each,
          }),
        )}
      />
      {asked !== state && (
        <Notice kind="warning">
          {t('Unknown parts of the filter were left out: {parts}.', { parts: asked })}
        </Notice>
      )}
      <Failure error={failure} />
      <Failure error={error} />
      {total === 0 && (
        <p class="nothing">{t('There are no jobs here. A job that has succeeded leaves the list.')}</p>
      )}
      {value && value.data.length > 0 && (
        <Table
          caption={t('Jobs')}
          rows={value.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('Name'),
              cell: (job) => (
                <Button kind="quiet" onClick={() => setSearch({ job: String(job.id) })}>
                  <bdi>{job.name}</bdi>
                </Button>
              ),
            },
            { title: t('State'), cell: (job) => <JobState {...job} /> },
            { title: t('When'), cell: (job) => <When job={job} /> },
            { title: t('Attempts'), cell: ({ attempts }) => numberOf(attempts) },
            { title: t('Key'), cell: ({ key }) => key !== null && <bdi>{key}</bdi> },
            {
              title: t('Last error'),
              cell: ({ error: text }) => text !== null && <bdi>{shortOf(text)}</bdi>,
            },
            {
              title: t('Actions'),
              spoken: true,
              cell: (job) => <JobActions job={job} onDone={() => changed(null)} onRefused={changed} />,
            },
          ]}
        />
      )}
      <footer class="row">
        <Pager page={page} isLast={page >= pageCount} />
        {total !== undefined && <span>{t('Total: {count}', { count: total })}</span>}
      </footer>
      {open !== '' && (
        <JobDialog
          id={open}
          onClose={() => setSearch({ job: null })}
          onChanged={() => {
            setSearch({ job: null });
            changed(null);
          }}
        />
      )}
    </section>
  );
}

/** When a waiting job is due, and when another one came into its state. */
function When({ job: { state, due, changedAt } }: { readonly job: Job }) {
  const isWaiting = state === 'waiting' && due !== null;
  const moment = isWaiting ? due : changedAt;
  return (
    <time dateTime={moment} title={dateAndTimeOf(moment)}>
      {isWaiting ? t('Due {moment}', { moment: agoOf(moment) }) : agoOf(moment)}
    </time>
  );
}

function shortOf(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > MOST_TEXT || line !== text ? `${line.slice(0, MOST_TEXT)} …` : line;
}
