// The builder: schema files of content types and components, in development. It shows what the files would change in the database, and then
// writes them; the application starts again with them.
import { useEffect, useState } from 'preact/hooks';
import {
  type BuilderState,
  builderAt,
  changes,
  type Draft,
  draftOf,
  drafts,
  draftsKey,
  dropDrafts,
  filesRead,
  putDraft,
  type SchemaFile,
} from '../data/builder';
import type { Issue } from '../data/client';
import { useLoaded } from '../data/load';
import { known } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { t } from '../i18n/translate';
import { search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Head } from '../ui/head';
import { Notice } from '../ui/notice';
import { Table } from '../ui/table';
import { BuilderFile } from './builder-file';
import { NewFile } from './builder-new';
import { BuilderPlan } from './builder-plan';

export function BuilderScreen() {
  const { value, failure, again } = useLoaded<{ data: BuilderState }>(builderAt);
  const [adding, setAdding] = useState<SchemaFile['kind'] | null>(null);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  useEffect(() => {
    if (value) filesRead(value.data, known().user.id);
  }, [value]);
  // The server may be starting again.
  if (failure !== '' && !value) return <Notice kind="error">{failure}</Notice>;
  if (!value || draftsKey.value === '') return <p class="nothing">{t('Loading …')}</p>;
  const state = value.data;
  const open = search.value.get('file') ?? '';
  const draft = draftAt(state, open);
  return (
    <section>
      <Head title={t('Builder')}>
        <Button icon="plus" onClick={() => setAdding('type')}>
          {t('New content type')}
        </Button>
        <Button icon="plus" onClick={() => setAdding('component')}>
          {t('New component')}
        </Button>
      </Head>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <BuilderPlan state={state} issues={issues} onIssues={setIssues} onStored={again} />
      {open !== '' && !draft && (
        <Notice kind="warning">{t('There is no schema file {path}.', { path: open })}</Notice>
      )}
      {draft ? (
        <>
          <p>
            <a href={`${path}/builder`}>{t('All schema files')}</a>
          </p>
          <BuilderFile key={draft.path} draft={draft} state={state} issues={issues} />
        </>
      ) : (
        <Files state={state} />
      )}
      {adding && (
        <NewFile
          kind={adding}
          state={state}
          onClose={() => setAdding(null)}
          onMade={(made) => {
            putDraft(made);
            setAdding(null);
            setSearch({ file: made.path });
          }}
        />
      )}
    </section>
  );
}

function draftAt({ files }: BuilderState, open: string): Draft | null {
  const file = files.find(({ path: each }) => each === open);
  return drafts.value.find(({ path: each }) => each === open) ?? (file ? draftOf(file) : null);
}

function Files({ state }: { readonly state: BuilderState }) {
  const added = drafts.value.filter(({ path: each }) => !state.files.some((file) => file.path === each));
  const moves = new Map(
    drafts.value.flatMap(({ path: each, movedTo }) => (movedTo === undefined ? [] : [[each, movedTo]])),
  );
  const changed = new Set(changes.value.map(({ path: each }) => each));
  const rows = [
    ...added.map(({ path: each, kind }) => ({ path: each, kind, uid: t('new') })),
    ...state.files,
  ];
  return (
    <>
      <Table
        caption={t('Schema files')}
        rows={rows}
        keyOf={(file) => file.path}
        columns={[
          {
            title: t('File'),
            cell: (file) => (
              <a href={`${path}/builder${queryOf({ file: file.path })}`}>
                <bdi>{file.path}</bdi>
              </a>
            ),
          },
          { title: t('API id'), cell: ({ uid }) => <code>{uid}</code> },
          {
            title: t('Kind'),
            cell: ({ kind }) => (kind === 'type' ? t('Content type') : t('Component')),
          },
          {
            title: t('State'),
            cell: (file) =>
              changed.has(file.path) && (
                <>
                  {moves.has(file.path)
                    ? t('Moves to {path}', { path: moves.get(file.path) ?? '' })
                    : t('Changed, not written')}{' '}
                  <Button kind="quiet" onClick={() => dropDrafts([file.path])}>
                    {t('Drop the change')}
                  </Button>
                </>
              ),
          },
        ]}
      />
      {state.others.length > 0 && (
        <details class="card">
          <summary>{t('Types without a schema file')}</summary>
          <p>{t('Code defines them, so they are changed there.')}</p>
          <ul>
            {state.others.map(({ uid, title, source }) => (
              <li key={uid}>
                <bdi>{title}</bdi> <code>{uid}</code>: <bdi>{source}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
