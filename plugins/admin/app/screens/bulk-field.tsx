// One field and its new value, for all chosen documents.
import { useState } from 'preact/hooks';
import { isOwn, isTaken } from '../data/copy';
import { put } from '../data/form-values';
import { type AttributeModel, labelOf, type TypeModel } from '../data/model';
import { emptyOf, same, type Value, wholeOf } from '../data/values';
import { LabelledField } from '../fields/fields';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

export type Change = Readonly<Record<string, Value>>;

interface Props {
  readonly type: TypeModel;
  readonly count: number;
  readonly run: (data: Change) => void;
  readonly onClose: () => void;
}

/** Fields that may have the same value in many documents. */
export const changeable = ({ attributes }: TypeModel): readonly AttributeModel[] =>
  attributes.filter(
    (attribute) =>
      !attribute.readOnly && attribute.words.hidden !== true && !isOwn(attribute) && !isTaken(attribute),
  );

export function BulkField({ type, count, run, onClose }: Props) {
  const all = changeable(type);
  const [attribute, setAttribute] = useState<AttributeModel | null>(null);
  const [value, setValue] = useState<Value>(null);
  const [isEmptied, setEmptied] = useState(false);
  const choose = (name: string): void => {
    const next = all.find((each) => each.name === name) ?? null;
    setAttribute(next);
    setValue(next && emptyOf(next));
    setEmptied(false);
  };
  const isReady = attribute !== null && (isEmptied || !same(value, emptyOf(attribute)));
  const change = (): void => {
    if (attribute !== null)
      run({ [attribute.name]: wholeOf(attribute, isEmptied ? emptyOf(attribute) : value) });
  };
  return (
    <Dialog
      title={plural(count, 'Change a field of {count} document', 'Change a field of {count} documents')}
      onClose={onClose}
    >
      <div class="fields">
        <div class="field">
          <label for="bulk-field">{t('Field')}</label>
          <select
            id="bulk-field"
            value={attribute?.name ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <option value="">{t('Choose …')}</option>
            {all.map((each) => (
              <option key={each.name} value={each.name}>
                {labelOf(each)}
              </option>
            ))}
          </select>
        </div>
        {attribute !== null && !isEmptied && (
          <LabelledField
            key={attribute.name}
            attribute={attribute}
            value={value}
            place={attribute.name}
            set={(path, next) => setValue((now: Value) => put(now, path.slice(1), next))}
            issues={NONE}
            disabled={false}
          />
        )}
      </div>
      {attribute !== null && !attribute.required && (
        <p>
          <label>
            <input
              type="checkbox"
              checked={isEmptied}
              onChange={(event) => setEmptied(event.currentTarget.checked)}
            />{' '}
            {t('Empty this field')}
          </label>
        </p>
      )}
      <p class="note">{t('The value replaces that of each document.')}</p>
      <div class="row">
        <Button kind="main" disabled={!isReady} onClick={change}>
          {t('Change')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  );
}

const NONE: readonly never[] = [];
