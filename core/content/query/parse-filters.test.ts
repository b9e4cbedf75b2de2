import { parse } from 'qs';
import { coreErrors } from '../../kernel/errors/core-errors';
import { prepareQuery } from './prepare';
import { renderFilter, renderOutcome } from './test-render';
import { CONTEXT, LIMITS, typeNamed } from './test-schema';

const QS = { depth: 100, arrayLimit: 100, strictNullHandling: true, allowDots: false } as const;

const outcomeOf = (filters: unknown, type = 'article'): string =>
  renderOutcome(() => renderFilter(prepareQuery({ filters }, typeNamed(type), CONTEXT, false).filter));

const fromQuery = (text: string): unknown => parse(text, QS).filters;

describe('filters of a query string', () => {
  test.each([
    // equality, lists, null
    ['filters[title]=x', 'title eq "x"'],
    ['filters[title][$eq]=x', 'title eq "x"'],
    ['filters[title]=', 'title eq ""'],
    ['filters[title]', 'title null'],
    ['filters[title][$eq]', 'title null'],
    ['filters[title][$ne]', 'title notNull'],
    ['filters[title][$ne]=x', 'title ne "x"'],
    ['filters[title][$nei]', 'title notNull'],
    ['filters[title][0]=a&filters[title][1]=b', 'title in ["a","b"]'],
    ['filters[title][]=a&filters[title][]=b', 'title in ["a","b"]'],
    ['filters[title]=a&filters[title]=b', 'title in ["a","b"]'],
    ['filters[title][$in]=a,b', 'title in ["a,b"]'],
    ['filters[title][$in][0]=a&filters[title][$in][1]=b', 'title in ["a","b"]'],
    ['filters[title][$notIn][0]=a', 'title notIn ["a"]'],
    ['filters[title][$null]=true', 'title null'],
    ['filters[title][$null]=abc', 'title null'],
    ['filters[title][$null]=null', 'title null'],
    ['filters[title][$null]=f', 'title notNull'],
    ['filters[title][$null]=0', 'title notNull'],
    ['filters[title][$null]=', 'title notNull'],
    ['filters[title][$null]', 'title notNull'],
    ['filters[title][$notNull]=1', 'title notNull'],
    ['filters[title][$notNull]=False', 'title null'],
    ['filters[title][$notNull]', 'title null'],
    // text
    ['filters[title][$eqi]=x', 'title eqi "x"'],
    ['filters[title][$containsi]=10%25', 'title containsi "10%"'],
    [
      'filters[title][$startsWith]=a&filters[title][$endsWith]=b',
      '(title startsWith "a" & title endsWith "b")',
    ],
    ['filters[rating][$contains]=1', 'rating:text contains "1"'],
    ['filters[rating][$notContainsi]=1', 'rating:text notContainsi "1"'],
    ['filters[meta][$contains]=k', 'meta:text contains "k"'],
    ['filters[day][$startsWith]=2024-01', 'day startsWith "2024-01"'],
    ['filters[words][$contains]=k', 'words contains "k"'],
    // numbers, dates, booleans
    ['filters[rating]=5', 'rating eq 5'],
    ['filters[rating][$gt]=5.0', 'rating gt 5'],
    ['filters[rating][$lte]=1e1', 'rating lte 10'],
    ['filters[rating][$between][0]=3&filters[rating][$between][1]=5', 'rating between [3,5]'],
    ['filters[rating][$between][]=5&filters[rating][$between][]=3', 'rating between [5,3]'],
    ['filters[active]=true', 'active eq true'],
    ['filters[active]=0', 'active eq false'],
    ['filters[day]=2024-01-05', 'day eq "2024-01-05"'],
    ['filters[moment][$gte]=2024-01-05', 'moment gte "2024-01-05T00:00:00.000Z"'],
    ['filters[createdAt][$lt]=0', 'createdAt lt "1970-01-01T00:00:00.000Z"'],
    ['filters[kind]=nope', 'kind eq "nope"'],
    ['filters[id]=7', 'id eq 7'],
    // what is no number is the id of nothing
    ['filters[id]=abc', 'id eq -1'],
    ['filters[id][$in][]=abc&filters[id][$in][]=7', 'id in [-1,7]'],
    ['filters[category]=abc', 'category[id eq -1]'],
    ['filters[documentId][$in][]=a', 'documentId in ["a"]'],
    // logic
    ['filters[title]=x&filters[rating]=5', '(title eq "x" & rating eq 5)'],
    ['filters[rating][$gt]=1&filters[rating][$lt]=5', '(rating gt 1 & rating lt 5)'],
    ['filters[$or][0][title]=x&filters[$or][1][rating]=5', '(title eq "x" | rating eq 5)'],
    ['filters[$or][7][title]=x&filters[$or][90][rating]=5', '(title eq "x" | rating eq 5)'],
    ['filters[$or][0][title]=x', 'title eq "x"'],
    [
      'filters[$and][0][title]=x&filters[$and][1][$or][0][rating]=1&filters[$and][1][$or][1][rating]=2',
      '(title eq "x" & (rating eq 1 | rating eq 2))',
    ],
    [
      'filters[$and][0][$and][0][title]=x&filters[$and][0][$and][1][rating]=1&filters[day][$null]=1',
      '(title eq "x" & rating eq 1 & day null)',
    ],
    ['filters[$not][title]=x', '!title eq "x"'],
    ['filters[$not][title]=x&filters[$not][rating]=1', '!(title eq "x" & rating eq 1)'],
    ['filters[$not][0][title]=x&filters[$not][1][rating]=1', '!(title eq "x" & rating eq 1)'],
    ['filters[$not][$not][title]=x', 'title eq "x"'],
    ['filters[title][$not]=x', '!title eq "x"'],
    ['filters[title][$not][$in][0]=x', '!title in ["x"]'],
    ['filters[title][$not][$eq]=x&filters[title][$not][$contains]=y', '!(title eq "x" & title contains "y")'],
    ['filters[title][$or][0][$eq]=x&filters[title][$or][1]=y', '(title eq "x" | title eq "y")'],
    [
      'filters[title][$and][0][$contains]=x&filters[title][$and][1][$contains]=y',
      '(title contains "x" & title contains "y")',
    ],
    ['filters[0][title]=x&filters[1][rating]=1', '(title eq "x" & rating eq 1)'],
    // relations
    ['filters[category]=1', 'category[id eq 1]'],
    ['filters[category][$eq]=1', 'category[id eq 1]'],
    ['filters[category][$ne]=1', 'category[id ne 1]'],
    ['filters[category][$in][]=1&filters[category][$in][]=2', 'category[id in [1,2]]'],
    ['filters[category][]=1&filters[category][]=2', 'category[id in [1,2]]'],
    ['filters[category][$not]=1', 'category[!id eq 1]'],
    ['filters[category]', '!category[]'],
    ['filters[category][$null]=true', '!category[]'],
    ['filters[category][$null]=false', 'category[]'],
    ['filters[category][$notNull]=true', 'category[]'],
    ['filters[category][$not][$null]=true', 'category[]'],
    ['filters[category][$not][$notNull]=true', '!category[]'],
    [
      'filters[category][$or][0][$null]=true&filters[category][$or][1][name]=x',
      '(!category[] | category[name eq "x"])',
    ],
    ['filters[category][documentId]=abc', 'category[documentId eq "abc"]'],
    ['filters[category][parent][name]=x', 'category[parent[name eq "x"]]'],
    ['filters[tags][name]=x&filters[tags][id][$gt]=3', 'tags[(name eq "x" & id gt 3)]'],
    [
      'filters[$and][0][tags][name]=x&filters[$and][1][tags][name]=y',
      '(tags[name eq "x"] & tags[name eq "y"])',
    ],
    [
      'filters[category][$or][0][name]=x&filters[category][$or][1][name]=y',
      'category[(name eq "x" | name eq "y")]',
    ],
    ['filters[category][$not][name]=x', 'category[!name eq "x"]'],
    ['filters[$not][category][name]=x', '!category[name eq "x"]'],
    ['filters[cover][name]=x', 'cover[name eq "x"]'],
    ['filters[tags][$null]=false&filters[tags][name]=x', '(tags[] & tags[name eq "x"])'],
    // components
    ['filters[seo][metaTitle]=x', 'seo[metaTitle eq "x"]'],
    ['filters[seo][metas][key]=k&filters[seo][metas][value]=v', 'seo[metas[(key eq "k" & value eq "v")]]'],
    [
      'filters[links][$or][0][label]=x&filters[links][$or][1][external]=true',
      'links[(label eq "x" | external eq true)]',
    ],
    ['filters[seo][$null]=true', '!seo[]'],
    ['filters[seo]', '!seo[]'],
    ['filters[links][$notNull]=true', 'links[]'],
    ['filters[links][id]=3', 'links[id eq 3]'],
    ['filters[seo][image][name]=x', 'seo[image[name eq "x"]]'],
    ['filters[seo]=2', 'false'],
    // without a related document or an entry
    ['filters[category][id][$null]=true', '!category[]'],
    ['filters[category][documentId]', '!category[]'],
    ['filters[category][id][$notNull]=true', 'category[id notNull]'],
    ['filters[category][$not][id][$notNull]=true', '(category[!id notNull] | !category[])'],
    ['filters[category][name][$null]=true', '(category[name null] | !category[])'],
    ['filters[category][name][$null]=true&filters[category][id]=1', 'category[(name null & id eq 1)]'],
    ['filters[category][name][$not][$in][]=x', 'category[!name in ["x"]]'],
    [
      'filters[category][$or][0][name][$null]=true&filters[category][$or][1][id]=1',
      '(category[(name null | id eq 1)] | !category[])',
    ],
    ['filters[category][parent][id][$null]=true', '(category[!parent[]] | !category[])'],
    ['filters[category][parent][name][$ne]=x', 'category[parent[name ne "x"]]'],
    ['filters[category][$not][parent][name]=x', 'category[!parent[name eq "x"]]'],
    ['filters[seo][metaTitle][$null]=true', '(seo[metaTitle null] | !seo[])'],
    ['filters[seo][image][id][$null]=true', '(seo[!image[]] | !seo[])'],
    // a list where one value or one object is expected
    ['filters[title][$eq][]=a&filters[title][$eq][]=b', 'title in ["a","b"]'],
    ['filters[title][$ne][]=a&filters[title][$ne][]=b', 'title notIn ["a","b"]'],
    [
      'filters[title][$contains][]=a&filters[title][$contains][]=b',
      '(title contains "a" | title contains "b")',
    ],
    [
      'filters[title][$notContains][]=a&filters[title][$notContains][]=b',
      '(title notContains "a" & title notContains "b")',
    ],
    ['filters[title][$not][]=a&filters[title][$not][]=b', '!title in ["a","b"]'],
    ['filters[category][$not][]=1&filters[category][$not][]=2', 'category[!id in [1,2]]'],
    ['filters[title][$in]', 'false'],
    ['filters[title][$null][0]=b', 'title null'],
    [
      'filters[$or][0][0][title]=a&filters[$or][0][1][rating]=1&filters[$or][1][title]=b',
      '((title eq "a" & rating eq 1) | title eq "b")',
    ],
    [
      'filters[category][$or][0][0][name]=a&filters[category][$or][0][1][id]=1&filters[category][$or][1][id]=2',
      'category[((name eq "a" & id eq 1) | id eq 2)]',
    ],
    // keys no query can mean
    ['filters[constructor]=x&filters[title]=x', 'title eq "x"'],
  ])('%s', (text, expected) => {
    expect(outcomeOf(fromQuery(text))).toBe(expected);
  });
});

