// The filter of a list in its address, and as words of a request. The operators come from the server, so none is refused.
import { type AttributeModel, hasDrafts, labelsOf, seesDrafts, type TypeModel, typeOf } from '../data/model';
import { decoded } from '../data/query';
import { type Message, msg, t } from '../i18n/translate';

export interface Condition {
  readonly name: string;
  readonly operator: string;
  /** null: the text cannot be decoded. */
  readonly value: string | null;
  /** As in the address. */
  readonly text: string;
}

export const UNARY: ReadonlySet<string> = new Set(['$null', '$notNull']);

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
const DAY_WORDS: Readonly<Record<string, Message>> = {
  $lt: msg('is before'),
  $lte: msg('is on or before'),
  $gt: msg('is after'),
  $gte: msg('is on or after'),
};
/** Of times with a clock. */
const CLOCK_WORDS: Readonly<Record<string, Message>> = {
  ...DAY_WORDS,
  $lte: msg('is at or before'),
  $gte: msg('is at or after'),
};
const timeWordsOf = (attribute: AttributeModel): Readonly<Record<string, Message>> => {
  if (attribute.type === 'date') return DAY_WORDS;
  return isMoment(attribute) || attribute.type === 'time' ? CLOCK_WORDS : {};
};
/** The filter of a list offers it. */
export const hasWord = (operator: string): boolean => Object.hasOwn(WORDS, operator);
export const wordOf = (operator: string, attribute?: AttributeModel): string => {
  const word = (attribute && timeWordsOf(attribute)[operator]) ?? WORDS[operator];
  return word ? t(word) : operator;
};

/** No attribute has these names. */
const STATE = '@state';
const MATCH = '@match';
/** The state that the list shows → `publicationFilter`. */
export const STATE_FILTERS = {
  draft: 'never-published',
  changed: 'modified',
  published: 'unmodified',
} as const;
export type State = keyof typeof STATE_FILTERS;
const isState = (text: string): text is State => Object.hasOwn(STATE_FILTERS, text);

/** A condition in the address: `rating~$gte~7`. Several: separated by `|`. */
const parse = (text: string): readonly Condition[] =>
  text
    .split('|')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', operator = '', ...value] = part.split('~');
      return { name, operator, value: decoded(value.join('~')), text: part };
    });

const textOf = (conditions: readonly Condition[]): string => conditions.map(({ text }) => text).join('|');

export const conditionOf = (name: string, operator: string, value: string): string =>
  [name, operator, UNARY.has(operator) ? '' : encodeURIComponent(value)].join('~');

const isOfAttribute = ({ name }: Condition): boolean => name !== STATE && name !== MATCH;

/** The conditions on attributes. */
export const conditionsIn = (text: string): readonly Condition[] => parse(text).filter(isOfAttribute);

/** Other conditions on attributes. */
export const withConditions = (text: string, texts: readonly string[]): string =>
  textOf([...parse(texts.join('|')), ...parse(text).filter((part) => !isOfAttribute(part))]);

const wordIn = (text: string, named: string): string =>
  parse(text).find(({ name }) => name === named)?.value ?? '';
/** An empty value removes the word. */
const withWord = (text: string, named: string, value: string): string =>
  textOf([
    ...parse(text).filter(({ name }) => name !== named),
    ...(value === '' ? [] : parse(conditionOf(named, '$eq', value))),
  ]);

export const hasStates = (type: TypeModel): boolean => hasDrafts(type) && seesDrafts(type);

/** Empty: documents of all states. */
export const stateIn = (text: string): string => wordIn(text, STATE);
export const withState = (text: string, state: string): string => withWord(text, STATE, state);

/** Empty: documents that meet all conditions. */
export const matchIn = (text: string): string => wordIn(text, MATCH);
export const withMatch = (text: string, match: string): string => withWord(text, MATCH, match);
export const ANY = 'any';

