// The documents of a release: what happens with each, and in which locale.
import { locales } from '../data/model';
import { ACTION_TITLES, type Change, mayUnschedule } from '../data/releases';
import type { Named } from '../data/titles';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Table } from '../ui/table';
import { DocumentName } from './document-name';

interface Props {
  readonly changes: readonly Change[];
  readonly titleOf: (document: Named) => string | null;
  /** null: no change can be removed. */
  readonly remove: ((change: Change) => Promise<void>) | null;
  readonly busy: boolean;
}

export function ReleaseChanges({ changes, titleOf, remove, busy }: Props) {
  return (
    <Table
      caption={t('Documents')}
      rows={changes}
      keyOf={({ id }) => id}
      columns={[
        { title: t('Document'), cell: (change) => <DocumentName document={change} titleOf={titleOf} /> },
        { title: t('Action'), cell: ({ action }) => t(ACTION_TITLES[action]) },
        ...(changes.some(({ locale }) => locale !== undefined)
          ? [{ title: t('Locale'), cell: ({ locale }: Change) => localeTitle(locale) }]
          : []),
        { title: t('Added by'), cell: ({ by }) => by !== null && <bdi>{by}</bdi> },
        ...(remove
          ? [
              {
                title: t('Actions'),
                spoken: true,
                cell: (change: Change) =>
                  mayUnschedule(change.type) && (
                    <Button
                      disabled={busy}
                      label={t('Remove {name}', { name: titleOf(change) ?? change.documentId })}
                      onClick={() => void remove(change)}
                    >
                      {t('Remove')}
                    </Button>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

export function localeTitle(locale: string | undefined): string {
  if (locale === '*') return t('All locales');
  return locales.value.find(({ code }) => code === locale)?.name ?? locale ?? '';
}
