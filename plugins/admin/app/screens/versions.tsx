// The versions of a document: who saved it, when, and what changed since. One of them can be restored to the draft. Needs the plugin `history`.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import type { Form } from '../data/form';
import { useLoaded } from '../data/load';
import { hasDrafts, known, labelsOf, writableOf } from '../data/model';
import { queryOf } from '../data/query';
import { attributesIn, groupsOf, type Version, type VersionPage } from '../data/versions';
import { dateAndTimeOf } from '../i18n/moments';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { showFirstIssue } from './first-issue';
import { VersionChanges } from './version-changes';

interface Props {
  readonly form: Form;
  readonly documentId: string;
  readonly onRestored: (text: string) => void;
  readonly onClose: () => void;
}

export function Versions({ form, documentId, onRestored, onClose }: Props) {
  const { type, locale } = form;
  const [page, setPage] = useState(1);
  const [failure, setFailure] = useState<unknown>(null);
  const at = `${known().prefix}/history`;
  const words = { type: type.uid, documentId, locale };
  const pageAt = (number: number): string => `${at}/versions${queryOf({ ...words, page: number })}`;
  const { value, error: unread } = useLoaded<VersionPage>(pageAt(page));
  const { page: shown, pageCount } = value?.meta.pagination ?? { page, pageCount: 1 };
  /** The last version of this page is compared with the first one of the next page. */
  const { value: next } = useLoaded<VersionPage>(shown < pageCount ? pageAt(shown + 1) : null);
  const versions = value?.data ?? [];
  const beforeOf = (index: number): Version | undefined =>
    versions[index + 1] ?? (next?.meta.pagination.page === shown + 1 ? next.data[0] : undefined);
  const restore = async ({ id, at: saved }: Version): Promise<void> => {
    setFailure(null);
    try {
      // What the form has not saved yet becomes a version, too.
      if (!(await form.save())) {
        onClose();
        return showFirstIssue();
      }
      await ask(`${at}/versions/${id}/actions/restore${queryOf(words)}`, { method: 'POST' });
      await form.reload();
      onRestored(t('The version of {moment} is restored.', { moment: dateAndTimeOf(saved) }));
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Dialog title={t('Versions')} wide onClose={onClose}>
      <Failure error={failure} />
      <Failure error={unread} />
      {value !== null && versions.length === 0 && <p class="nothing">{t('No versions yet.')}</p>}
      {groupsOf(versions).map((group) => {
        const [newest, ...others] = group;
        const row = (version: Version, of: readonly Version[]) => (
          <VersionRow
            key={version.id}
            form={form}
            words={words}
            version={version}
            changed={writableOf(type, attributesIn(of))}
            before={beforeOf(versions.indexOf(of.at(-1) ?? version))}
            restore={() => void restore(version)}
          />
        );
        return (
          <div class="clash" key={newest.id}>
            {row(newest, group)}
            {others.length > 0 && (
              <details>
                <summary>{plural(others.length, '{count} earlier save', '{count} earlier saves')}</summary>
                {others.map((version) => row(version, [version]))}
              </details>
            )}
          </div>
        );
      })}
      <div class="row">
        {page > 1 && <Button onClick={() => setPage(page - 1)}>{t('Previous')}</Button>}
        {page < pageCount && <Button onClick={() => setPage(page + 1)}>{t('Next')}</Button>}
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  );
}

interface RowProps {
  readonly form: Form;
  /** The words of the document in a query. */
  readonly words: Readonly<Record<string, unknown>>;
  readonly version: Version;
  readonly changed: readonly string[];
  /** undefined: it is the first one, or not read yet. */
  readonly before: Version | undefined;
  readonly restore: () => void;
}

function VersionRow({ form, words, version, changed, before, restore }: RowProps) {
  const { type } = form;
  const { id, at, by, published } = version;
  const [other, setOther] = useState<'before' | 'now' | null>(null);
  const compare = (next: 'before' | 'now'): void => setOther(other === next ? null : next);
  const now = { from: id, to: hasDrafts(type) ? 'draft' : 'current' };
  return (
    <>
      <div class="row">
        <strong>{dateAndTimeOf(at)}</strong>
        <bdi>{by?.label ?? ''}</bdi>
        {published && <span>{t('Published')}</span>}
        <span class="grow" />
        {before && (
          <Button expanded={other === 'before'} onClick={() => compare('before')}>
            {t('What changed')}
          </Button>
        )}
        <Button expanded={other === 'now'} onClick={() => compare('now')}>
          {t('Compare with now')}
        </Button>
        {['restore', 'update'].every((verb) => type.actions.includes(verb)) && (
          <Button onClick={restore}>{t('Restore')}</Button>
        )}
      </div>
      {changed.length > 0 && (
        <p class="note">{t('Changed: {fields}', { fields: labelsOf(type, changed) })}</p>
      )}
      {other !== null && (
        <VersionChanges
          key={other}
          form={form}
          query={queryOf({
            ...words,
            values: 'whole',
            ...(other === 'now' ? now : { from: before?.id, to: id }),
          })}
          titles={other === 'now' ? [t('Then'), t('Now')] : [t('Before this save'), t('After this save')]}
        />
      )}
    </>
  );
}
