import { parse } from 'qs';
import { checkMisplacedPagination, UNLIMITED } from './parse-pagination';
import { prepareQuery } from './prepare';
import { renderFields, renderOutcome, renderSort } from './test-render';
import { CONTEXT, LIMITS, typeNamed, VISITOR } from './test-schema';

const QS = { depth: 100, arrayLimit: 100, strictNullHandling: true } as const;
const ARTICLE = typeNamed('article');
const prepare = (text: string, limits = LIMITS) =>
  prepareQuery(parse(text, QS), ARTICLE, { ...CONTEXT, limits }, false);

const key = (name: string, path: string | null, param: string): string =>
  `400 ValidationError: Invalid key ${name}${path && path !== name ? ` at ${path}` : ''} ${JSON.stringify({ key: name, path, param })}`;

describe('sort', () => {
  const wrongOrder = '400 ValidationError: Invalid order. order can only be one of asc|desc|ASC|DESC {}';

  test.each([
    ['', '~id'],
    ['sort=title', 'title ~id'],
    ['sort=title:desc', 'title- ~id'],
    ['sort=title:DESC', 'title- ~id'],
    ['sort=title:asc:x', 'title ~id'],
    ['sort=title:asc, rating:desc', 'title rating- ~id'],
    ['sort[0]=title&sort[1]=rating:desc', 'title rating- ~id'],
    ['sort[]=title,rating', 'title rating ~id'],
    ['sort=title&sort=rating', 'title rating ~id'],
    ['sort[title]=desc', 'title- ~id'],
    ['sort[category][name]=desc', 'category.name- ~id'],
    ['sort[0][title]=Desc', 'title- ~id'],
    ['sort=category.parent.name', 'category.parent.name ~id'],
    ['sort=tags.name:desc', 'tags.name- ~id'],
    ['sort=seo.metaTitle', 'seo.metaTitle ~id'],
    ['sort=links.label', 'links.label ~id'],
    ['sort=cover.name', 'cover.name ~id'],
    ['sort=id:desc', 'id-'],
    ['sort=title,id', 'title id'],
    ['sort=category.id', 'category.id ~id'],
    ['sort=createdAt', 'createdAt ~id'],
    ['sort=meta:desc', 'meta- ~id'],
    ['sort=tags.name,tags.id,links.label,links.id', 'tags.name tags.id links.label links.id ~id'],
    ['sort=', '~id'],
    ['sort', '~id'],
    ['sort=,', '~id'],
    ['sort=:asc', '~id'],
    ['sort[title]=', '~id'],
    ['sort=title:bad', wrongOrder],
    ['sort=title:', wrongOrder],
    ['sort[title]=bad', wrongOrder],
    ['sort=nope', key('nope', null, 'sort')],
    ['sort=-title', key('-title', null, 'sort')],
    ['sort=title desc', key('title desc', null, 'sort')],
    ['sort[nope]=', key('nope', null, 'sort')],
    ['sort=private_note', key('private_note', null, 'sort')],
    ['sort=secret', key('secret', null, 'sort')],
    ['sort=hidden.name', key('hidden', null, 'sort')],
    ['sort=category.nope', key('nope', 'category', 'sort')],
    ['sort=category', key('category', 'category', 'sort')],
    ['sort=category.parent', key('parent', 'category.parent', 'sort')],
    ['sort=seo', key('seo', 'seo', 'sort')],
    ['sort=zone', key('zone', 'zone', 'sort')],
    ['sort=zone.text', key('zone', 'zone', 'sort')],
    ['sort=title.foo', key('foo', 'title', 'sort')],
    ['sort[title][order]=asc', key('order', 'title', 'sort')],
    [
      `sort=${'title,'.repeat(101)}`,
      '400 ValidationError: Too many entries for sort (102). The maximum number of entries of a list in a query is 100. {"key":"sort","path":null,"param":"sort"}',
    ],
  ])('%s', (text, expected) => {
    expect(renderOutcome(() => renderSort(prepare(text).sort))).toBe(expected);
  });

  test('refuses what is neither text nor names', () => {
    const outcome = (sort: unknown) =>
      renderOutcome(() => renderSort(prepareQuery({ sort }, ARTICLE, CONTEXT, true).sort));
    for (const sort of [7, true, [7], { title: 7 }, { title: ['asc'] }])
      expect(outcome(sort)).toContain('400 ValidationError: Invalid sort parameter');
    expect(outcome([undefined, null, 'title'])).toBe('title ~id');
  });

  test('sorts by the rows that a row filter shows', () => {
    const visibility = {
      ...VISITOR,
      rowFilter: (type: { singularName: string }) =>
        type.singularName === 'tag' ? { name: 'x' } : undefined,
    };
    const outcome = renderOutcome(() =>
      renderSort(prepareQuery({ sort: 'tags.name' }, ARTICLE, { ...CONTEXT, visibility }, false).sort),
    );
    expect(outcome).toBe('tags.name ~id');
  });
});

