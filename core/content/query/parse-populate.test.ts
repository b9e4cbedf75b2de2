import { parse } from 'qs';
import { prepareQuery } from './prepare';
import { renderOutcome, renderPopulate } from './test-render';
import { CONTEXT, LIMITS, typeNamed } from './test-schema';

const QS = { depth: 100, arrayLimit: 100, strictNullHandling: true } as const;

const outcomeOf = (populate: unknown, type = 'article', limits = LIMITS): string =>
  renderOutcome(() =>
    renderPopulate(prepareQuery({ populate }, typeNamed(type), { ...CONTEXT, limits }, false).populate),
  );
const fromQuery = (text: string): unknown => parse(text, QS).populate;

const key = (name: string, path: string | null): string =>
  `400 ValidationError: Invalid key ${name}${path && path !== name ? ` at ${path}` : ''} ${JSON.stringify({ key: name, path, param: 'populate' })}`;

describe('populate', () => {
  test.each([
    ['populate=*', 'cover category tags author seo links zone<quote slider ref>'],
    ['populate=category', 'category'],
    ['populate[0]=tags&populate[1]=category', 'tags category'],
    ['populate[]=tags', 'tags'],
    ['populate=tags&populate=category', 'tags category'],
    ['populate=tags, category', 'tags category'],
    ['populate=tags,tags', 'tags'],
    ['populate[tags]=true&populate[category]=1', 'tags category'],
    ['populate[tags]=false&populate[category]=0', ''],
    ['populate=', ''],
    ['populate', ''],
    ['populate=seo.metas', 'seo{metas}'],
    ['populate=author.profile', 'author{profile}'],
    ['populate=category.parent.parent', 'category{parent{parent}}'],
    ['populate[0]=seo&populate[1]=seo.metas&populate[2]=seo.image', 'seo{metas image}'],
    ['populate=zone', 'zone<quote slider ref>'],
    ['populate=zone.files', 'zone<quote slider{files} ref>'],
    ['populate=zone.files,zone.target', 'zone<quote slider{files} ref{target}>'],
    ['populate[category][populate][0]=parent', 'category{parent}'],
    ['populate[category][populate]=parent', 'category{parent}'],
    ['populate[category][populate]=parent.parent', 'category{parent{parent}}'],
    ['populate[category][populate]=*', 'category{articles parent}'],
    ['populate[category][populate][parent]=true', 'category{parent}'],
    [
      'populate[category][populate][parent][populate][parent][fields]=name',
      'category{parent{parent{id,documentId,name}}}',
    ],
    ['populate[tags][fields][0]=name', 'tags{id,documentId,name}'],
    ['populate[tags][filters][name]=x', 'tags{if name eq "x"}'],
    ['populate[tags][sort]=name:desc', 'tags{by name- ~id}'],
    ['populate[category][filters][articles][title]=x', 'category{if articles[title eq "x"]}'],
    ['populate[tags][count]=true', 'tags#'],
    ['populate[tags][count]=0', 'tags'],
    ['populate[links][filters][label]=x&populate[links][sort]=label', 'links{if label eq "x"; by label}'],
    ['populate[seo][populate][metas][filters][key]=x', 'seo{metas{if key eq "x"}}'],
    ['populate[seo][populate][metas][sort]=key', 'seo{metas{by key}}'],
    ['populate[zone][on][shared.quote][filters][by]=x', 'zone<quote{if by eq "x"} slider ref>'],
    ['populate[links][count]=true', 'links#'],
    ['populate[seo][fields]=metaTitle', 'seo{id,metaTitle}'],
    ['populate[seo][populate]=*', 'seo{image metas}'],
    ['populate[zone]=true', 'zone<quote slider ref>'],
    ['populate[zone][populate]=*', 'zone<quote slider{files} ref{target}>'],
    ['populate[zone][count]=true', 'zone#<quote slider ref>'],
    ['populate[zone][on][shared.slider][populate][0]=files', 'zone<quote slider{files} ref>'],
    ['populate[zone][on][shared.slider][populate]=*', 'zone<quote slider{files} ref>'],
    [
      'populate[zone][on][shared.slider][populate]=*&populate[zone][populate][0]=x',
      'zone<quote slider{files} ref>',
    ],
    ['populate[zone][on][shared.slider]=*', 'zone<quote slider{files} ref>'],
    ['populate[zone][on][shared.quote]=true', 'zone<quote slider ref>'],
    [
      'populate[zone][on][shared.ref][populate][target][fields]=name',
      'zone<quote slider ref{target{id,documentId,name}}>',
    ],
    ['populate[zone][on][shared.meta]=true', 'zone<quote slider ref>'],
    ['populate[category]=*', 'category{articles parent}'],
    ['populate[0]=&populate[1]=tags', 'tags'],
    ['populate[tags][filters]=', 'tags'],
    // a target the caller may not read is left out, by name and by *, with all that is below it
    ['populate=hidden', ''],
    ['populate[hidden][fields]=nope', ''],
    ['populate=hidden.nope,tags', 'tags'],
  ])('%s', (text, expected) => {
    expect(outcomeOf(fromQuery(text))).toBe(expected);
  });

  test.each([
    ['populate=true', key('true', 'true')],
    ['populate=1', key('1', '1')],
    ['populate=nope', key('nope', 'nope')],
    ['populate=title', key('title', 'title')],
    ['populate=private_note', key('private_note', 'private_note')],
    ['populate=private_tags', key('private_tags', 'private_tags')],
    ['populate[0]=*', key('*', '*')],
    ['populate[*]=true', key('*', null)],
    ['populate[nope]=false', key('nope', null)],
    ['populate[tags]=abc', key('abc', 'tags')],
    ['populate[tags]=', key('', 'tags')],
    ['populate[tags][limit]=1', key('limit', 'tags')],
    ['populate[tags][start]=1', key('start', 'tags')],
    ['populate[tags][pagination][page]=1', key('pagination', 'tags')],
    ['populate[tags][attribute]=category', key('attribute', 'tags')],
    ['populate[tags][on][x]=1', key('on', 'tags')],
    ['populate[tags][0]=articles', key('0', 'tags')],
    ['populate[category][populate]=parent,articles', key('parent,articles', 'category')],
    ['populate=category.nope', key('nope', 'category.nope')],
    ['populate=category.name', key('name', 'category.name')],
    ['populate[category][fields][0]=nope', key('nope', null)],
    ['populate[category][filters][nope]=x', key('nope', null)],
    ['populate[category][sort]=nope', key('nope', null)],
    ['populate[150]=tags', key('150', null)],
    ['populate=zone.nope', key('nope', 'zone.nope')],
    ['populate[zone][on]=*', key('on', 'zone.on')],
    ['populate[zone][on][0]=*', key('0', 'zone.on.0')],
    ['populate[zone][populate][0]=files', key('populate', 'zone')],
    ['populate[zone][populate]=files,target', key('populate', 'zone')],
    ['populate[zone][limit]=1', key('limit', 'zone')],
    ['populate[zone][on][shared.nope]=true', key('shared.nope', 'zone.on.shared.nope')],
    ['populate[zone][on][shared.quote]=abc', key('abc', 'zone.on.shared.quote')],
    ['populate[zone][on][shared.slider][populate][0]=nope', key('nope', 'zone.on.shared.slider')],
    [
      'populate[zone]=*',
      '400 ValidationError: Invalid nested populate for article.zone (api::article.article). Expected a fragment ("on") or "count" but found "*" {}',
    ],
    [
      'populate[zone][fields]=text',
      '400 ValidationError: Invalid nested populate for article.zone (api::article.article). Expected a fragment ("on") or "count" but found {"fields":"text"} {}',
    ],
    [
      'populate[zone][sort]=text',
      '400 ValidationError: Invalid nested populate for article.zone (api::article.article). Expected a fragment ("on") or "count" but found {"sort":"text"} {}',
    ],
  ])('refuses %s', (text, expected) => {
    expect(outcomeOf(fromQuery(text))).toBe(expected);
  });

  test.each([
    ['populate=absent', 'absent cannot be used: it needs the plugin "away"'],
    ['populate[tags][count]=maybe', 'count at tags takes true or false'],
    ['populate[0][a]=1', 'Invalid populate parameter'],
  ])('says why it refuses %s', (text, message) => {
    const outcome = outcomeOf(fromQuery(text));
    expect(outcome).toContain('400 ValidationError');
    expect(outcome).toContain(message);
  });

  test('polymorphic relations have a node per type that may be read', () => {
    expect(outcomeOf('one', 'zoo')).toBe('one:article:category:tag:author:profile:zoo:file');
    expect(
      outcomeOf({ many: { on: { 'api::tag.tag': { fields: 'name' }, 'api::hidden.hidden': true } } }, 'zoo'),
    ).toBe('many:tag{id,documentId,name}');
    expect(outcomeOf('many.profile', 'zoo')).toContain(':author{profile}');
    expect(outcomeOf({ many: { on: { 'api::nope.nope': true } } }, 'zoo')).toBe(
      key('api::nope.nope', 'many.on.api::nope.nope'),
    );
    expect(outcomeOf({ many: { fields: 'name' } }, 'zoo')).toContain('Expected a fragment');
  });

  test('the engine has pages for each parent and aliases', () => {
    const limits = { ...LIMITS, populatePages: true };
    const populate = {
      first: { attribute: 'tags', pagination: { start: 2, limit: 3 } },
      second: { attribute: 'tags', limit: 1, sort: 'name' },
      category: { attribute: undefined },
      capped: { attribute: 'tags', pagination: { pageSize: 5000 } },
    };
    expect(outcomeOf(populate, 'article', limits)).toBe(
      'first=tags{page 2+3} second=tags{by name ~id; page 0+1} category capped=tags{page 0+100}',
    );
    expect(outcomeOf({ x: { attribute: 'nope' } }, 'article', limits)).toBe(key('nope', null));
    expect(outcomeOf({ tags: { pagination: 7 } }, 'article', limits)).toContain(
      'pagination at tags takes an object',
    );
  });

  test('a list longer than the limit is a 400 that names other forms', () => {
    const list = Array.from({ length: 101 }, () => 'tags');
    expect(outcomeOf(list)).toBe(
      '400 ValidationError: Too many populate entries (101). The maximum number of populate entries when using array notation is 100. Consider using object notation (populate[field]=true), nested population, or reducing the number of fields. {"param":"populate"}',
    );
    expect(outcomeOf(list.slice(1))).toBe('tags');
  });

  test('twelve levels work; what nests or costs too much is refused before it is built', () => {
    const path = (levels: number): string => Array.from({ length: levels }, () => 'parent').join('.');
    expect(outcomeOf(path(12), 'category')).toContain('parent{parent{parent');
    expect(outcomeOf(path(101), 'category')).toContain('nested deeper than 100 levels');
    expect(outcomeOf(path(60), 'category')).toContain('more than 50 statements');
    const fan = (levels: number): unknown =>
      levels === 0 ? '*' : { one: { on: { 'api::zoo.zoo': { populate: fan(levels - 1) } } }, many: true };
    expect(outcomeOf(fan(40), 'zoo')).toContain('The query is too costly at');
  });
});
