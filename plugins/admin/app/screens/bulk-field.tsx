// One field and its new value, for all chosen documents.
import { useState } from 'preact/hooks';
import { isOwn, isTaken } from '../data/copy';
import { put } from '../data/form-values';
import { type AttributeModel, labelOf, type TypeModel } from '../data/model';
import { emptyOf, type Value, wholeOf } from '../data/values';
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
  const [attribute, setAttribute] = useState(all[0]);
  const [value, setValue] = useState<Value>(attribute && emptyOf(attribute));
  if (!attribute) return null;
  const choose = (name: string): void => {
    const next = all.find((each) => each.name === name) ?? attribute;
    setAttribute(next);
    setValue(emptyOf(next));
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
            value={attribute.name}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {all.map((each) => (
              <option key={each.name} value={each.name}>
                {labelOf(each)}
              </option>
            ))}
          </select>
        </div>
        <LabelledField
          key={attribute.name}
          attribute={attribute}
          value={value}
          place={attribute.name}
          set={(path, next) => setValue((now: Value) => put(now, path.slice(1), next))}
          issues={NONE}
          disabled={false}
        />
      </div>
      <p class="note">{t('The value replaces that of each document. An empty value clears the field.')}</p>
      <div class="row">
        <Button kind="main" onClick={() => run({ [attribute.name]: wholeOf(attribute, value) })}>
          {t('Change')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  );
}

const NONE: readonly never[] = [];
