// The versions of a document: who saved it, when, and what changed since. One of them can be restored to the draft. Needs the plugin `history`.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import type { Form } from '../data/form';
import { useLoaded } from '../data/load';
import { hasDrafts, hasLocales, known, labelOf, labelsOf, typeOf } from '../data/model';
import { queryOf } from '../data/query';
import { type Named, useTitles } from '../data/titles';
import { linksIn, shownValue } from '../data/version-values';
import { dateAndTimeOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { say } from '../ui/notice';
import { ComparedValue } from './compared-value';

interface Props {
  readonly form: Form;
  readonly documentId: string;
  readonly onClose: () => void;
}

interface Version {
  readonly id: number;
  readonly at: string;
  readonly by: { readonly label: string } | null;
  readonly published: boolean;
  readonly changed: readonly string[];
}

interface VersionPage {
  readonly data: readonly Version[];
  readonly meta: { readonly pagination: { readonly page: number; readonly pageCount: number } };
}

/** Of an attribute, with its whole values. */
interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

export function Versions({ form, documentId, onClose }: Props) {
  const { type, locale } = form;
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<{ readonly id: number; readonly with: 'before' | 'now' } | null>(null);
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
  const compare = (id: number, other: 'before' | 'now'): void =>
    setOpen(open?.id === id && open.with === other ? null : { id, with: other });
  const restore = async (id: number): Promise<void> => {
    setFailure(null);
    try {
      // What the form has not saved yet becomes a version, too.
      if (!(await form.save())) return onClose();
      await ask(`${at}/versions/${id}/actions/restore${queryOf(words)}`, { method: 'POST' });
      await form.reload();
      say(t('Restored'));
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
      {versions.map(({ id, at: moment, by, published, changed }, index) => {
        const before = beforeOf(index);
        return (
          <div class="clash" key={id}>
            <div class="row">
              <strong>{dateAndTimeOf(moment)}</strong>
              <bdi>{by?.label ?? ''}</bdi>
              {published && <span>{t('Published')}</span>}
              <span class="grow" />
              {before && (
                <Button
                  expanded={open?.id === id && open.with === 'before'}
                  onClick={() => compare(id, 'before')}
                >
                  {t('What changed')}
                </Button>
              )}
              <Button expanded={open?.id === id && open.with === 'now'} onClick={() => compare(id, 'now')}>
                {t('Compare with now')}
              </Button>
              {['restore', 'update'].every((verb) => type.actions.includes(verb)) && (
                <Button onClick={() => void restore(id)}>{t('Restore')}</Button>
              )}
            </div>
            {changed.length > 0 && (
              <p class="note">{t('Changed: {fields}', { fields: labelsOf(type, attributesIn(changed)) })}</p>
            )}
            {open?.id === id && (
              <Changes
                key={open.with}
                form={form}
                query={queryOf({
                  ...words,
                  values: 'whole',
                  ...(open.with === 'now'
                    ? { from: id, to: hasDrafts(type) ? 'draft' : 'current' }
                    : { from: before?.id, to: id }),
                })}
                titles={
                  open.with === 'now' ? [t('Then'), t('Now')] : [t('Before this save'), t('After this save')]
                }
              />
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

/** `sections.0.text` → `sections` */
const attributesIn = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.map((each) => each.split('.')[0] ?? each)),
];

interface ChangesProps {
  readonly form: Form;
  /** The query that names both states. */
  readonly query: string;
  readonly titles: readonly [string, string];
}

function Changes({ form: { type, locale }, query, titles }: ChangesProps) {
  const { value, error } = useLoaded<{ data: readonly Change[] }>(`${known().prefix}/history/diff${query}`);
  const changes = (value?.data ?? []).flatMap(({ path, ...values }) => {
    const attribute = type.attributes.find(({ name }) => name === path);
    return attribute ? [{ attribute, ...values }] : [];
  });
  const inLocale = (link: Named): Named => {
    const target = typeOf(link.type);
    return target && hasLocales(target) ? { ...link, locale } : link;
  };
  const titleOf = useTitles(
    changes
      .flatMap(({ attribute, from, to }) => [from, to].flatMap((each) => linksIn(attribute, each)))
      .map(inLocale),
  );
  if (error !== null) return <Failure error={error} />;
  if (!value) return <p class="nothing">{t('Loading …')}</p>;
  if (changes.length === 0) return <p>{t('Nothing that you may see has changed.')}</p>;
  const named = (link: Named): unknown => ({
    documentId: link.documentId,
    name: titleOf(inLocale(link)) ?? link.documentId,
  });
  return (
    <>
      {changes.map(({ attribute, from, to }) => (
        <div key={attribute.name}>
          <h3 dir="auto">{labelOf(attribute)}</h3>
          <ComparedValue
            attribute={attribute}
            sides={[
              { title: titles[0], value: shownValue(attribute, from, named) },
              { title: titles[1], value: shownValue(attribute, to, named) },
            ]}
          />
        </div>
      ))}
    </>
  );
}