describe('filters that are refused', () => {
  const key = (name: string, path: string | null): string =>
    `400 ValidationError: Invalid key ${name}${path && path !== name ? ` at ${path}` : ''} ${JSON.stringify({ key: name, path, param: 'filters' })}`;

  test.each([
    ['filters[nope]=x', key('nope', null)],
    ['filters[category][nope]=x', key('nope', 'category')],
    ['filters[title][eq]=x', key('eq', 'title')],
    ['filters[title][$EQ]=x', key('$EQ', 'title')],
    ['filters[category][name][$like]=x', key('$like', 'category.name')],
    ['filters[title][foo][bar]=x', key('foo', 'title')],
    ['filters[$eq]=x', key('$eq', null)],
    // what the caller may not see answers as what does not exist
    ['filters[private_note]=x', key('private_note', null)],
    ['filters[private_note][$bad]=x', key('private_note', null)],
    ['filters[secret]=x', key('secret', null)],
    ['filters[private_tags][name]=x', key('private_tags', null)],
    ['filters[hidden][name]=x', key('hidden', null)],
    ['filters[category][articles][hidden]=1', key('hidden', 'category.articles')],
    ['filters[zone]=x', key('zone', 'zone')],
    ['filters[$or][0][zone][text]=x', key('zone', 'zone')],
    ['filters[zone][on][shared.quote][by]=x', key('zone', 'zone')],
  ])('%s', (text, expected) => {
    expect(outcomeOf(fromQuery(text))).toBe(expected);
  });

  test.each([
    ['filters=abc', 'The filters parameter must be an object or an array', 'filters', null],
    ['filters=', 'The filters parameter must be an object or an array', 'filters', null],
    ['filters[absent][name]=x', 'absent cannot be used', 'absent', null],
    ['filters[rating]=abc', 'Invalid value "abc" for rating: expected a number', 'rating', null],
    [
      'filters[category][articles][rating][$gt]=abc',
      'Invalid value "abc" for rating',
      '$gt',
      'category.articles.rating',
    ],
    ['filters[rating][$in][]=1&filters[rating][$in][]=x', 'Invalid value "x" for rating', '$in', 'rating'],
    ['filters[rating]=', 'Invalid value "" for rating', 'rating', null],
    [
      'filters[rating][$between]=3,5',
      '$between takes a list of exactly two values, got "3,5"',
      '$between',
      'rating',
    ],
    ['filters[rating][$between][]=3', '$between takes a list of exactly two', '$between', 'rating'],
    [
      'filters[rating][$between][0]=3&filters[rating][$between][1]=4&filters[rating][$between][2]=5',
      '$between takes',
      '$between',
      'rating',
    ],
    ['filters[rating][$lt]', 'null is not a value that $lt compares with', '$lt', 'rating'],
    ['filters[title][$contains]', 'Invalid value null for title: $contains expects', '$contains', 'title'],
    ['filters[title][$in][a]=b', '$in takes a list of at most 100 values', '$in', 'title'],
    [
      'filters[active][$contains]=t',
      'active is of type boolean and cannot be compared with $contains',
      '$contains',
      'active',
    ],
    ['filters[active][$gt]=t', 'cannot be compared with $gt', '$gt', 'active'],
    [
      'filters[meta][$between][]=a&filters[meta][$between][]=b',
      'cannot be compared with $between',
      '$between',
      'meta',
    ],
    ['filters[day]=tomorrow', 'Invalid format, expected yyyy-MM-dd', 'day', null],
    ['filters[$and]=x', '$and takes a list of at most 100 conditions', '$and', null],
    ['filters[$or][title]=x', '$or takes a list', '$or', null],
    ['filters[category][$or][name]=x', '$or takes a list', '$or', 'category'],
    ['filters[$or][0]=x', 'Expected an object of conditions, got "x"', 'filters', null],
    ['filters[$or][0]', 'Expected an object of conditions, got null', 'filters', null],
    ['filters[$not]=x', 'Expected an object of conditions, got "x"', 'filters', null],
    ['filters[id][$gt]=abc', 'Invalid value "abc" for id', '$gt', 'id'],
    ['filters[title]=%00', 'NUL character', 'title', null],
    ['filters[title][$contains]=%00', 'NUL character', '$contains', 'title'],
  ])('%s', (text, message, name, path) => {
    const outcome = outcomeOf(fromQuery(text));
    expect(outcome).toContain('400 ValidationError');
    expect(outcome).toContain(message);
    expect(outcome).toContain(JSON.stringify({ key: name, path, param: 'filters' }));
  });

  test('a polymorphic relation', () => {
    expect(outcomeOf({ one: { name: 'x' } }, 'zoo')).toContain('"key":"one","path":"one"');
  });
});

