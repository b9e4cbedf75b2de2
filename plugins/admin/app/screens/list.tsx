// The documents of a type: rows first, the number of all rows afterwards.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { documentsAt, hasLocales, locales, seesDrafts, statusOf, type TypeModel } from '../data/model';
import { api, path } from '../data/place';
import { populateOf } from '../data/populate';
import { preferences, setPreference } from '../data/preferences';
import { queryOf } from '../data/query';
import { useViews } from '../data/views';
import { numberOf, t } from '../i18n/translate';
import { go, search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Closed } from '../ui/closed';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { Notice, say } from '../ui/notice';
import { Pager, pageOfAddress } from '../ui/pager';
import { useSteady } from '../ui/pure';
import { Bulk, type Chosen } from './bulk';
import { Columns } from './columns';
import { Filters } from './filters';
import { ListTable, type Row, type RowState, titleOf } from './list-table';
import { listOfAddress, ROWS, withoutView } from './list-words';
import { Requests } from './requests';
import { ViewMenu } from './views';

/** A role may write documents of the type and not list them. */
export const ListScreen = ({ type }: { readonly type: TypeModel }) =>
  type.actions.includes('find') ? (
    <List type={type} />
  ) : (
    <section>
      <Head title={type.title}>
        <NewButton type={type} />
      </Head>
      <Closed action={`${type.uid}.find`} />
    </section>
  );

const NewButton = ({ type }: { readonly type: TypeModel }) =>
  type.actions.includes('create') ? (
    <Button kind="main" icon="plus" onClick={() => go(`${path}/types/${type.uid}/new`)}>
      {t('New')}
    </Button>
  ) : null;

function List({ type }: { readonly type: TypeModel }) {
  const words = search.value;
  const views = useViews(type.uid);
  const viewId = words.get('view');
  const view = viewId === null ? undefined : (views.all?.find(({ id }) => String(id) === viewId) ?? null);
  /** The words of a view arrive later than the address. */
  const isKnown = view !== null || views.all !== null;
  const preferred = preferences.value;
  const list = useMemo(
    () => listOfAddress(type, words, isKnown ? view : undefined),
    [type, words, view, isKnown, preferred],
  );
  const { locale, sort, q: asked, filterText, filters, columns, rows: pageSize } = list;
  const page = pageOfAddress();
  const change = (changes: Readonly<Record<string, string | null>>): void =>
    setSearch({ ...withoutView(view, words), page: null, ...changes });
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [states, setStates] = useState<Readonly<Record<string, readonly RowState[]>>>({});
  const [total, setTotal] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [round, setRound] = useState(0);
  const fail = (error: unknown): void => setFailure(error);

  const query = {
    status: statusOf(type),
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
    documentsAt(type.uid) + queryOf({ ...query, pagination: { page, pageSize, withCount: false } });
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
    if (!isKnown) return;
    const abort = new AbortController();
    setFailure(null);
    const read = async (): Promise<void> => {
      const { data } = await ask<{ data: Row[] }>(listAt, { signal: abort.signal });
      setRows(data.data);
      const ids = data.data.map(({ documentId }) => documentId);
      if (ids.length === 0) return setTotal(page === 1 ? 0 : null);
      const [found, counted] = await Promise.all([
        seesDrafts(type)
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
      fail(error);
    });
    return () => abort.abort();
  }, [listAt, countAt, round, isKnown]);

  const choose = useSteady((row: Row): void =>
    setChosen((now) => {
      const { documentId } = row;
      const others = [...now].filter(([id]) => id !== documentId);
      return new Map(now.has(documentId) ? others : [...others, [documentId, titleOf(type, row)]]);
    }),
  );
  const chooseAll = (): void =>
    setChosen((now) => {
      const here = rows ?? [];
      const isAll = here.every(({ documentId }) => now.has(documentId));
      const others = [...now].filter(([id]) => !here.some(({ documentId }) => documentId === id));
      return new Map(
        isAll ? others : [...others, ...here.map((row) => [row.documentId, titleOf(type, row)] as const)],
      );
    });
  const sortBy = (name: string): void =>
    change({ sort: sort === `${name}:asc` ? `${name}:desc` : `${name}:asc` });
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
          onChange={(event) => change({ q: event.currentTarget.value })}
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
        <NewButton type={type} />
      </header>
      <div class="row filters">
        <ViewMenu type={type} list={list} views={views} view={view} fail={fail} />
        <Columns type={type} list={list} change={change} fail={fail} />
        <Filters type={type} text={filterText} change={(text) => change({ filters: text })} />
      </div>
      {isKnown && list.problems.length > 0 && <Notice kind="warning">{list.problems.join(' ')}</Notice>}
      <Failure error={failure} />
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
        <ListTable
          type={type}
          locale={locale}
          columns={columns}
          rows={rows}
          states={states}
          sort={sort}
          chosen={chosen}
          sortBy={sortBy}
          choose={choose}
          chooseAll={chooseAll}
        />
      )}
      <footer class="row">
        <Pager page={page} isLast={(rows?.length ?? 0) < pageSize} />
        <span class="grow" />
        <label>
          {t('Rows')}{' '}
          <select
            value={pageSize}
            onChange={({ currentTarget: { value } }) => {
              setSearch({ rows: value, page: null });
              setPreference('rows', Number(value)).catch(fail);
            }}
          >
            {ROWS.map((count) => (
              <option key={count} value={count}>
                {numberOf(count)}
              </option>
            ))}
          </select>
        </label>
        <Requests type={type} query={query} />
      </footer>
    </section>
  );
}
