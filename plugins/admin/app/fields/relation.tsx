// Links to other documents, in their order.
import { useRef, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { findDocuments } from '../data/find-documents';
import { known, labelOf, may, titleFieldOf, typeOf } from '../data/model';
import { queryOf } from '../data/query';
import type { Suggestion } from '../data/suggestion';
import { titleFilter } from '../data/title-filter';
import { isObject, type Linked } from '../data/values';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Combobox } from '../ui/combobox';
import { DocumentLink } from '../ui/document-link';
import { Failure } from '../ui/failure';
import { defineField, type FieldProps } from './field';
import { ItemTools, useItemOrder } from './item-order';
import { UndoLine } from './undo';

const linksOf = (value: unknown): readonly Linked[] =>
  Array.isArray(value) ? (value as Linked[]) : isObject(value) ? [value as Linked] : [];

const MOST = 10;
const USER = 'plugin::users-permissions.user';

function Relation({ attribute, value, path, id, disabled, set, readMore }: FieldProps) {
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const target = attribute.relation?.target ?? null;
  const many = attribute.relation?.many === true;
  const links = linksOf(value);
  const titleField = target === null ? 'documentId' : titleFieldOf(target);
  const titleOf = (link: Linked): string => String(link[titleField] ?? link.documentId);
  const type = target === null ? undefined : typeOf(target);
  const isListed = type?.actions.includes('find') === true;
  const isUser = target === USER && may(`${USER}.find`);
  const put = (list: readonly Linked[]): void => set(path, many ? list : (list.at(-1) ?? null));

  const search = async (text: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
    const leftOut = links.map(({ documentId }) => documentId);
    if (type && isListed) return findDocuments(type, text, signal, { leftOut });
    const { data } = await ask<readonly Linked[]>(
      `${known().prefix}/users${queryOf({
        fields: ['documentId', titleField],
        ...(text === '' ? {} : { filters: titleFilter(titleField, text) }),
      })}`,
      { signal },
    );
    return data
      .filter(({ documentId }) => !leftOut.includes(documentId))
      .slice(0, MOST)
      .map((link) => ({ id: link.documentId, title: titleOf(link) }));
  };
  const host = useRef<HTMLDivElement>(null);
  const { last, ...order } = useItemOrder({
    ...{ items: links, put, nameOf: titleOf, host, rest: 'input' },
    idOf: ({ documentId }) => documentId,
  });

  const showMore = async (read: NonNullable<FieldProps['readMore']>): Promise<void> => {
    setReading(true);
    setFailure(null);
    try {
      await read(attribute.name);
    } catch (error) {
      setFailure(error);
    } finally {
      setReading(false);
    }
  };

  return (
    <div class="links" ref={host}>
      <ul>
        {links.map((link, index) => (
          <li key={link.documentId}>
            <span class="chip">
              <DocumentLink uid={target ?? ''} documentId={link.documentId}>
                {titleOf(link)}
              </DocumentLink>
              {!disabled && <ItemTools name={titleOf(link)} {...{ index, many, ...order }} />}
            </span>
          </li>
        ))}
      </ul>
      {/* Another link may have taken the place of the removed one. */}
      <UndoLine done={disabled || (!many && links.length > 0) ? null : last.done} forget={last.forget} />
      <Failure error={failure} />
      {readMore && (
        <p class="more">
          <Button disabled={isReading} onClick={() => void showMore(readMore)}>
            {t('Show more')}
          </Button>{' '}
          <span class="note">{t('{count} are shown.', { count: links.length })}</span>
        </p>
      )}
      {!disabled && (isListed || isUser) && (
        <Combobox
          id={id}
          label={t('Find {field}', { field: labelOf(attribute) })}
          placeholder={many ? t('Add …') : links.length > 0 ? t('Replace …') : t('Choose …')}
          search={search}
          onPick={(found) => {
            const link = { documentId: found.id, [titleField]: found.title };
            put(many ? [...links, link] : [link]);
          }}
        />
      )}
    </div>
  );
}

export const relation = defineField({
  types: ['relation'],
  input: Relation,
  isGroup: true,
  text: (value) =>
    linksOf(value)
      .map(({ documentId, id, ...link }) => String(Object.values(link)[0] ?? documentId))
      .join(', '),
});
