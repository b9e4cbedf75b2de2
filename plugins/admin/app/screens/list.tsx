// The documents of a type: rows first, the number of all rows afterwards.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, ask } from '../data/client';
import {
  type AttributeModel,
  defaultLocale,
  documentsAt,
  hasDrafts,
  hasLocales,
  labelOf,
  locales,
  type TypeModel,
} from '../data/model';
import { api, path } from '../data/place';
import { populateOf } from '../data/populate';
import { queryOf } from '../data/query';
import { textOfValue } from '../fields/registry';
import { agoOf } from '../i18n/moments';
import { msg, numberOf, t } from '../i18n/translate';
import { go, search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Notice, say } from '../ui/notice';
import { Bulk, type Chosen } from './bulk';
import { Filters, filterWords } from './filters';
import { Requests } from './requests';

type Row = Readonly<Record<string, unknown>> & { readonly documentId: string };
export interface RowState {
  readonly locale: string | null;
  readonly state: 'draft' | 'changed' | 'published';
}

const PAGE = 25;
const MOST_COLUMNS = 4;
/** The states of documents with drafts say what is in the drafts. */
const mayReadStates = (type: TypeModel): boolean => !hasDrafts(type) || type.actions.includes('readDraft');
const STATES = {
  draft: ['○', msg('Draft')],
  changed: ['◐', msg('Changed')],
  published: ['●', msg('Published')],
} as const;

export const StateBadge = ({ state }: Pick<RowState, 'state'>) => (
  <span class={`state ${state}`}>
    {STATES[state][0]} {t(STATES[state][1])}
  </span>
);

/** The title, and the first attributes that fit into a cell. */
export function columnsOf(type: TypeModel): readonly AttributeModel[] {
  const named = type.columns.flatMap((name) =>
    type.attributes.filter((attribute) => attribute.name === name),
  );
  if (named.length > 0) return named;
  const fits = ({ name, type: kind, relation }: AttributeModel): boolean =>
    name !== type.titleField &&
    ([
      'string',
      'email',
      'enumeration',
      'boolean',
      'date',
      'datetime',
      'integer',
      'decimal',
      'float',
    ].includes(kind) ||
      (relation !== undefined && !relation.many && relation.target !== null));
  return [
    ...type.attributes.filter(({ name }) => name === type.titleField),
    ...type.attributes.filter(fits).slice(0, MOST_COLUMNS - 1),
  ];
}

