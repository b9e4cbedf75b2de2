// Releases: the list, and a screen for each. Needs the plugin `schedule`.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { may } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import {
  isPlanState,
  type Page,
  type Problem,
  RELEASE_ACTIONS,
  type Release,
  releasesAt,
  STATES,
} from '../data/releases';
import { numberOf, plural, t } from '../i18n/translate';
import { go, search, steps } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { LinkTabs } from '../ui/link-tabs';
import { Notice } from '../ui/notice';
import { Pager, pageOfAddress } from '../ui/pager';
import { SimpleForm } from '../ui/simple-form';
import { Table } from '../ui/table';
import { PlanTime, StateWord, textOf } from './plan-parts';
import { timeFields, timeOf } from './plan-time';
import { ReleaseScreen } from './release';

export function ReleasesScreen() {
  const [, id] = steps.value;
  return id === undefined ? <ReleaseList /> : <ReleaseScreen key={id} id={id} />;
}

function ReleaseList() {
  const asked = search.value.get('state') ?? '';
  const state = isPlanState(asked) ? asked : '';
  const page = pageOfAddress();
  const { value, error } = useLoaded<Page<Release>>(`${releasesAt()}${queryOf({ state, page })}`);
  const [adding, setAdding] = useState(false);
  const { pageCount = 0, total } = value?.meta.pagination ?? {};
  return (
    <section>
      <Head title={t('Releases')}>
        {may(RELEASE_ACTIONS.create) && (
          <Button kind="main" icon="plus" onClick={() => setAdding(true)}>
            {t('New')}
          </Button>
        )}
      </Head>
      <LinkTabs
        label={t('State')}
        tabs={[['', t('All')] as const, ...STATES.map(([each, title]) => [each, t(title)] as const)].map(
          ([each, title]) => ({
            to: `${path}/releases${queryOf({ state: each })}`,
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
      <Failure error={error} />
      {total === 0 && (
        <p class="nothing">
          {t('There are no releases here. A release publishes and unpublishes documents together.')}
        </p>
      )}
      {value && value.data.length > 0 && (
        <Table
          caption={t('Releases')}
          rows={value.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('Name'),
              cell: ({ id, name }) => (
                <a href={`${path}/releases/${id}`} dir="auto">
                  {name}
                </a>
              ),
            },
            { title: t('Time'), cell: (release) => <PlanTime plan={release} /> },
            { title: t('State'), cell: (release) => <StateWord state={release.state} /> },
            { title: t('Documents'), cell: ({ changeCount }) => numberOf(changeCount) },
            {
              title: t('Prevented by'),
              cell: ({ problems }) => problems && <First problems={problems} />,
            },
            { title: t('By'), cell: ({ by }) => by !== null && <bdi>{by}</bdi> },
          ]}
        />
      )}
      <footer class="row">
        <Pager page={page} isLast={page >= pageCount} />
        {total !== undefined && <span>{t('Total: {count}', { count: total })}</span>}
      </footer>
      {adding && <NewRelease onClose={() => setAdding(false)} />}
    </section>
  );
}

const First = ({ problems }: { readonly problems: readonly Problem[] }) => (
  <>
    {problems[0] && <bdi>{textOf(problems[0])}</bdi>}
    {problems.length > 1 && (
      <small class="note"> {plural(problems.length - 1, 'and {count} other', 'and {count} others')}</small>
    )}
  </>
);

const NewRelease = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={t('New release')} onClose={onClose}>
    <SimpleForm
      submit={t('Create')}
      onCancel={onClose}
      fields={[{ name: 'name', label: t('Name'), required: true }, ...timeFields(null, false)]}
      send={async ({ name, ...values }) => {
        const body = { name, ...timeOf(values, null) };
        const { data } = await ask<{ data: Release }>(releasesAt(), { method: 'POST', body });
        go(`${path}/releases/${data.data.id}`);
      }}
    >
      <p class="help">{t('Without a time, the release waits until you set one.')}</p>
    </SimpleForm>
  </Dialog>
);
