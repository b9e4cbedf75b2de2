// The buttons to the other pages of a list. The page is in the address.
import { t } from '../i18n/translate';
import { search, setSearch } from '../router';
import { Button } from './button';

export const pageOfAddress = (): number =>
  Math.max(1, Math.floor(Number(search.value.get('page') ?? 1)) || 1);

interface Props {
  readonly page: number;
  readonly isLast: boolean;
}

export const Pager = ({ page, isLast }: Props) => (
  <>
    <Button
      icon="left"
      disabled={page === 1}
      onClick={() => setSearch({ page: page === 2 ? null : String(page - 1) })}
    >
      {t('Previous')}
    </Button>
    <span>{t('Page {page}', { page })}</span>
    <Button icon="right" disabled={isLast} onClick={() => setSearch({ page: String(page + 1) })}>
      {t('Next')}
    </Button>
  </>
);
