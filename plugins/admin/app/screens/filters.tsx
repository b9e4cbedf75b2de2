// The filter of a list: attribute, operator, value. The operators come from the server, so none is refused.

import { useState } from 'preact/hooks';
import { type AttributeModel, labelOf, labelsOf, type TypeModel } from '../data/model';
import { decoded } from '../data/query';
import { type Message, msg, t } from '../i18n/translate';
import { Button } from '../ui/button';

interface Condition {
  readonly name: string;
  readonly operator: string;
  /** null: the text cannot be decoded. */
  readonly value: string | null;
  /** As in the address. */
  readonly text: string;
}

const WORDS: Readonly<Record<string, Message>> = {
  $eq: msg('is'),
  $ne: msg('is not'),
  $contains: msg('contains (same case)'),
  $containsi: msg('contains'),
  $notContainsi: msg('does not contain'),
  $startsWith: msg('begins with'),
  $endsWith: msg('ends with'),
  $lt: msg('is less than'),
  $lte: msg('is at most'),
  $gt: msg('is more than'),
  $gte: msg('is at least'),
  $null: msg('is empty'),
  $notNull: msg('is not empty'),
};
const wordOf = (operator: string): string => {
  const word = WORDS[operator];
  return word ? t(word) : operator;
};
const UNARY = new Set(['$null', '$notNull']);

/** A condition in the address: `rating~$gte~7`. Several: separated by `|`. */
const parse = (text: string): readonly Condition[] =>
  text
    .split('|')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', operator = '', ...value] = part.split('~');
      return { name, operator, value: decoded(value.join('~')), text: part };
    });

const filterable = (type: TypeModel): readonly AttributeModel[] =>
  type.attributes.filter(({ operators }) => (operators?.length ?? 0) > 0);

/** The words of the request. An unknown attribute or operator is left out, and named. */
export function filterWords(
  text: string,
  type: TypeModel,
): { filters: Record<string, unknown>; problem: string } {
  const all: Record<string, unknown>[] = [];
  const problems: string[] = [];
  for (const { name, operator, value } of parse(text)) {
    const attribute = type.attributes.find((each) => each.name === name);
    if (value === null || !attribute?.operators?.includes(operator)) problems.push(`${name} ${operator}`);
    else all.push({ [name]: { [operator]: UNARY.has(operator) ? true : value } });
  }
  return {
    filters: all.length > 0 ? { $and: all } : {},
    problem:
      problems.length > 0
        ? t('Unknown parts of the filter were left out: {parts}.', { parts: problems.join(', ') })
        : '',
  };
}

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
  const operators = attribute?.operators?.filter((operator) => Object.hasOwn(WORDS, operator)) ?? [];
  const [operator, setOperator] = useState('');
  const current = operators.includes(operator) ? operator : (operators[0] ?? '');
  const [value, setValue] = useState('');
  const conditions = parse(text);
  const put = (texts: readonly string[]): void => change(texts.join('|'));
  const texts = conditions.map((condition) => condition.text);
  if (attributes.length === 0) return null;
  return (
    <>
      {conditions.map((condition) => (
        <span class="chip" key={condition.text}>
          {labelsOf(type, [condition.name])} {wordOf(condition.operator)} <bdi>{condition.value}</bdi>
          <Button
            kind="quiet"
            icon="close"
            label={t('Remove the condition on {field}', { field: labelsOf(type, [condition.name]) })}
            onClick={() => put(texts.filter((other) => other !== condition.text))}
          />
        </span>
      ))}
      {!open && (
        <Button kind="quiet" icon="plus" onClick={() => setOpen(true)}>
          {t('Filter')}
        </Button>
      )}
      {open && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            put([...texts, [name, current, UNARY.has(current) ? '' : encodeURIComponent(value)].join('~')]);
            setOpen(false);
            setValue('');
          }}
        >
          <select
            aria-label={t('Attribute')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
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
                {wordOf(each)}
              </option>
            ))}
          </select>
          {!UNARY.has(current) && (
            <input
              type="text"
              aria-label={t('Value')}
              value={value}
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          )}
          <Button type="submit" kind="main">
            {t('Filter')}
          </Button>
          <Button kind="quiet" icon="close" label={t('Close the filter')} onClick={() => setOpen(false)} />
        </form>
      )}
    </>
  );
}
