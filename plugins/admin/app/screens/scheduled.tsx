// What is scheduled for documents: their changes by state, each with a new time or without one. Needs the plugin `schedule`.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { may } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import {
  ACTION_TITLES,
  CHANGE_ACTIONS,
  type Change,
  changeAt,
  changesAt,
  isPlanned,
  isPlanState,
  mayReschedule,
  mayUnschedule,
  type Page,
  RELEASE_ACTIONS,
  STATES,
} from '../data/releases';
import { useTitles } from '../data/titles';
import { t } from '../i18n/translate';
import { search } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { Notice, say } from '../ui/notice';
import { Pager, pageOfAddress } from '../ui/pager';
import { SimpleForm } from '../ui/simple-form';
import { StateTabs } from '../ui/state-tabs';
import { Table } from '../ui/table';
import { DocumentName } from './document-name';
import { PlanTime, StateWord, textOf } from './plan-parts';
import { timeFields, timeOf } from './plan-time';
import { localeTitle } from './release-changes';

/** The list opens with it. */
const USUAL = 'waiting';
const ALL = 'all';

export function ScheduledScreen() {
  const asked = search.value.get('state') ?? USUAL;
  const state = isPlanState(asked) || asked === ALL ? asked : USUAL;
  const page = pageOfAddress();
  const words = { state: state === ALL ? undefined : state, page };
  const { value, error, again } = useLoaded<Page<Change>>(`${changesAt()}${queryOf(words)}`);
  const titleOf = useTitles(value?.data ?? []);
  const [moved, setMoved] = useState<Change | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { pageCount = 0, total } = value?.meta.pagination ?? {};
  const cancel = (change: Change): void => {
    setFailure(null);
    ask(changeAt(change.id), { method: 'DELETE' })
      .then(() => say(t('Cancelled')), setFailure)
      .finally(again);
  };
  return (
    <section>
      <Head title={t('Scheduled changes')}>
        <Button onClick={again}>{t('Refresh')}</Button>
      </Head>
      <StateTabs
        tabs={[...STATES.map(([each, title]) => [each, t(title)] as const), [ALL, t('All')] as const].map(
          ([each, title]) => ({
            to: `${path}/scheduled${queryOf({ state: each })}`,
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
      {total === 0 && <p class="nothing">{t('Nothing is scheduled.')}</p>}
      {value && value.data.length > 0 && (
        <Table
          caption={t('Scheduled changes')}
          rows={value.data}
          keyOf={({ id }) => id}
          columns={[
            { title: t('Time'), cell: (change) => <PlanTime plan={change} /> },
            { title: t('Document'), cell: (change) => <DocumentName document={change} titleOf={titleOf} /> },
            { title: t('Action'), cell: ({ action }) => t(ACTION_TITLES[action]) },
            ...(value.data.some(({ locale }) => locale !== undefined)
              ? [{ title: t('Locale'), cell: ({ locale }: Change) => localeTitle(locale) }]
              : []),
            { title: t('State'), cell: (change) => <State change={change} /> },
            { title: t('Release'), cell: ({ release }) => release && <InRelease release={release} /> },
            { title: t('By'), cell: ({ by }) => by !== null && <bdi>{by}</bdi> },
            {
              title: t('Actions'),
              spoken: true,
              cell: (change) => <Actions change={change} onMove={setMoved} onCancel={cancel} />,
            },
          ]}
        />
      )}
      <footer class="row">
        <Pager page={page} isLast={page >= pageCount} />
        {total !== undefined && <span>{t('Total: {count}', { count: total })}</span>}
      </footer>
      {moved && (
        <Dialog title={t('Change the time')} onClose={() => setMoved(null)}>
          <SimpleForm
            submit={t('Save')}
            onCancel={() => setMoved(null)}
            fields={timeFields(moved, true)}
            send={async (values) => {
              const body = timeOf(values, moved);
              if (body.at !== undefined) await ask(changeAt(moved.id), { method: 'PUT', body });
              setMoved(null);
              again();
            }}
          >
            <p class="help">{t('At this time, the change runs with your rights.')}</p>
          </SimpleForm>
        </Dialog>
      )}
    </section>
  );
}

const State = ({ change: { state, problems } }: { readonly change: Change }) => (
  <>
    <StateWord state={state} />
    {problems?.[0] && (
      <small class="issue">
        {': '}
        <bdi>{textOf(problems[0])}</bdi>
      </small>
    )}
  </>
);

const InRelease = ({ release: { id, name } }: { readonly release: NonNullable<Change['release']> }) =>
  may(RELEASE_ACTIONS.read) ? (
    <a href={`${path}/releases/${id}`} dir="auto">
      {name}
    </a>
  ) : (
    <bdi>{name}</bdi>
  );

interface ActionsProps {
  readonly change: Change;
  readonly onMove: (change: Change) => void;
  readonly onCancel: (change: Change) => void;
}

/** The time of a change in a release is that of the release. */
function Actions({ change, onMove, onCancel }: ActionsProps) {
  const [sure, setSure] = useState(false);
  if (!isPlanned(change)) return null;
  return (
    <>
      {change.release === null && may(CHANGE_ACTIONS.update) && mayReschedule(change) && (
        <Button onClick={() => onMove(change)}>{t('Change the time')}</Button>
      )}
      {may(CHANGE_ACTIONS.cancel) &&
        mayUnschedule(change.type) &&
        (sure ? (
          <Button kind="danger" onClick={() => onCancel(change)}>
            {t('Yes, cancel it')}
          </Button>
        ) : (
          <Button onClick={() => setSure(true)}>
            {change.release === null ? t('Cancel') : t('Remove from the release')}
          </Button>
        ))}
    </>
  );
}
