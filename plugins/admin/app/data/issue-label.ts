// An issue in the words of the form: `['seo', 'metaTitle']` → `Search › Meta title`, and its message.
import { numberOf, t } from '../i18n/translate';
import type { Issue } from './client';
import { type AttributeModel, known, labelOf, readable, type TypeModel } from './model';

export function labelOfIssue(type: TypeModel, { path }: Pick<Issue, 'path'>): string {
  let attributes = type.attributes;
  const labels: string[] = [];
  for (const step of path.map(String)) {
    if (/^\d+$/.test(step)) {
      labels.push(t('entry {number}', { number: numberOf(Number(step) + 1) }));
      continue;
    }
    const attribute = attributes.find(({ name }) => name === step);
    labels.push(attribute ? labelOf(attribute) : readable(step));
    attributes = attribute ? attributesOfEntries(attribute) : [];
  }
  return labels.join(' › ');
}

/** The path of an issue does not say which component an entry of a zone has. */
const attributesOfEntries = ({ component, components = [] }: AttributeModel): readonly AttributeModel[] =>
  [...(component === undefined ? [] : [component]), ...components].flatMap(
    (uid) => known().components[uid]?.attributes ?? [],
  );

type Words = (...found: readonly string[]) => string;
const required: Words = () => t('This field is required.');

/** Messages of the server name paths and types, in English. `(…)` of a pattern is what the words get. The first one that fits counts. */
const WORDS: readonly (readonly [message: RegExp, words: Words])[] = [
  [/must be (?:defined|a `\w+` type, but the final value was: `(?:null|NaN)`)\.$/, required],
  [/(?: is a required field| cannot be empty)$/, required],
  [/ must be a `number` type,/, () => t('This is no number.')],
  [/ must be an? (?:valid )?integer/, () => t('This is no whole number.')],
  [
    / must be greater than or equal to (\S+)$/,
    (number = '') => t('At least {number}.', { number: figure(number) }),
  ],
  [
    / must be less than or equal to (\S+)$/,
    (number = '') => t('At most {number}.', { number: figure(number) }),
  ],
  [
    / must have at most (\d+) decimal places$/,
    (number = '') => t('Digits after the point: at most {number}.', { number: figure(number) }),
  ],
  [
    / must have at most (\d+) digits before the decimal point$/,
    (number = '') => t('Digits before the point: at most {number}.', { number: figure(number) }),
  ],
  [/ must be at most \d+ characters$/, () => t('This text is too long.')],
  [/ must be at least \d+ characters$/, () => t('This text is too short.')],
  [/ must be a valid email$/, () => t('This is no e-mail address.')],
  [
    / must match the following: "(.*)"$/s,
    (pattern = '') => t('This text must match {pattern}.', { pattern }),
  ],
  [
    / must be one of the following values: (.*?)(?:, )?$/s,
    (values = '') => t('Choose one of: {values}.', { values }),
  ],
  [/^Invalid (?:date|format|time format)\b/, () => t('This is no date or time.')],
  [
    / field must have at least (\d+) items$/,
    (number = '') => t('Number of entries: at least {number}.', { number: figure(number) }),
  ],
  [
    / field must have less than or equal to (\d+) items$/,
    (number = '') => t('Number of entries: at most {number}.', { number: figure(number) }),
  ],
  [/^This attribute must be unique$/, () => t('Another document already has this value.')],
  [/ must be unique together$/, () => t('Another document already has these values together.')],
];

/** Digits that a number cannot hold stay a text. */
const figure = (text: string): number | string => (String(Number(text)) === text ? Number(text) : text);

/** A message without words of the page, such as one of a plugin, stays as it is. */
export function wordsOfIssue({ message }: Pick<Issue, 'message'>): string {
  for (const [pattern, words] of WORDS) {
    const found = pattern.exec(message);
    if (found) return words(...found.slice(1));
  }
  return message;
}
