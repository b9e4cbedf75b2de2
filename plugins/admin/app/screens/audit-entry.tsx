// One entry of the audit log: who, where from, and the values before and after.
import {
  actorKey,
  actorTitle,
  auditAt,
  type Entry,
  namedIn,
  nameIn,
  type RowChanges,
  rowsOf,
  subjectOf,
  titleOfEvent,
  userAt,
} from '../data/audit';
import { ApiError } from '../data/client';
import { useLoaded } from '../data/load';
import { locales } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { useTitles } from '../data/titles';
import { exactTimeOf } from '../i18n/moments';
import { type Message, msg, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { Notice } from '../ui/notice';
import { Table } from '../ui/table';
import { DocumentName } from './document-name';

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

export function AuditEntry({ id, onClose }: Props) {
  const { value, error } = useLoaded<{ data: Entry }>(`${auditAt()}/${encodeURIComponent(id)}`);
  const entry = value?.data;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog title={entry ? titleOfEvent(entry.event) : t('Entry {id}', { id })} wide onClose={onClose}>
      {isGone ? (
        <Notice>{t('There is no such entry. Old entries are removed.')}</Notice>
      ) : (
        <Failure error={error} />
      )}
      {entry && <Facts entry={entry} />}
      {entry && <Details entry={entry} />}
      <div class="row">
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  );
}

function Facts({ entry }: { readonly entry: Entry }) {
  const { at, actor, ip, request, type, documentId, seq, hash } = entry;
  const named = namedIn(entry);
  const titleOf = useTitles(named === null ? [] : [named]);
  const user = userAt(actor);
  const subject = subjectOf(entry);
  return (
    <dl class="facts">
      <Fact title={t('Time')}>
        <time dateTime={at}>{exactTimeOf(at)}</time>
      </Fact>
      <Fact title={t('Who')}>
        {user === null ? (
          <bdi>{actorTitle(actor)}</bdi>
        ) : (
          <a href={user} dir="auto">
            {actorTitle(actor)}
          </a>
        )}
        <Others words={{ who: actorKey(actor) }} title={t('All of this caller')} />
      </Fact>
      {subject !== null && (
        <Fact title={entry.event === 'action' ? t('Action') : t('Account')}>
          <span class="code">{subject}</span>
        </Fact>
      )}
      {named !== null && (
        <Fact title={t('Document')}>
          <DocumentName document={named} titleOf={(each) => titleOf(each) ?? nameIn(entry)} />
          <Others
            words={{ type: type ?? '', document: documentId ?? '' }}
            title={t('All of this document')}
          />
        </Fact>
      )}
      {ip !== null && (
        <Fact title={t('Address')}>
          <span class="code">{ip}</span>
          <Others words={{ ip }} title={t('All of this address')} />
        </Fact>
      )}
      {request !== null && (
        <Fact title={t('Request')}>
          <span class="code">{request}</span>
          <Others words={{ request }} title={t('All of this request')} />
        </Fact>
      )}
      <Fact title={t('Place in the chain')}>
        {seq === null ? (
          t('Not yet')
        ) : (
          <>
            {seq} <span class="code key">{hash}</span>
          </>
        )}
      </Fact>
    </dl>
  );
}

interface OthersProps {
  readonly words: Readonly<Record<string, string>>;
  readonly title: string;
}

const Others = ({ words, title }: OthersProps) => (
  <>
    {' · '}
    <a href={`${path}/audit${queryOf(words)}`}>{title}</a>
  </>
);

function Details({ entry }: { readonly entry: Entry }) {
  const rows = rowsOf(entry);
  if (rows.length > 0)
    return (
      <>
        {rows.map((row) => (
          <Row key={JSON.stringify(row.axes)} row={row} />
        ))}
      </>
    );
  if (entry.details === null) return null;
  return (
    <>
      <h3>{t('Details')}</h3>
      <pre dir="ltr">{JSON.stringify(entry.details, null, 2)}</pre>
    </>
  );
}

const BECAME: Readonly<Record<RowChanges['became'], Message>> = {
  created: msg('Created'),
  updated: msg('Changed'),
  deleted: msg('Deleted'),
};

function Row({ row: { axes, became, changes } }: { readonly row: RowChanges }) {
  const words = [...Object.entries(axes).map(([name, value]) => axisTitle(name, value)), t(BECAME[became])];
  return (
    <>
      <h3>{words.join(' · ')}</h3>
      {changes.length === 0 ? (
        <p class="nothing">{t('No value changed.')}</p>
      ) : (
        <Table
          caption={words.join(' · ')}
          rows={changes}
          keyOf={({ path: at }) => at}
          columns={[
            { title: t('Path'), cell: ({ path: at }) => <span class="code key">{at}</span> },
            { title: t('Value before'), cell: ({ from }) => <Value value={from} /> },
            { title: t('Value after'), cell: ({ to }) => <Value value={to} /> },
          ]}
        />
      )}
    </>
  );
}

function axisTitle(name: string, value: string): string {
  if (name === 'status') return value === 'published' ? t('Published version') : t('Draft');
  if (name === 'locale') return locales.value.find(({ code }) => code === value)?.name ?? value;
  return `${name} ${value}`;
}

/** The log has the length of a long value, and hides secrets. */
function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <>–</>;
  if (value === '[hidden]') return <em>{t('hidden')}</em>;
  const length = lengthIn(value);
  if (length !== null) return <em>{t('not stored; length: {length}', { length })}</em>;
  return (
    <span class="value" dir="auto">
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </span>
  );
}

function lengthIn(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const [[name, length] = [], ...others] = Object.entries(value);
  return name === 'length' && typeof length === 'number' && others.length === 0 ? length : null;
}
