// The message of an error. A refused request has a link to the explanation.
import { type Refused, refusedOf, whyNotAt } from '../data/refused';
import { t } from '../i18n/translate';
import { Notice } from './notice';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** null and undefined: nothing has failed. */
export const Failure = ({ error }: { readonly error: unknown }) =>
  error === null || error === undefined ? null : (
    <Notice kind="error">
      {messageOf(error)} <WhyNot refused={refusedOf(error)} />
    </Notice>
  );

export function WhyNot({ refused }: { readonly refused: Refused | null }) {
  const at = refused === null ? null : whyNotAt(refused);
  return at === null ? null : <a href={at}>{t('Why not?')}</a>;
}
