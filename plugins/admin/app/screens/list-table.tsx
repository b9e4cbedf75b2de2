// The rows of a list, with their state and a box to choose them.

import type { ComponentChildren } from 'preact';
import {
  type AttributeModel,
  defaultLocale,
  hasDrafts,
  hasLocales,
  labelOf,
  seesDrafts,
  type TypeModel,
} from '../data/model';
import { ACTION_TITLES, type Change } from '../data/releases';
import { fieldOf, textOfValue } from '../fields/registry';
import { agoOf, dateAndTimeOf } from '../i18n/moments';
import { msg, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { DocumentLink } from '../ui/document-link';
import { pure } from '../ui/pure';
import type { Chosen } from './bulk';

export type Row = Readonly<Record<string, unknown>> & { readonly documentId: string };
export interface RowState {
  readonly locale: string | null;
  readonly state: 'draft' | 'changed' | 'published';
}

export const STATES = {
  draft: ['○', msg('Draft')],
  changed: ['◐', msg('Changed')],
  published: ['●', msg('Published')],
} as const;

export const StateBadge = ({ state }: Pick<RowState, 'state'>) => (
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
  /** Of documents with a plan. */
  readonly plans: Readonly<Record<string, Change>>;
  readonly sort: string;
  readonly chosen: Chosen;
  readonly sortBy: (name: string) => void;
  readonly choose: (row: Row) => void;
  /** All rows, or none if all are chosen. */
  readonly chooseAll: () => void;
}

interface LineProps extends Pick<Props, 'type' | 'locale' | 'columns' | 'choose'> {
  readonly row: Row;
  readonly states: readonly RowState[];
  readonly plan: Change | undefined;
  readonly isChosen: boolean;
}

const NONE: readonly RowState[] = [];
/** The states of documents say what is in their drafts. */
const showsStates = (type: TypeModel): boolean => hasDrafts(type) && seesDrafts(type);

const RowLine = pure<LineProps>(function RowLine(props) {
  const { type, locale, columns, row, states, plan, isChosen, choose } = props;
  const state = states.find((each) => each.locale === null || each.locale === locale)?.state;
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={t('Choose {name}', { name: titleOf(type, row) })}
          checked={isChosen}
          onChange={() => choose(row)}
        />
      </td>
      {columns.map((column, index) => (
        <td key={column.name} data-title={index === 0 ? undefined : labelOf(column)}>
          <bdi>
            {index === 0 ? (
              <DocumentLink
                uid={type.uid}
                documentId={row.documentId}
                query={hasLocales(type) && locale !== defaultLocale() ? `?locale=${locale}` : ''}
              >
                {cellOf(column, row[column.name], Number.POSITIVE_INFINITY) ?? titleOf(type, row)}
              </DocumentLink>
            ) : (
              cellOf(column, row[column.name], MOST_TEXT)
            )}
          </bdi>
        </td>
      ))}
      {showsStates(type) && (
        <td data-title={t('State')}>
          {plan ? (
            <div>
              {state && <StateBadge state={state} />}
              <small class="plan">
                {t('{action}: {moment}', {
                  action: t(ACTION_TITLES[plan.action]),
                  moment: dateAndTimeOf(plan.at ?? ''),
                })}
              </small>
            </div>
          ) : (
            state && <StateBadge state={state} />
          )}
        </td>
      )}
      {hasLocales(type) && seesDrafts(type) && (
        <td data-title={t('Locales')}>{states.map((each) => each.locale).join(' ')}</td>
      )}
      <td data-title={t('Updated')}>
        <time dateTime={String(row.updatedAt)}>{agoOf(row.updatedAt)}</time>
      </td>
    </tr>
  );
});

export function ListTable(props: Props) {
  const { type, locale, columns, rows, states, plans, sort, chosen, sortBy, choose, chooseAll } = props;
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
              <Heading
                key={column.name}
                name={column.name}
                title={labelOf(column)}
                sort={sort}
                sortBy={column.sortable ? sortBy : null}
              />
            ))}
            {showsStates(type) && <th scope="col">{t('State')}</th>}
            {hasLocales(type) && seesDrafts(type) && <th scope="col">{t('Locales')}</th>}
            <Heading name="updatedAt" title={t('Updated')} sort={sort} sortBy={sortBy} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RowLine
              key={row.documentId}
              type={type}
              locale={locale}
              columns={columns}
              row={row}
              states={states[row.documentId] ?? NONE}
              plan={plans[row.documentId]}
              isChosen={chosen.has(row.documentId)}
              choose={choose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps extends Pick<Props, 'sort'> {
  readonly name: string;
  readonly title: string;
  /** null: the server cannot sort by it. */
  readonly sortBy: Props['sortBy'] | null;
}

function Heading({ name, title, sort, sortBy }: HeadingProps) {
  const direction = sort === `${name}:asc` ? 'ascending' : sort === `${name}:desc` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={direction}>
      {sortBy ? (
        <Button kind="quiet" onClick={() => sortBy(name)}>
          {title}
          {direction === 'ascending' ? ' ↑' : direction === 'descending' ? ' ↓' : ''}
        </Button>
      ) : (
        title
      )}
    </th>
  );
}

const MOST_TEXT = 60;

/** null: the value has no text. */
function cellOf(column: AttributeModel, value: unknown, most: number): ComponentChildren {
  const text = textOfValue(column, value);
  if (text === '') return null;
  const Cell = fieldOf(column.type).cell;
  if (Cell) return <Cell value={value} />;
  return text.length > most ? `${text.slice(0, most)} …` : text;
}
