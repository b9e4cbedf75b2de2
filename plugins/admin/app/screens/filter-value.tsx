// The value of a condition: a field that fits the attribute, and the text of a chip.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { findDocuments } from '../data/find-documents';
import {
  type AttributeModel,
  documentAt,
  labelOf,
  statusOf,
  type TypeModel,
  titleFieldOf,
  typeOf,
} from '../data/model';
import { queryOf } from '../data/query';
import type { Linked } from '../data/values';
import { localOf, shownMoment } from '../fields/moment';
import { t } from '../i18n/translate';
import { Combobox } from '../ui/combobox';
import { isMoment } from './filter-words';

interface Props {
  readonly attribute: AttributeModel;
  readonly value: string;
  readonly set: (value: string) => void;
  /** A document is the whole value: the condition is complete. */
  readonly pick: (documentId: string) => void;
}

const choicesOf = ({ type, options }: AttributeModel): readonly (readonly [string, string])[] | null => {
  if (type === 'boolean')
    return [
      ['true', t('Yes')],
      ['false', t('No')],
    ];
  if (type !== 'enumeration' || !Array.isArray(options.enum)) return null;
  return options.enum.map((choice) => [String(choice), String(choice)]);
};

export function FilterValue({ attribute, value, set, pick }: Props) {
  const target = typeOf(attribute.relation?.target ?? '');
  if (target)
    return (
      <Combobox
        id="filter-value"
        label={t('Find {field}', { field: labelOf(attribute) })}
        placeholder={t('Choose …')}
        search={(text, signal) => findDocuments(target, text, signal)}
        onPick={({ id }) => pick(id)}
      />
    );
  const choices = choicesOf(attribute);
  const typed = {
    'aria-label': t('Value'),
    value,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => set(currentTarget.value),
  };
  return choices ? (
    <select aria-label={t('Value')} value={value} onChange={(event) => set(event.currentTarget.value)}>
      <option value="">–</option>
      {choices.map(([choice, title]) => (
        <option key={choice} value={choice}>
          {title}
        </option>
      ))}
    </select>
  ) : attribute.type === 'date' ? (
    <input type="date" {...typed} />
  ) : isMoment(attribute) ? (
    <input
      {...typed}
      type="datetime-local"
      value={localOf(value).slice(0, MINUTES)}
      onInput={({ currentTarget }) => set(isoOf(currentTarget.value))}
    />
  ) : (
    <input type="text" {...typed} />
  );
}

/** The length of `2026-01-01T10:00`. */
const MINUTES = 16;
/** Empty, while a part of the time is missing. */
const isoOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString());

interface ShownProps {
  readonly attribute: AttributeModel | undefined;
  readonly value: string;
}

export function ShownValue({ attribute, value }: ShownProps) {
  const target = typeOf(attribute?.relation?.target ?? '');
  if (target && value !== '') return <TitleOf type={target} documentId={value} />;
  if (attribute && isMoment(attribute)) return <bdi>{shownMoment(value)}</bdi>;
  const choice = attribute && choicesOf(attribute)?.find(([each]) => each === value);
  return <bdi>{choice?.[1] ?? value}</bdi>;
}

/** Its id, until the title is read. */
function TitleOf({ type, documentId }: { readonly type: TypeModel; readonly documentId: string }) {
  const [title, setTitle] = useState(documentId);
  useEffect(() => {
    const abort = new AbortController();
    const field = titleFieldOf(type.uid);
    const query = queryOf({ status: statusOf(type), fields: ['documentId', field] });
    ask<{ data: Linked }>(documentAt(type, documentId) + query, { signal: abort.signal }).then(
      ({ data }) => setTitle(String(data.data[field] ?? documentId)),
      () => undefined,
    );
    return () => abort.abort();
  }, [type, documentId]);
  return <bdi>{title}</bdi>;
}
