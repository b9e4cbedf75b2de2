// The columns of a list. A choice is a preference of the user, or part of a view or an address that names columns.

import { type AttributeModel, labelOf, type TypeModel } from '../data/model';
import { changePreference } from '../data/preferences';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { type List, possibleColumns } from './list-words';

interface Props {
  readonly type: TypeModel;
  readonly list: List;
  readonly change: (changes: Readonly<Record<string, string | null>>) => void;
  readonly fail: (error: unknown) => void;
}

export function Columns({ type, list, change, fail }: Props) {
  const prefer = (names: readonly string[] | undefined): void =>
    void changePreference('columns', (stored) => ({ ...(stored as object), [type.uid]: names })).catch(fail);
  const toggle = (column: AttributeModel): void => {
    const others = list.columns.filter((each) => each !== column);
    const next = others.length < list.columns.length ? others : [...list.columns, column];
    const names = next.map(({ name }) => name);
    if (list.hasOwnColumns) change({ columns: names.join(',') });
    else prefer(names);
  };
  const usual = (): void => {
    if (list.hasOwnColumns) change({ columns: null });
    prefer(undefined);
  };
  return (
    <Menu title={t('Columns')} isAtStart>
      {possibleColumns(type).map((column) => (
        <label key={column.name}>
          <input
            type="checkbox"
            checked={list.columns.includes(column)}
            disabled={list.columns.length === 1 && list.columns.includes(column)}
            onChange={() => toggle(column)}
          />{' '}
          <bdi>{labelOf(column)}</bdi>
        </label>
      ))}
      <Button kind="quiet" onClick={usual}>
        {t('The usual columns')}
      </Button>
    </Menu>
  );
}
