// The list of the documents of a type.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { documentsAt, hasLocales, locales, statusOf, type TypeModel } from '../data/model';
import { path } from '../data/place';
import { populateOf } from '../data/populate';
import { preferences, setPreference } from '../data/preferences';
import { queryOf } from '../data/query';
import { useViews } from '../data/views';
import { numberOf, plural, t } from '../i18n/translate';
import { go, search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Closed } from '../ui/closed';
import { Failure } from '../ui/failure';
import { useFocus } from '../ui/focus';
import { Head, ScreenTitle } from '../ui/head';
import { Confirmation, Notice, say } from '../ui/notice';
import { Pager, pageOfAddress } from '../ui/pager';
import { useSteady } from '../ui/pure';
import { SearchField } from '../ui/search-field';
import { Slow } from '../ui/slow';
import { Bulk, type Chosen } from './bulk';
import { ChooseAll } from './choose-all';
import { Columns } from './columns';
import { Filters } from './filters';
import { useListRows } from './list-rows';
import { ListTable, type Row, titleOf } from './list-table';
import { listOfAddress, ROWS, sortOf, withoutView } from './list-words';
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
  const { locale, sort, q: asked, filterText, filters, publicationFilter, columns, rows: pageSize } = list;
  const page = pageOfAddress();
  const change = (changes: Readonly<Record<string, string | null>>, isReplacing = false): void =>
    setSearch({ ...withoutView(view, words), page: null, ...changes }, isReplacing);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  // An action runs in the locale of the list, so a choice does not outlive it.
  useEffect(() => setChosen(new Map()), [type, locale]);
  /** What the last action on chosen documents has done, until the person chooses others or changes the list. */
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => setDone(null), [words]);

  const query = {
    status: statusOf(type),
    ...(hasLocales(type) ? { locale } : {}),
    ...(asked.trim() === '' ? {} : { _q: asked.trim() }),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    publicationFilter,
    sort: sortOf(sort),
    fields: [
      ...new Set([
        'documentId',
        'updatedAt',
        type.titleField,
        ...columns.filter(({ relation }) => !relation).map(({ name }) => name),
      ]),
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

  const { rows, isReading, states, plans, total, failure, fail, again } = useListRows(type, {
    listAt: isKnown ? listAt : null,
    countAt,
    locale: hasLocales(type) ? locale : null,
    page,
    onRead: (count) => {
      if (asked !== '') say(plural(count, '{count} document found', '{count} documents found'));
    },
  });

  const choose = useSteady((row: Row): void => {
    setDone(null);
    setChosen((now) => {
      const { documentId } = row;
      const others = [...now].filter(([id]) => id !== documentId);
      return new Map(now.has(documentId) ? others : [...others, [documentId, titleOf(type, row)]]);
    });
  });
  const chooseAll = (): void => {
    setDone(null);
    setChosen((now) => {
      const here = rows ?? [];
      const isAll = here.every(({ documentId }) => now.has(documentId));
      const others = [...now].filter(([id]) => !here.some(({ documentId }) => documentId === id));
      return new Map(
        isAll ? others : [...others, ...here.map((row) => [row.documentId, titleOf(type, row)] as const)],
      );
    });
  };
  const isPageChosen = rows?.every(({ documentId }) => chosen.has(documentId)) === true;
  const chooseFound = (all: Chosen): void => {
    setChosen(all);
    say(plural(all.size, '{count} document chosen', '{count} documents chosen'));
  };
  const host = useRef<HTMLElement>(null);
  const focus = useFocus(host);
  const sortBy = (name: string): void =>
    change({ sort: sort === `${name}:asc` ? `${name}:desc` : `${name}:asc` });
  return (
    <section ref={host}>
      <header class="head">
        <ScreenTitle title={type.title}>{total !== null && <small> {numberOf(total)}</small>}</ScreenTitle>
        <Slow isReading={isReading} />
        <span class="grow" />
        <SearchField
          label={t('Search {name}', { name: type.title })}
          value={asked}
          search={(text) => change({ q: text }, true)}
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
      <Confirmation text={done} />
      {chosen.size > 0 && (
        <Bulk
          type={type}
          chosen={chosen}
          locale={hasLocales(type) ? locale : null}
          onStart={() => setDone(null)}
          onDone={(text, left) => {
            setChosen(left);
            // The pressed button is gone, or was disabled meanwhile. The person may be in another field by now.
            if (document.activeElement === document.body || document.activeElement?.closest('.bulk'))
              focus(left.size === 0 ? 'h1' : '.bulk button');
            again();
            setDone(text);
          }}
        >
          {isPageChosen && total !== null && total > Math.max(chosen.size, rows.length) && (
            <ChooseAll
              key={countAt}
              type={type}
              query={query}
              total={total}
              onChosen={chooseFound}
              fail={fail}
            />
          )}
        </Bulk>
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
          plans={plans}
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
