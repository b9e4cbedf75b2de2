// The rows of a list, with their state and a box to choose them.

import { type AttributeModel, hasDrafts, hasLocales, labelOf, type TypeModel } from '../data/model';
import { textOfValue } from '../fields/registry';
import { agoOf } from '../i18n/moments';
import { msg, t } from '../i18n/translate';
import { Button } from '../ui/button';
import type { Chosen } from './bulk';

export type Row = Readonly<Record<string, unknown>> & { readonly documentId: string };
export interface RowState {
  readonly locale: string | null;
  readonly state: 'draft' | 'changed' | 'published';
}

const STATES = {
  draft: ['○', msg('Draft')],
  changed: ['◐', msg('Changed')],
  published: ['●', msg('Published')],
} as const;

const StateBadge = ({ state }: Pick<RowState, 'state'>) => (
  <span class={`state ${state}`}>
    {STATES[state][0]} {t(STATES[state][1])}
  </span>
);

export const titleOf = (type: TypeModel, row: Row): string =>
  String(row[type.titleField] ?? t('Without a title'));

interface Props {
  readonly type: TypeModel;
  readonly locale: string;
  readonly columns: readonly AttributeModel[];
  readonly rows: readonly Row[];
  readonly states: Readonly<Record<string, readonly RowState[]>>;
  readonly sort: string;
  readonly chosen: Chosen;
  readonly sortBy: (name: string) => void;
  readonly choose: (row: Row) => void;
  /** All rows, or none if all are chosen. */
  readonly chooseAll: () => void;
  readonly addressOf: (row: Row) => string;
}

export function ListTable(props: Props) {
  const { type, locale, columns, rows, states, sort, chosen, sortBy, choose, chooseAll, addressOf } = props;
  return (
    <div class="table stacked sortable">
      <table>
        <caption class="spoken">{type.title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={t('Choose all on this page')}
                checked={rows.every(({ documentId }) => chosen.has(documentId))}
                onChange={chooseAll}
              />
            </th>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                aria-sort={
                  sort === `${column.name}:asc`
                    ? 'ascending'
                    : sort === `${column.name}:desc`
                      ? 'descending'
                      : undefined
                }
              >
                {column.sortable ? (
                  <Button kind="quiet" onClick={() => sortBy(column.name)}>
                    {labelOf(column)}
                    {sort === `${column.name}:asc` ? ' ↑' : sort === `${column.name}:desc` ? ' ↓' : ''}
                  </Button>
                ) : (
                  labelOf(column)
                )}
              </th>
            ))}
            {hasDrafts(type) && <th scope="col">{t('State')}</th>}
            {hasLocales(type) && <th scope="col">{t('Locales')}</th>}
            <th scope="col">{t('Updated')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const own = states[row.documentId] ?? [];
            const state = own.find((each) => each.locale === null || each.locale === locale)?.state;
            return (
              <tr key={row.documentId}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('Choose {name}', { name: titleOf(type, row) })}
                    checked={chosen.has(row.documentId)}
                    onChange={() => choose(row)}
                  />
                </td>
                {columns.map((column, index) => (
                  <td key={column.name} data-title={index === 0 ? undefined : labelOf(column)}>
                    <bdi>
                      {index === 0 ? (
                        <a href={addressOf(row)}>
                          {textOfValue(column, row[column.name]) || titleOf(type, row)}
                        </a>
                      ) : (
                        cellOf(column, row[column.name])
                      )}
                    </bdi>
                  </td>
                ))}
                {hasDrafts(type) && <td data-title={t('State')}>{state && <StateBadge state={state} />}</td>}
                {hasLocales(type) && (
                  <td data-title={t('Locales')}>{own.map((each) => each.locale).join(' ')}</td>
                )}
                <td data-title={t('Updated')}>
                  <time dateTime={String(row.updatedAt)}>{agoOf(row.updatedAt)}</time>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const MOST_TEXT = 60;

function cellOf(column: AttributeModel, value: unknown): string {
  const text = textOfValue(column, value);
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)} …` : text;
}