const EQUALITY = ['$eq', '$ne', '$null', '$notNull'];
const ORDER = [...EQUALITY, '$lt', '$lte', '$gt', '$gte'];
const RANGE = ['$gte', '$lt', '$null', '$notNull'];
/** Types whose values are chosen. Parts of them are nothing to look for. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  boolean: EQUALITY,
  enumeration: EQUALITY,
  date: ORDER,
  datetime: RANGE,
  timestamp: RANGE,
};

/** Milliseconds are no value to look for. */
export const isMoment = ({ type }: AttributeModel): boolean => FITTING[type] === RANGE;

/** The times that each document has. */
const OWN_TIMES: readonly (readonly [string, Message])[] = [
  ['createdAt', msg('Created')],
  ['updatedAt', msg('Updated')],
];
const ownTime = ([name, label]: (typeof OWN_TIMES)[number]): AttributeModel => ({
  name,
  type: 'datetime',
  required: false,
  private: false,
  unique: false,
  readOnly: true,
  readOnlyInCreate: true,
  options: {},
  words: { label: t(label) },
  operators: ['$gte', '$lt'],
});

/** What a list can be filtered by. */
export const filterable = (type: TypeModel): readonly AttributeModel[] => [
  ...type.attributes.filter((attribute) => operatorsOf(attribute).length > 0),
  ...OWN_TIMES.filter(([name]) => type.attributes.every((each) => each.name !== name)).map(ownTime),
];

/** Of a condition: also an attribute that the list does not offer. */
export const attributeOf = (type: TypeModel, name: string): AttributeModel | undefined =>
  [...type.attributes, ...filterable(type)].find((each) => each.name === name);

/** The operators to choose from. A link needs a target that the role may list. */
export function operatorsOf({ type, operators = [], relation }: AttributeModel): readonly string[] {
  // Which files an attribute has is no condition.
  if (type === 'media') return [...UNARY];
  if (relation) return typeOf(relation.target ?? '')?.actions.includes('find') === true ? EQUALITY : [];
  const fitting = FITTING[type];
  return fitting ? operators.filter((operator) => fitting.includes(operator)) : operators;
}

const allows = (attribute: AttributeModel, operator: string): boolean =>
  (attribute.operators ?? operatorsOf(attribute)).includes(operator);

function filterOf({ name, type, relation }: AttributeModel, operator: string, value: string): object {
  if (type === 'media') return { [name]: { id: { [operator]: true } } };
  if (!relation) return { [name]: { [operator]: UNARY.has(operator) ? true : value } };
  if (operator === '$ne') return { $not: { [name]: { documentId: { $eq: value } } } };
  return { [name]: { documentId: { [operator]: UNARY.has(operator) ? true : value } } };
}

export interface FilterWords {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly publicationFilter: string | undefined;
  readonly problem: string;
}

/** The words of the request. An unknown attribute, operator or state is left out, and named. */
export function filterWords(text: string, type: TypeModel): FilterWords {
  const all: object[] = [];
  const problems: string[] = [];
  for (const { name, operator, value } of conditionsIn(text)) {
    const attribute = attributeOf(type, name);
    if (value === null || !attribute || !allows(attribute, operator))
      problems.push(`${labelsOf(type, [name])} ${wordOf(operator)}`);
    else all.push(filterOf(attribute, operator, value));
  }
  const match = matchIn(text);
  if (match !== '' && match !== ANY) problems.push(match);
  const state = stateIn(text);
  const publicationFilter = hasStates(type) && isState(state) ? STATE_FILTERS[state] : undefined;
  if (state !== '' && publicationFilter === undefined) problems.push(`${t('State')} ${state}`);
  return {
    filters: all.length > 0 ? { [match === ANY ? '$or' : '$and']: all } : {},
    publicationFilter,
    problem:
      problems.length > 0
        ? t('Unknown parts of the filter were left out: {parts}.', { parts: problems.join(', ') })
        : '',
  };
}