describe('filters as objects', () => {
  test.each<[unknown, string]>([
    [{}, 'all'],
    [[], 'all'],
    [{ title: undefined }, 'all'],
    [{ title: {} }, 'all'],
    [{ category: {} }, 'all'],
    [{ category: { name: {} } }, 'all'],
    [{ $and: [] }, 'all'],
    [{ $or: [] }, 'all'],
    [{ $and: [{}] }, 'all'],
    [{ $not: {} }, 'all'],
    [{ title: { $in: [] } }, 'false'],
    [{ title: { $notIn: [] } }, 'title notNull'],
    [{ $not: { title: { $in: [] } } }, 'all'],
    [{ $not: { $not: { title: { $in: [] } } } }, 'false'],
    [{ tags: { name: { $in: [] } } }, 'false'],
    [{ $or: [{ title: { $in: [] } }, { rating: 1 }] }, 'rating eq 1'],
    [{ $or: [{ title: 'x' }, { $not: { title: { $in: [] } } }] }, 'all'],
    [{ rating: { $gt: 3 } }, 'rating gt 3'],
    [{ active: false }, 'active eq false'],
    [{ title: { $null: false } }, 'title notNull'],
    [{ moment: { $gt: new Date(0) } }, 'moment gt "1970-01-01T00:00:00.000Z"'],
    [Object.assign(Object.create(null), { title: 'x' }), 'title eq "x"'],
  ])('%j', (filters, expected) => {
    expect(outcomeOf(filters)).toBe(expected);
  });

  test.each<[string, unknown]>([
    ['an alternative without a condition', { $or: [{}, { title: 'x' }] }],
    ['a function', { title: () => 1 }],
    ['a symbol', { title: Symbol('x') }],
    ['a map', { title: new Map() }],
    ['a map for conditions', new Map()],
    ['a number', 7],
    ['null', null],
    ['not a number', { rating: Number.NaN }],
  ])('refuses %s', (_what, filters) => {
    expect(outcomeOf(filters)).toContain('400 ValidationError');
  });

  test('refuses a list longer than the limit, and takes one as long', () => {
    const list = Array.from({ length: LIMITS.arrayLimit + 1 }, (_, index) => index);
    expect(outcomeOf({ rating: { $in: list } })).toContain('Too many entries for $in at rating (101)');
    expect(outcomeOf({ $or: list.map((rating) => ({ rating })) })).toContain(
      'Too many entries for $or (101)',
    );
    expect(outcomeOf({ rating: { $in: list.slice(1) } })).toContain('rating in [1,2');
  });

  test('refuses what is nested too deeply, and takes what is not', () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? { title: 'x' } : { $not: nested(levels - 1) };
    expect(outcomeOf(nested(80))).toBe('title eq "x"');
    expect(outcomeOf(nested(101))).toContain('nested deeper than 100 levels');
    const related = (levels: number): unknown =>
      levels === 0 ? { name: 'x' } : { parent: related(levels - 1) };
    expect(outcomeOf(related(5000), 'category')).toContain('nested deeper than 100 levels');
    const presence = (levels: number): unknown =>
      levels === 0 ? { $null: true } : { $not: presence(levels - 1) };
    expect(outcomeOf({ category: presence(5000) })).toContain('nested deeper than 100 levels');
  });
});

