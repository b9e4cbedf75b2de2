// What a form is called: the title of its document as it is typed.
import type { Form } from '../data/form';
import { t } from '../i18n/translate';

export const titleOf = ({ type, fields, documentId }: Form): string =>
  String(fields[type.titleField]?.value ?? '') ||
  (documentId.value === null ? t('New: {name}', { name: type.title }) : t('Without a title'));
