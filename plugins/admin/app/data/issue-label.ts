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

/** ``sections[0].text must be a `string` type, but the final value was: `null`.`` */
const EMPTY = /must be (?:defined|a `\w+` type, but the final value was: `(?:null|NaN)`)\.$/;
const LENGTH = /must be at (most|least) \d+ characters$/;

/** Messages of the server name paths and types. Those that editors meet most have words of their own. */
export function wordsOfIssue({ message }: Pick<Issue, 'message'>): string {
  if (EMPTY.test(message)) return t('This field is required.');
  const [, end] = LENGTH.exec(message) ?? [];
  if (end === undefined) return message;
  return end === 'most' ? t('This text is too long.') : t('This text is too short.');
}