describe('fields', () => {
  const all =
    'id,documentId,title,body,rating,price,active,kind,day,at,moment,meta,words,createdAt,updatedAt,tongue';
  const form = '400 ValidationError: Invalid fields parameter. Expected a string or an array of strings {}';

  test.each([
    ['', all],
    ['fields=*', all],
    ['fields[0]=*', all],
    ['fields=title', 'id,documentId,title'],
    ['fields=rating,title', 'id,documentId,rating,title'],
    ['fields=rating, title', 'id,documentId,rating,title'],
    ['fields[0]=rating&fields[1]=title', 'id,documentId,rating,title'],
    ['fields[]=rating&fields[]=rating', 'id,documentId,rating'],
    ['fields=title&fields=documentId&fields=tongue', 'id,documentId,title,tongue'],
    ['fields=', form],
    ['fields', form],
    ['fields[0]=title,rating', form],
    ['fields[title]=1', form],
    [`fields=${'title,'.repeat(101)}`, form],
    ['fields[0]=', key('', null, 'fields')],
    ['fields=nope', key('nope', null, 'fields')],
    ['fields[]=*&fields[]=nope', key('nope', null, 'fields')],
    ['fields=Title', key('Title', null, 'fields')],
    ['fields=category.name', key('category.name', null, 'fields')],
    ['fields=private_note', key('private_note', null, 'fields')],
    ['fields=secret', key('secret', null, 'fields')],
    ['fields=hidden', key('hidden', null, 'fields')],
    ['fields=category', key('category', 'category', 'fields')],
    ['fields=seo', key('seo', 'seo', 'fields')],
    ['fields=zone', key('zone', 'zone', 'fields')],
  ])('%s', (text, expected) => {
    expect(renderOutcome(() => renderFields(prepare(text).fields))).toBe(expected);
  });

  test('names what a waiting attribute waits for', () => {
    expect(renderOutcome(() => renderFields(prepare('fields=absent').fields))).toContain(
      'absent cannot be used: it needs the plugin "away"',
    );
  });
});

describe('pagination', () => {
  const page = (text: string, limits = LIMITS): string =>
    renderOutcome(() => {
      const { page: found } = prepare(text, limits);
      if (!found) return 'none';
      const { style, start, limit, page: number, pageSize, withCount } = found;
      return `${style} ${start}+${limit} (${number}, ${pageSize})${withCount ? '' : ' uncounted'}`;
    });

  test.each([
    ['', 'page 0+25 (1, 25)'],
    ['pagination', 'page 0+25 (1, 25)'],
    ['pagination[nope]=1', 'page 0+25 (1, 25)'],
    ['pagination[page]=3', 'page 50+25 (3, 25)'],
    ['pagination[page]=2&pagination[pageSize]=10', 'page 10+10 (2, 10)'],
    ['pagination[pageSize]=250', 'page 0+100 (1, 100)'],
    ['pagination[pageSize]=1e1', 'page 0+10 (1, 10)'],
    ['pagination[pageSize]=0x10', 'page 0+16 (1, 16)'],
    ['pagination[page]=%205', 'page 100+25 (5, 25)'],
    ['pagination[start]=5', 'offset 5+25 (1, 25)'],
    ['pagination[start]=30&pagination[limit]=10', 'offset 30+10 (4, 10)'],
    ['pagination[limit]=250', 'offset 0+100 (1, 100)'],
    ['pagination[limit]=-1', 'offset 0+100 (1, 100)'],
    ['pagination[withCount]=false', 'page 0+25 (1, 25) uncounted'],
    ['pagination[withCount]=f&pagination[start]=0', 'offset 0+25 (1, 25) uncounted'],
    ['pagination[withCount]=t', 'page 0+25 (1, 25)'],
  ])('%s', (text, expected) => {
    expect(page(text)).toBe(expected);
  });

  test.each([
    'pagination[page]=0',
    'pagination[page]=-1',
    'pagination[page]=7.5',
    'pagination[page]=abc',
    'pagination[page]=',
    'pagination[page]',
    'pagination[page]=1e20',
    'pagination[page]=9007199254740991',
    'pagination[page][a]=1',
    'pagination[pageSize]=0',
    'pagination[pageSize]=-1',
    'pagination[pageSize]=Infinity',
    'pagination[limit]=0',
    'pagination[limit]=-2',
    'pagination[limit]=7.5',
    'pagination[limit]=abc',
    'pagination[start]=-1',
    'pagination[start]=NaN',
    'pagination=abc',
    'pagination=',
    'pagination[withCount]=',
    'pagination[withCount]=TRUE',
    'pagination[withCount]=2',
  ])('refuses %s', (text) => {
    expect(page(text)).toMatch(/^400 ValidationError: .*\{\}$/);
  });

  test('refuses both kinds at once', () => {
    const mixed = '400 PaginationError: Cannot use both page & offset pagination in the same query {}';
    expect(page('pagination[page]=1&pagination[limit]=5')).toBe(mixed);
    expect(page('pagination[pageSize]=1&pagination[start]=5')).toBe(mixed);
  });

  test('without a maximum, all means all', () => {
    const limits = { ...LIMITS, maxLimit: null };
    expect(page('pagination[limit]=-1', limits)).toBe(`offset 0+${UNLIMITED} (1, ${UNLIMITED})`);
    expect(page('pagination[pageSize]=5000', limits)).toBe('page 0+5000 (1, 5000)');
  });

  test('the maximum cuts the default too', () => {
    expect(page('', { ...LIMITS, maxLimit: 10 })).toBe('page 0+10 (1, 10)');
  });

  test('one document has no page, whatever is said', () => {
    expect(prepareQuery({ pagination: 'abc' }, ARTICLE, CONTEXT, true).page).toBeNull();
  });

  test('`page` at the top is a 400', () => {
    expect(() => checkMisplacedPagination('pageSize')).toThrow('must be in the pagination object');
    expect(() => checkMisplacedPagination('limit')).not.toThrow();
  });
});
