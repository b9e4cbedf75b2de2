// Another locale of the same document beside the form: each field has the other value at its side, to read and to take over.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, ask } from '../data/client';
import { copyOf, hidesValues, isTaken } from '../data/copy';
import type { Document } from '../data/document-requests';
import type { Form } from '../data/form';
import type { FoundValues } from '../data/link-pages';
import {
  type AttributeModel,
  documentAt,
  isShared,
  labelOf,
  locales,
  nameOfLocale,
  statusOf,
} from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { sameContent } from '../data/values';
import { LabelledField } from '../fields/fields';
import { UndoLine, useLastChange } from '../fields/undo';
import { t } from '../i18n/translate';
import { go } from '../router';
import { Button } from '../ui/button';
import { useFocus } from '../ui/focus';

export interface Beside {
  readonly locale: string;
  /** null: the document has no content in this locale. undefined: it is not read yet. */
  readonly found: FoundValues | null | undefined;
  readonly failure: unknown;
}

/** null: the form stands alone. */
export function useBeside(form: Form, locale: string | null): Beside | null {
  const [read, setRead] = useState<Beside | null>(null);
  const id = form.documentId.value;
  useEffect(() => {
    if (locale === null || id === null) return setRead(null);
    const abort = new AbortController();
    const put = (found: Beside['found'], failure: unknown = null): void => {
      if (!abort.signal.aborted) setRead({ locale, found, failure });
    };
    put(undefined);
    const counts = form.pages.counts();
    const words = {
      status: statusOf(form.type),
      locale,
      populate: form.pages.populate(counts),
    };
    ask<{ data: Document | null }>(documentAt(form.type, id) + queryOf(words), { signal: abort.signal }).then(
      ({ data }) => put(data.data && form.pages.valuesOf(data.data, counts)),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) put(null);
        else put(undefined, error);
      },
    );
    return () => abort.abort();
  }, [form, locale, id]);
  return read?.locale === locale ? read : null;
}

/** The address of a locale of the document, with another one beside it. */
export const localeAt = (form: Form, locale: string | null, beside: string | null): string =>
  `${path}/types/${form.type.uid}/${form.documentId.value ?? 'new'}${queryOf({
    locale,
    beside: beside === locale ? null : beside,
  })}`;

/** Chooses the locale beside the form. */
export const BesideChoice = ({ form, beside }: { readonly form: Form; readonly beside: string | null }) => (
  <select
    aria-label={t('Show another locale beside the form')}
    value={beside ?? ''}
    onChange={(event) => go(localeAt(form, form.locale, event.currentTarget.value))}
  >
    <option value="">{t('One locale')}</option>
    {locales.value
      .filter(({ code }) => code !== form.locale)
      .map(({ code }) => (
        <option key={code} value={code}>
          {t('With {locale}', { locale: code })}
        </option>
      ))}
  </select>
);

interface Props {
  readonly form: Form;
  readonly attribute: AttributeModel;
  readonly beside: Beside;
  readonly disabled: boolean;
}

export function BesideField({ form, attribute, beside: { locale, found }, disabled }: Props) {
  const { name } = attribute;
  const host = useRef<HTMLDivElement>(null);
  const focus = useFocus(host);
  const last = useLastChange();
  if (isShared(form.type, name)) return <p class="note other">{t('Same in all locales')}</p>;
  if (!found) return <div />;
  const value = found.values[name];
  // Parts of lists of links cannot replace lists, and parts of entries cannot replace entries.
  const isWhole = !found.more.has(name) && !form.pages.more.value.has(name) && !hidesValues(attribute);
  const takeOver = (): void => {
    const former = form.fields[name]?.peek();
    const taken = copyOf(attribute, value);
    form.set([name], taken);
    last.did(t('Taken over'), () => {
      const present = form.fields[name]?.peek();
      form.set([name], former);
      // The person has changed the value since.
      if (!sameContent(attribute, present, taken)) last.did(t('Undone'), () => form.set([name], present));
      focus(':scope > .row:not(.undo) > .button');
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would look like a group of inputs of the form.
    <div class="other" role="group" aria-label={`${nameOfLocale(locale)}: ${labelOf(attribute)}`} ref={host}>
      <LabelledField
        attribute={attribute}
        value={value}
        place={`beside/${name}`}
        set={NOTHING}
        issues={NONE}
        disabled
      />
      <div class="row">
        <small class="note">{nameOfLocale(locale)}</small>
        <span class="grow" />
        {!disabled && !attribute.readOnly && isWhole && !isTaken(attribute) && (
          <Button label={t('Take over {field}', { field: labelOf(attribute) })} onClick={takeOver}>
            {t('Take over')}
          </Button>
        )}
      </div>
      <UndoLine done={disabled ? null : last.done} forget={last.forget} />
    </div>
  );
}

const NOTHING = (): void => undefined;
const NONE: readonly never[] = [];
