// What a publication would change: the draft beside the published version.

import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask } from '../data/client';
import type { Document } from '../data/document-requests';
import type { Form } from '../data/form';
import { type AttributeModel, documentsAt, known, labelOf } from '../data/model';
import { queryOf } from '../data/query';
import { isObject, same } from '../data/values';
import { textOfValue } from '../fields/registry';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { MarkedLines } from '../ui/marked-lines';

interface Props {
  readonly form: Form;
  readonly canWrite: boolean;
  readonly onClose: () => void;
}

export function Review({ form, canWrite, onClose }: Props) {
  const { type, locale } = form;
  const [live, setLive] = useState<Document | null | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const id = form.documentId.value;
    const at = type.kind === 'singleType' ? documentsAt(type.uid) : `${documentsAt(type.uid)}/${id}`;
    const counts = form.pages.counts();
    const words = { locale: locale ?? undefined, populate: form.pages.populate(counts) };
    ask<{ data: Document }>(at + queryOf(words)).then(
      ({ data }) => setLive({ ...data.data, ...form.pages.valuesOf(data.data, counts).values }),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) setLive(null);
        else setFailure(error);
      },
    );
  }, []);
  const changes = type.attributes.filter(
    ({ name }) => live && !same(live[name] ?? null, form.fields[name]?.value ?? null),
  );
  return (
    <Dialog title={t('Changes that are not live yet')} wide onClose={onClose}>
      <Failure error={failure} />
      {live === null && <p>{t('This document was never published, so everything is new.')}</p>}
      {live && changes.length === 0 && <p>{t('The draft and the published version are equal.')}</p>}
      {live &&
        changes.map((attribute) => {
          const { name } = attribute;
          return (
            <div class="clash" key={name}>
              <h3>{labelOf(attribute)}</h3>
              {form.pages.more.value.has(name) && (
                <p class="note">{t('Only the first links are compared.')}</p>
              )}
              <div class="columns">
                <div>
                  <strong>{t('Live')}</strong>
                  <ValueLines attribute={attribute} value={live[name]} other={form.fields[name]?.value} />
                </div>
                <div>
                  <strong>{t('Draft')}</strong>
                  <ValueLines attribute={attribute} value={form.fields[name]?.value} other={live[name]} />
                  {canWrite && !attribute.readOnly && (
                    <Button kind="quiet" onClick={() => form.set([name], live[name] ?? null)}>
                      {t('Restore {field}', { field: labelOf(attribute) })}
                    </Button>
                  )}
                </div>
              </div>
            </div>
          );
        })}
      <Button onClick={onClose}>{t('Close')}</Button>
    </Dialog>
  );
}

/** Lines of entries that the other version does not have are marked. */
export function ValueLines({ attribute, value, other }: ValueProps) {
  const lines = linesOf(attribute, value);
  const isEntry = attribute.component !== undefined || attribute.components !== undefined;
  return <MarkedLines lines={lines} others={isEntry ? linesOf(attribute, other) : lines} />;
}

interface ValueProps {
  readonly attribute: AttributeModel;
  readonly value: unknown;
  readonly other: unknown;
}

/** The text of a value. Of entries: the title of each component, and its fields below it. */
function linesOf(attribute: AttributeModel, value: unknown, depth = 0): readonly string[] {
  const indent = '  '.repeat(depth);
  if (attribute.component === undefined && !attribute.components) {
    const text = textOfValue(attribute, value);
    if (text === '') return [];
    return [depth === 0 ? text : `${indent}${labelOf(attribute)}: ${text}`];
  }
  const entries = (Array.isArray(value) ? value : [value]).filter(isObject);
  const label = depth === 0 || entries.length === 0 ? [] : [`${indent}${labelOf(attribute)}`];
  return [
    ...label,
    ...entries.flatMap((entry) => {
      const component = known().components[String(entry.__component ?? attribute.component)];
      return [
        `${indent}${component?.title ?? ''}`,
        ...(component?.attributes ?? []).flatMap((inner) => linesOf(inner, entry[inner.name], depth + 1)),
      ];
    }),
  ];
}
