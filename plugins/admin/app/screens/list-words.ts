// What the address, a saved view and the preferences say about a list. What the type does not have is left out, and named.
import {
  type AttributeModel,
  defaultLocale,
  hasLocales,
  labelsOf,
  locales,
  type TypeModel,
} from '../data/model';
import { preferences } from '../data/preferences';
import { LIST_WORDS, type ListWords, type View } from '../data/views';
import { t } from '../i18n/translate';
import { filterWords } from './filter-words';

/** How many rows a page of a list can have. */
export const ROWS: readonly number[] = [25, 50, 100];
const USUAL_ROWS = 25;
const MOST_COLUMNS = 4;
export const NEWEST = 'updatedAt:desc';
const OWN_SORTS: readonly string[] = ['createdAt', 'updatedAt', 'publishedAt', 'documentId'];
const FITTING = [
  'string',
  'email',
  'enumeration',
  'boolean',
  'date',
  'datetime',
  'integer',
  'decimal',
  'float',
];
/** Columns that a person can choose beside those. */
const CHOSEN = [...FITTING, 'uid', 'text', 'time', 'biginteger', 'timestamp', 'media'];

const isOne = ({ relation }: AttributeModel): boolean =>
  relation !== undefined && !relation.many && relation.target !== null;

/** The title, and the first attributes that fit into a cell. */
function usualColumns(type: TypeModel): readonly AttributeModel[] {
  const named = attributesOf(type, type.columns);
  if (named.length > 0) return named;
  const fits = (attribute: AttributeModel): boolean =>
    attribute.name !== type.titleField && (FITTING.includes(attribute.type) || isOne(attribute));
  return [
    ...attributesOf(type, [type.titleField]),
    ...type.attributes.filter(fits).slice(0, MOST_COLUMNS - 1),
  ];
}

const attributesOf = (type: TypeModel, names: readonly string[]): readonly AttributeModel[] =>
  names.flatMap((name) => type.attributes.filter((attribute) => attribute.name === name));

/** All columns that a list of the type can have. */
export function possibleColumns(type: TypeModel): readonly AttributeModel[] {
  const usual = usualColumns(type);
  return type.attributes.filter(
    (attribute) => usual.includes(attribute) || CHOSEN.includes(attribute.type) || isOne(attribute),
  );
}

export interface List {
  readonly q: string;
  readonly filterText: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly publicationFilter: string | undefined;
  readonly sort: string;
  readonly columns: readonly AttributeModel[];
  /** The columns are those of the address or of the view. */
  readonly hasOwnColumns: boolean;
  readonly locale: string;
  /** Of one page. */
  readonly rows: number;
  readonly problems: readonly string[];
}

/** `view` undefined: the address names none. null: there is no such view. */
export function listOfAddress(type: TypeModel, search: URLSearchParams, view: View | null | undefined): List {
  const problems: string[] = [];
  if (view === null) problems.push(t('There is no such view, or you may not see it.'));
  const word = (name: (typeof LIST_WORDS)[number]): string => search.get(name) ?? view?.words[name] ?? '';
  const { filters, publicationFilter, problem } = filterWords(word('filters'), type);
  if (problem !== '') problems.push(problem);

  const preferred = preferredColumns(type.uid);
  const names = word('columns') === '' ? preferred : word('columns').split(',');
  const possible = possibleColumns(type);
  const known = names.filter((name) => possible.some((each) => each.name === name));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    problems.push(t('Unknown columns were left out: {columns}.', { columns: labelsOf(type, unknown) }));

  const [field = '', direction] = word('sort').split(':');
  const isSort =
    (direction === 'asc' || direction === 'desc') &&
    (OWN_SORTS.includes(field) || type.attributes.some((each) => each.name === field && each.sortable));
  if (word('sort') !== '' && !isSort)
    problems.push(
      t('The list cannot be sorted by {field}. It shows the newest first.', {
        field: labelsOf(type, [field]),
      }),
    );

  const code = search.get('locale');
  const isLocale = code === null || !hasLocales(type) || locales.value.some((each) => each.code === code);
  if (!isLocale) problems.push(t('There is no locale {locale}.', { locale: code }));
  return {
    q: word('q'),
    filterText: word('filters'),
    filters,
    publicationFilter,
    sort: isSort ? word('sort') : NEWEST,
    columns: known.length > 0 ? attributesOf(type, known) : usualColumns(type),
    hasOwnColumns: word('columns') !== '',
    locale: isLocale ? (code ?? defaultLocale()) : defaultLocale(),
    rows:
      ROWS.find((count) => count === Number(search.get('rows'))) ??
      ROWS.find((count) => count === preferences.value.rows) ??
      USUAL_ROWS,
    problems,
  };
}

function preferredColumns(uid: string): readonly string[] {
  const all = preferences.value.columns as Readonly<Record<string, unknown>> | null | undefined;
  const own = all?.[uid];
  return Array.isArray(own) ? own.filter((name) => typeof name === 'string') : [];
}

/** Rows with equal values come in the order of their ids, in the same direction: an index can then serve the sort. */
export const sortOf = (sort: string): string => `${sort},id:${sort.endsWith(':desc') ? 'desc' : 'asc'}`;

/** For a view: what the list shows now. */
export const wordsOf = ({ q, filterText, sort, columns }: List): ListWords => ({
  ...(q === '' ? {} : { q }),
  ...(filterText === '' ? {} : { filters: filterText }),
  ...(sort === NEWEST ? {} : { sort }),
  columns: columns.map(({ name }) => name).join(','),
});

/** Changes of the address that take over the words of a view, so that one of them can change. */
export const withoutView = (view: View | null | undefined, search: URLSearchParams) =>
  view === undefined
    ? {}
    : {
        view: null,
        ...Object.fromEntries(
          LIST_WORDS.map((name) => [name, search.get(name) ?? view?.words[name] ?? null] as const),
        ),
      };
