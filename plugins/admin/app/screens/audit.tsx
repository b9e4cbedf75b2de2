// The audit log: who did what, the newest first. Needs the plugin `audit`.
import { useState } from 'preact/hooks';
import {
  AUDIT_ACTIONS,
  actorTitle,
  auditAt,
  type Entry,
  namedIn,
  nameIn,
  rowsOf,
  subjectOf,
  titleOfEvent,
} from '../data/audit';
import { filterOfAddress, wordsOf } from '../data/audit-filter';
import { askFile } from '../data/client';
import { useLoaded } from '../data/load';
import { may } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { useTitles } from '../data/titles';
import { exactTimeOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { Notice } from '../ui/notice';
import { Pager, pageOfAddress } from '../ui/pager';
import { saveFile } from '../ui/save-file';
import { Table } from '../ui/table';
import { AuditEntry } from './audit-entry';
import { AuditFilter } from './audit-filter';
import { DocumentName } from './document-name';

interface Listed {
  readonly data: readonly Entry[];
  readonly meta: { readonly pagination: { readonly pageCount: number; readonly total: number } };
}

const ROWS = 50;
const MOST_PATHS = 3;

export function AuditScreen() {
  const { filter, problems } = filterOfAddress();
  const page = pageOfAddress();
  const words = wordsOf(filter);
  const { value, error, again } = useLoaded<Listed>(
    `${auditAt()}${queryOf({ ...words, page, pageSize: ROWS })}`,
  );
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const titleOf = useTitles((value?.data ?? []).flatMap((entry) => namedIn(entry) ?? []));
  const open = search.value.get('entry') ?? '';
  const { pageCount = 0, total } = value?.meta.pagination ?? {};
  const download = async (): Promise<void> => {
    setFailure(null);
    setBusy(true);
    try {
      saveFile('audit.jsonl', await askFile(`${auditAt()}/export${queryOf(words)}`));
      again();
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section>
      <Head title={t('Audit log')}>
        {may(AUDIT_ACTIONS.export) && (
          <Button disabled={busy} onClick={() => void download()}>
            {t('Download')}
          </Button>
        )}
        <Button onClick={again}>{t('Refresh')}</Button>
      </Head>
      <AuditFilter filter={filter} entries={value?.data ?? []} />
      {problems.length > 0 && (
        <Notice kind="warning">
          {t('Unknown parts of the filter were left out: {parts}.', { parts: problems.join(', ') })}
        </Notice>
      )}
      <Failure error={failure} />
      <Failure error={error} />
      {total === 0 && <p class="nothing">{t('There are no such entries.')}</p>}
      {value && value.data.length > 0 && (
        <Table
          caption={t('Audit log')}
          rows={value.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('Time'),
              cell: ({ id, at }) => (
                <a href={`${path}/audit${queryOf({ ...Object.fromEntries(search.value), entry: id })}`}>
                  <time dateTime={at}>{exactTimeOf(at)}</time>
                </a>
              ),
            },
            { title: t('Event'), cell: (entry) => <Event entry={entry} /> },
            {
              title: t('Document'),
              cell: (entry) => {
                const document = namedIn(entry);
                return (
                  document && (
                    <DocumentName document={document} titleOf={(each) => titleOf(each) ?? nameIn(entry)} />
                  )
                );
              },
            },
            { title: t('Who'), cell: ({ actor }) => <bdi>{actorTitle(actor)}</bdi> },
            { title: t('Address'), cell: ({ ip }) => ip !== null && <span class="code">{ip}</span> },
          ]}
        />
      )}
      <footer class="row">
        <Pager page={page} isLast={page >= pageCount} />
        {total !== undefined && <span>{t('Total: {count}', { count: total })}</span>}
      </footer>
      {open !== '' && <AuditEntry key={open} id={open} onClose={() => setSearch({ entry: null })} />}
    </section>
  );
}

/** What happened, and to what. */
function Event({ entry }: { readonly entry: Entry }) {
  const paths = [...new Set(rowsOf(entry).flatMap(({ changes }) => changes.map((change) => change.path)))];
  const subject = subjectOf(entry);
  const more = paths.length > MOST_PATHS ? ' …' : '';
  return (
    <>
      {titleOfEvent(entry.event)}
      {(paths.length > 0 || subject !== null) && (
        <>
          <br />
          <small class="note key">
            <bdi>{subject ?? `${paths.slice(0, MOST_PATHS).join(', ')}${more}`}</bdi>
          </small>
        </>
      )}
    </>
  );
}
