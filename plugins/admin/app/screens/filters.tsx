// The filter of a list: attribute, operator, value. The operators come from the server, so none is refused.
import { useState } from 'preact/hooks';
import { type AttributeModel, labelOf, type TypeModel } from '../data/model';
import { setSearch } from '../router';
import { Button } from '../ui/button';

interface Condition {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
}

const WORDS: Readonly<Record<string, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $contains: 'contains (same case)',
  $containsi: 'contains',
  $notContainsi: 'does not contain',
  $startsWith: 'begins with',
  $endsWith: 'ends with',
  $lt: 'is less than',
  $lte: 'is at most',
  $gt: 'is more than',
  $gte: 'is at least',
  $null: 'is empty',
  $notNull: 'is not empty',
};
const UNARY = new Set(['$null', '$notNull']);

/** A condition in the address: `rating~$gte~7`. Several: separated by `|`. */
const parse = (text: string): readonly Condition[] =>
  text
    .split('|')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', operator = '', ...value] = part.split('~');
      return { name, operator, value: decodeURIComponent(value.join('~')) };
    });

const print = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ name, operator, value }) => [name, operator, encodeURIComponent(value)].join('~'))
    .join('|');

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
    if (!attribute?.operators?.includes(operator)) problems.push(`${name} ${operator}`);
    else all.push({ [name]: { [operator]: UNARY.has(operator) ? true : value } });
  }
  return {
    filters: all.length > 0 ? { $and: all } : {},
    problem: problems.length > 0 ? `Unknown parts of the filter were left out: ${problems.join(', ')}.` : '',
  };
}

export function Filters({ type, text }: { readonly type: TypeModel; readonly text: string }) {
  const attributes = filterable(type);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(attributes[0]?.name ?? '');
  const attribute = attributes.find((each) => each.name === name);
  const operators = attribute?.operators?.filter((operator) => Object.hasOwn(WORDS, operator)) ?? [];
  const [operator, setOperator] = useState('');
  const current = operators.includes(operator) ? operator : (operators[0] ?? '');
  const [value, setValue] = useState('');
  const conditions = parse(text);
  const put = (list: readonly Condition[]): void => setSearch({ filters: print(list), page: null });
  if (attributes.length === 0) return null;
  return (
    <div class="row filters">
      {conditions.map((condition) => (
        <span class="chip" key={print([condition])}>
          {labelledName(type, condition.name)} {WORDS[condition.operator] ?? condition.operator}{' '}
          {condition.value}
          <Button
            kind="quiet"
            icon="close"
            label={`Remove the condition on ${condition.name}`}
            onClick={() => put(conditions.filter((other) => other !== condition))}
          />
        </span>
      ))}
      {!open && (
        <Button kind="quiet" icon="plus" onClick={() => setOpen(true)}>
          Filter
        </Button>
      )}
      {open && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            put([...conditions, { name, operator: current, value: UNARY.has(current) ? '' : value }]);
            setOpen(false);
            setValue('');
          }}
        >
          <select
            aria-label="Attribute"
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
            aria-label="Operator"
            value={current}
            onChange={(event) => setOperator(event.currentTarget.value)}
          >
            {operators.map((each) => (
              <option key={each} value={each}>
                {WORDS[each]}
              </option>
            ))}
          </select>
          {!UNARY.has(current) && (
            <input
              type="text"
              aria-label="Value"
              value={value}
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          )}
          <Button type="submit" kind="main">
            Filter
          </Button>
          <Button kind="quiet" icon="close" label="Close the filter" onClick={() => setOpen(false)} />
        </form>
      )}
    </div>
  );
}

function labelledName(type: TypeModel, name: string): string {
  const attribute = type.attributes.find((each) => each.name === name);
  return attribute ? labelOf(attribute) : name;
}