describe('filters of entries in a zone, which plugins may use', () => {
  const context = { ...CONTEXT, limits: { ...LIMITS, zoneFilters: true } };
  const outcome = (text: string): string =>
    renderOutcome(() =>
      renderFilter(prepareQuery({ filters: fromQuery(text) }, typeNamed('article'), context, false).filter),
    );
  const invalid = (key: string, path: string): string =>
    renderOutcome(() => {
      throw coreErrors.QUERY_INVALID_KEY(key, path, 'filters');
    });
  test.each([
    ['filters[zone][on][shared.quote][by]=x', 'zone[by eq "x"]'],
    [
      'filters[zone][on][shared.quote][$or][0][by]=x&filters[zone][on][shared.quote][$or][1][by]=y',
      'zone[(by eq "x" | by eq "y")]',
    ],
    [
      'filters[zone][on][shared.quote][by]=x&filters[zone][on][shared.slider][files][name]=y',
      '(zone[by eq "x"] & zone[files[name eq "y"]])',
    ],
    ['filters[zone][on][shared.quote][$null]=true', '!zone[]'],
    ['filters[$not][zone][on][shared.quote][by]=x', '!zone[by eq "x"]'],
    ['filters[zone][on][shared.meta][key]=x', invalid('shared.meta', 'zone.on.shared.meta')],
    ['filters[zone][on][shared.quote][none]=x', invalid('none', 'zone.on.shared.quote')],
    ['filters[zone][on]=x', invalid('zone', 'zone')],
    ['filters[zone][on][shared.quote][by]=x&filters[zone][by]=x', invalid('zone', 'zone')],
  ])('%s', (text, expected) => expect(outcome(text)).toBe(expected));
});