export function ListScreen({ type }: { readonly type: TypeModel }) {
  const words = search.value;
  const locale = words.get('locale') ?? defaultLocale();
  const page = Math.max(1, Number(words.get('page') ?? 1) || 1);
  const sort = words.get('sort') ?? 'updatedAt:desc';
  const asked = words.get('q') ?? '';
  const filterText = words.get('filters') ?? '';
  const columns = useMemo(() => columnsOf(type), [type]);
  const { filters, problem } = useMemo(() => filterWords(filterText, type), [filterText, type]);
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [states, setStates] = useState<Readonly<Record<string, readonly RowState[]>>>({});
  const [total, setTotal] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [round, setRound] = useState(0);

  const query = {
    ...(hasDrafts(type) && type.actions.includes('readDraft') ? { status: 'draft' } : {}),
    ...(hasLocales(type) ? { locale } : {}),
    ...(asked === '' ? {} : { _q: asked }),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    sort,
    fields: [
      'documentId',
      'updatedAt',
      ...columns.filter(({ relation }) => !relation).map(({ name }) => name),
    ],
    populate: populateOf(columns.filter(({ relation }) => relation)),
  };
  const listAt =
    documentsAt(type.uid) + queryOf({ ...query, pagination: { page, pageSize: PAGE, withCount: false } });
  const countAt =
    documentsAt(type.uid) +
    queryOf({
      ...query,
      fields: ['documentId'],
      populate: undefined,
      sort: undefined,
      pagination: { page: 1, pageSize: 1 },
    });

  useEffect(() => {
    const abort = new AbortController();
    setFailure('');
    const read = async (): Promise<void> => {
      const { data } = await ask<{ data: Row[] }>(listAt, { signal: abort.signal });
      setRows(data.data);
      const ids = data.data.map(({ documentId }) => documentId);
      if (ids.length === 0) return setTotal(page === 1 ? 0 : null);
      const [found, counted] = await Promise.all([
        mayReadStates(type)
          ? ask<{ data: Record<string, RowState[]> }>(
              `${api}/states/${type.uid}${queryOf({ ids: [...new Set(ids)].join(',') })}`,
              { signal: abort.signal },
            )
          : null,
        ask<{ meta: { pagination: { total: number } } }>(countAt, { signal: abort.signal }),
      ]);
      setStates(found?.data.data ?? {});
      setTotal(counted.data.meta.pagination.total);
    };
    read().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setFailure(error instanceof ApiError ? error.message : String(error));
    });
    return () => abort.abort();
  }, [listAt, countAt, round]);

  const choose = (row: Row): void =>
    setChosen((now) => {
      const { documentId } = row;
      const others = [...now].filter(([id]) => id !== documentId);
      return new Map(now.has(documentId) ? others : [...others, [documentId, titleOf(row)]]);
    });
  const sortBy = (name: string): void =>
    setSearch({ sort: sort === `${name}:asc` ? `${name}:desc` : `${name}:asc`, page: null });
  const addressOf = (row: Row): string =>
    `${path}/types/${type.uid}/${row.documentId}${hasLocales(type) && locale !== defaultLocale() ? `?locale=${locale}` : ''}`;
  const titleOf = (row: Row): string => String(row[type.titleField] ?? t('Without a title'));

  return (
    <section>
      <header class="head">
        <h1>
          {type.title}
          {total !== null && <small> {numberOf(total)}</small>}
        </h1>
        <span class="grow" />
        <input
          type="search"
          aria-label={t('Search {name}', { name: type.title })}
          placeholder={t('Search')}
          value={asked}
          onChange={(event) => setSearch({ q: event.currentTarget.value, page: null })}
        />
        {hasLocales(type) && (
          <select
            aria-label={t('Locale')}
            value={locale}
            onChange={(event) => setSearch({ locale: event.currentTarget.value, page: null })}
          >
            {locales.value.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
        {type.actions.includes('create') && (
          <Button kind="main" icon="plus" onClick={() => go(`${path}/types/${type.uid}/new`)}>
            {t('New')}
          </Button>
        )}
      </header>
      <Filters type={type} text={filterText} />
      {problem !== '' && <Notice kind="warning">{problem}</Notice>}
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {chosen.size > 0 && (
        <Bulk
          type={type}
          chosen={chosen}
          locale={hasLocales(type) ? locale : null}
          onDone={(text, failed) => {
            setChosen(failed);
            setRound(round + 1);
            say(text);
          }}
        />
      )}
      {rows?.length === 0 && (
        <p class="nothing">
          {t('No documents here.')}{' '}
          {asked !== '' || filterText !== '' ? t('Change the search or the filter.') : ''}
        </p>
      )}
      {rows !== null && rows.length > 0 && (
        <div class="table">
          <table>
            <caption class="spoken">{type.title}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span class="spoken">{t('Chosen')}</span>
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
                        aria-label={t('Choose {name}', { name: titleOf(row) })}
                        checked={chosen.has(row.documentId)}
                        onChange={() => choose(row)}
                      />
                    </td>
                    {columns.map((column, index) => (
                      <td key={column.name}>
                        <bdi>
                          {index === 0 ? (
                            <a href={addressOf(row)}>
                              {textOfValue(column, row[column.name]) || titleOf(row)}
                            </a>
                          ) : (
                            cellOf(column, row[column.name])
                          )}
                        </bdi>
                      </td>
                    ))}
                    {hasDrafts(type) && <td>{state && <StateBadge state={state} />}</td>}
                    {hasLocales(type) && <td>{own.map((each) => each.locale).join(' ')}</td>}
                    <td>
                      <time dateTime={String(row.updatedAt)}>{agoOf(row.updatedAt)}</time>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <footer class="row">
        <Button
          icon="left"
          disabled={page === 1}
          onClick={() => setSearch({ page: page === 2 ? null : String(page - 1) })}
        >
          {t('Previous')}
        </Button>
        <span>{t('Page {page}', { page })}</span>
        <Button
          icon="right"
          disabled={(rows?.length ?? 0) < PAGE}
          onClick={() => setSearch({ page: String(page + 1) })}
        >
          {t('Next')}
        </Button>
        <span class="grow" />
        <Requests type={type} query={query} />
      </footer>
    </section>
  );
}

const MOST_TEXT = 60;

function cellOf(column: AttributeModel, value: unknown): string {
  const text = textOfValue(column, value);
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)} …` : text;
}
