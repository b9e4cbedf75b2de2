// The filter of a list: the state, and conditions of attribute, operator and value.

import { useRef, useState } from 'preact/hooks';
import { labelOf, readable, type TypeModel } from '../data/model';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { useFocus } from '../ui/focus';
import { FilterValue, ShownValue } from './filter-value';
import {
  ANY,
  attributeOf,
  conditionOf,
  conditionsIn,
  filterable,
  hasStates,
  hasWord,
  matchIn,
  operatorsOf,
  stateIn,
  UNARY,
  withConditions,
  withMatch,
  withState,
  wordOf,
} from './filter-words';
import { STATES } from './list-table';

interface Props {
  readonly type: TypeModel;
  readonly text: string;
  readonly change: (text: string) => void;
}

export function Filters({ type, text, change }: Props) {
  const attributes = filterable(type);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(attributes[0]?.name ?? '');
  const attribute = attributes.find((each) => each.name === name);
  const operators = attribute ? operatorsOf(attribute).filter((operator) => hasWord(operator)) : [];
  const [operator, setOperator] = useState('');
  const current = operators.includes(operator) ? operator : (operators[0] ?? '');
  const [value, setValue] = useState('');
  const conditions = conditionsIn(text);
  const state = stateIn(text);
  const put = (texts: readonly string[]): void => change(withConditions(text, texts));
  const texts = conditions.map((condition) => condition.text);
  const isWhole = value !== '' || UNARY.has(current);
  const host = useRef<HTMLDivElement>(null);
  const focus = useFocus(host);
  const close = (): void => {
    setOpen(false);
    setValue('');
    focus(':scope > .button');
  };
  const add = (added: string): void => {
    put([...texts, conditionOf(name, current, added)]);
    close();
  };
  return (
    <div class="row" ref={host}>
      {hasStates(type) && (
        <select
          aria-label={t('State')}
          value={state}
          onChange={(event) => change(withState(text, event.currentTarget.value))}
        >
          <option value="">{t('All states')}</option>
          {Object.entries(STATES).map(([name, [sign, title]]) => (
            <option key={name} value={name}>
              {sign} {t(title)}
            </option>
          ))}
        </select>
      )}
      {conditions.length > 1 && (
        <select
          aria-label={t('Conditions')}
          value={matchIn(text)}
          onChange={(event) => change(withMatch(text, event.currentTarget.value))}
        >
          <option value="">{t('All conditions')}</option>
          <option value={ANY}>{t('Any condition')}</option>
        </select>
      )}
      {conditions.map((condition) => {
        const named = attributeOf(type, condition.name);
        const label = named ? labelOf(named) : readable(condition.name);
        return (
          <span class="chip" key={condition.text}>
            {label} {wordOf(condition.operator, named)}{' '}
            <ShownValue attribute={named} value={condition.value ?? ''} />
            <Button
              kind="quiet"
              icon="close"
              label={t('Remove the condition on {field}', { field: label })}
              onClick={() => put(texts.filter((other) => other !== condition.text))}
            />
          </span>
        );
      })}
      {!open && attributes.length > 0 && (
        <Button
          kind="quiet"
          icon="plus"
          onClick={() => {
            setOpen(true);
            focus('form select');
          }}
        >
          {t('Filter')}
        </Button>
      )}
      {open && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (isWhole) add(value);
          }}
        >
          <select
            aria-label={t('Attribute')}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setValue('');
            }}
          >
            {attributes.map((each) => (
              <option key={each.name} value={each.name}>
                {labelOf(each)}
              </option>
            ))}
          </select>
          <select
            aria-label={t('Operator')}
            value={current}
            onChange={(event) => setOperator(event.currentTarget.value)}
          >
            {operators.map((each) => (
              <option key={each} value={each}>
                {wordOf(each, attribute)}
              </option>
            ))}
          </select>
          {attribute && !UNARY.has(current) && (
            <FilterValue attribute={attribute} value={value} set={setValue} pick={add} />
          )}
          <Button type="submit" kind="main" disabled={!isWhole}>
            {t('Filter')}
          </Button>
          <Button kind="quiet" icon="close" label={t('Close the filter')} onClick={close} />
        </form>
      )}
    </div>
  );
}
