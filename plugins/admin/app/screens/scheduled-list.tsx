// Scheduled changes as a list: each with a new time or without one.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { may } from '../data/model';
import {
  ACTION_TITLES,
  CHANGE_ACTIONS,
  type Change,
  changeAt,
  isPlanned,
  mayReschedule,
  mayUnschedule,
  type Page,
} from '../data/releases';
import { useTitles } from '../data/titles';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { say } from '../ui/notice';
import { Pager } from '../ui/pager';
import { Table } from '../ui/table';
import { ChangeTime } from './change-time';
import { DocumentName } from './document-name';
import { PlanTime, ReleaseName, reasonOf, StateWord } from './plan-parts';
import { localeTitle } from './release-changes';

interface Props {
  /** null: it is not read yet. */
  readonly list: Page<Change> | null;
  readonly page: number;
  readonly again: () => void;
}

export function ScheduledList({ list, page, again }: Props) {
  const rows = list?.data ?? [];
  const titleOf = useTitles(rows);
  const [moved, setMoved] = useState<Change | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { pageCount = 0, total } = list?.meta.pagination ?? {};
  const cancel = (change: Change): void => {
    setFailure(null);
    ask(changeAt(change.id), { method: 'DELETE' })
      .then(() => say(t('Cancelled')), setFailure)
      .finally(again);
  };
  return (
    <>
      <Failure error={failure} />
      {total === 0 && <p class="nothing">{t('Nothing is scheduled.')}</p>}
      {rows.length > 0 && (
        <Table
          caption={t('Scheduled changes')}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { title: t('Time'), cell: (change) => <PlanTime plan={change} /> },
            { title: t('Document'), cell: (change) => <DocumentName document={change} titleOf={titleOf} /> },
            { title: t('Action'), cell: ({ action }) => t(ACTION_TITLES[action]) },
            ...(rows.some(({ locale }) => locale !== undefined)
              ? [{ title: t('Locale'), cell: ({ locale }: Change) => localeTitle(locale) }]
              : []),
            { title: t('State'), cell: (change) => <State change={change} /> },
            { title: t('Release'), cell: ({ release }) => release && <ReleaseName release={release} /> },
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
      {moved && <ChangeTime change={moved} onClose={() => setMoved(null)} onSaved={again} />}
    </>
  );
}

function State({ change }: { readonly change: Change }) {
  const reason = reasonOf(change);
  return (
    <>
      <StateWord state={change.state} />
      {reason !== null && (
        <small class="issue">
          {': '}
          <bdi>{reason}</bdi>
        </small>
      )}
    </>
  );
}

interface ActionsProps {
  readonly change: Change;
  readonly onMove: (change: Change) => void;
  readonly onCancel: (change: Change) => void;
}

function Actions({ change, onMove, onCancel }: ActionsProps) {
  const [sure, setSure] = useState(false);
  if (!isPlanned(change)) return null;
  return (
    <>
      {mayReschedule(change) && <Button onClick={() => onMove(change)}>{t('Change the time')}</Button>}
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
