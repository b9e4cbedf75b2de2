// The versions of a document: who saved it, when, and what changed since. One of them can be restored to the draft. Needs the plugin `history`.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import type { Form } from '../data/form';
import { useLoaded } from '../data/load';
import { hasDrafts, known, labelOf, labelsOf } from '../data/model';
import { queryOf } from '../data/query';
import { textOfValue } from '../fields/registry';
import { dateAndTimeOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { MarkedLines } from '../ui/marked-lines';
import { say } from '../ui/notice';

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

interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

export function Versions({ form, documentId, onClose }: Props) {
  const { type, locale } = form;
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const at = `${known().prefix}/history`;
  const words = { type: type.uid, documentId, locale };
  const { value, error: unread } = useLoaded<{
    data: readonly Version[];
    meta: { pagination: { pageCount: number } };
  }>(`${at}/versions${queryOf({ ...words, page })}`);
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
      {value?.data.length === 0 && <p class="nothing">{t('No versions yet.')}</p>}
      {value?.data.map(({ id, at: moment, by, published, changed }) => (
        <div class="clash" key={id}>
          <div class="row">
            <strong>{dateAndTimeOf(moment)}</strong>
            <bdi>{by?.label ?? ''}</bdi>
            {published && <span>{t('Published')}</span>}
            <span class="grow" />
            <Button expanded={open === id} onClick={() => setOpen(open === id ? null : id)}>
              {t('Compare with now')}
            </Button>
            {['restore', 'update'].every((verb) => type.actions.includes(verb)) && (
              <Button onClick={() => void restore(id)}>{t('Restore')}</Button>
            )}
          </div>
          {changed.length > 0 && (
            <p class="note">{t('Changed: {fields}', { fields: labelsOf(type, attributesIn(changed)) })}</p>
          )}
          {open === id && (
            <Changes
              form={form}
              at={`${at}/diff${queryOf({ ...words, from: id, to: hasDrafts(type) ? 'draft' : 'current' })}`}
            />
          )}
        </div>
      ))}
      <div class="row">
        {page > 1 && <Button onClick={() => setPage(page - 1)}>{t('Previous')}</Button>}
        {page < (value?.meta.pagination.pageCount ?? 1) && (
          <Button onClick={() => setPage(page + 1)}>{t('Next')}</Button>
        )}
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  );
}

/** `sections.0.text` → `sections` */
const attributesIn = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.map((each) => each.split('.')[0] ?? each)),
];

function Changes({ form, at }: { readonly form: Form; readonly at: string }) {
  const { value, error } = useLoaded<{ data: readonly Change[] }>(at);
  if (error !== null) return <Failure error={error} />;
  if (!value) return <p class="nothing">{t('Loading …')}</p>;
  if (value.data.length === 0) return <p>{t('The document has not changed since.')}</p>;
  /** A whole attribute, or a value inside of one. */
  const linesOf = (path: string, part: unknown): readonly string[] => {
    if (part === null || part === undefined) return [];
    const attribute = form.type.attributes.find(({ name }) => name === path);
    const text = attribute ? textOfValue(attribute, part) : '';
    return (text !== '' ? text : typeof part === 'string' ? part : JSON.stringify(part)).split('\n');
  };
  return (
    <>
      {value.data.map(({ path, from, to }) => {
        const attribute = form.type.attributes.find(({ name }) => name === path);
        const [then, now] = [linesOf(path, from), linesOf(path, to)];
        return (
          <div key={path}>
            <h3 dir="auto">{attribute ? labelOf(attribute) : path}</h3>
            <div class="columns">
              <div>
                <strong>{t('Then')}</strong>
                <MarkedLines lines={then} others={now} />
              </div>
              <div>
                <strong>{t('Now')}</strong>
                <MarkedLines lines={now} others={then} />
              </div>
            </div>
          </div>
        );
      })}
    </>
  );
}
