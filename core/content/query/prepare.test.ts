import * as fc from 'fast-check';
import { AppError } from '../../kernel/errors/app-error';
import { ANY, type AxisBindings, only } from '../model/compiled/axis';
import type { ContentType } from '../model/compiled/content-type';
import { FULL_VISIBILITY } from '../model/compiled/visibility';
import type { QueryNode, RelatedFilter } from './ast';
import { prepareQuery } from './prepare';
import type { QueryContext } from './query-context';
import { renderBound, renderFields, renderFilter, renderOutcome } from './test-render';
import { CONTEXT, typeNamed, VISITOR } from './test-schema';
import { walk } from './walk';

const ARTICLE = typeNamed('article');

/** Every place that reads rows, with what it is bound to. */
function bindings(root: QueryNode): string[] {
  const lines: string[] = [];
  walk(root, {
    node: (node) => void lines.push(`${node.type.singularName} ${renderBound(node.bound)}`.trim()),
    related: (filter: RelatedFilter) =>
      void lines.push(`?${filter.attribute.name} ${renderBound(filter.bound)}`.trim()),
    step: (step) => void lines.push(`^${step.attribute.name} ${renderBound(step.bound)}`.trim()),
  });
  return lines;
}

describe('axes', () => {
  const prepare = (raw: object, type: string, axes: AxisBindings = {}) =>
    bindings(prepareQuery(raw, typeNamed(type), { ...CONTEXT, axes }, false));

  test.each<[string, object, string, AxisBindings, string[]]>([
    ['the default, as it is stored', {}, 'article', {}, ['article tongue=en stage=0']],
    [
      'what the request says',
      {},
      'article',
      { tongue: only('fr'), stage: only('sketch') },
      ['article tongue=fr stage=1'],
    ],
    [
      'several values',
      {},
      'article',
      { tongue: { kind: 'values', values: ['en', 'fr'] } },
      ['article tongue=en|fr stage=0'],
    ],
    [
      'below: the same value',
      { populate: 'author' },
      'article',
      { stage: only('sketch') },
      ['article tongue=en stage=1', 'author stage=1'],
    ],
    [
      'a type without axes passes the request on',
      { populate: 'articles' },
      'category',
      { tongue: only('fr') },
      ['category', 'article tongue=fr stage=0'],
    ],
    [
      'a value through a type without axes',
      { populate: 'category.articles' },
      'article',
      { tongue: only('fr') },
      ['article tongue=fr stage=0', 'category', 'article tongue=fr stage=0'],
    ],
    [
      'any: from further up, the request',
      { populate: 'category.articles' },
      'article',
      { tongue: ANY },
      ['article tongue=* stage=0', 'category', 'article tongue=* stage=0'],
    ],
    [
      'filters and sorts follow like nodes',
      { filters: { author: { articles: { title: 'x' } } }, sort: 'author.articles.title' },
      'article',
      { stage: only('sketch'), tongue: only('fr') },
      [
        'article tongue=fr stage=1',
        '?author stage=1',
        '?articles tongue=fr stage=1',
        '^author stage=1',
        '^articles tongue=fr stage=1',
      ],
    ],
  ])('%s', (_name, raw, type, axes, expected) => {
    expect(prepare(raw, type, axes)).toEqual(expected);
  });

  test('any of a direct parent is followed row by row', () => {
    expect(
      prepare({ populate: { many: { on: { 'api::article.article': true } } } }, 'zoo', { tongue: ANY }),
    ).toEqual(['zoo tongue=*', 'article tongue<tongue stage=0']);
  });

  test('a filter on an axis of the root chooses the rows itself', () => {
    const fr = { axes: { tongue: only('en') } };
    const root = (filters: unknown) =>
      renderBound(prepareQuery({ filters }, ARTICLE, { ...CONTEXT, ...fr }, false).bound);
    expect(root({ tongue: 'fr' })).toBe('tongue=* stage=0');
    expect(root({ $and: [{ tongue: 'fr' }, { title: 'x' }] })).toBe('tongue=* stage=0');
    expect(root({ $not: { tongue: 'fr' } })).toBe('tongue=en stage=0');
    expect(root({ title: 'x' })).toBe('tongue=en stage=0');
  });

  test('a node keeps its own value', () => {
    const context: QueryContext = {
      ...CONTEXT,
      transform: (root) =>
        walk(root, {
          node(node, above) {
            if (above) node.axes = { stage: only('sketch') };
          },
        }),
    };
    expect(bindings(prepareQuery({ populate: 'author' }, ARTICLE, context, false))).toEqual([
      'article tongue=en stage=0',
      'author stage=1',
    ]);
  });
});

describe('visibility', () => {
  const owns = (type: ContentType) =>
    type.singularName === 'tag' ? { name: 'mine', articles: { secretly: 1 } } : undefined;

  test('a row filter is part of every place that reads the type, and sees what the caller does not', () => {
    const visibility = {
      ...VISITOR,
      readable: (_model: unknown, attribute: { name: string }) => attribute.name !== 'name',
      rowFilter: (type: ContentType) => (type.singularName === 'tag' ? { name: 'mine' } : undefined),
    };
    const raw = { filters: { $not: { tags: { id: 3 } } }, populate: 'tags' };
    const root = prepareQuery(raw, ARTICLE, { ...CONTEXT, visibility }, false);
    expect(renderFilter(root.filter)).toBe('!tags[(id eq 3 & name eq "mine")]');
    const [tags] = root.populate;
    expect(tags?.kind === 'relation' && tags.targets.map(({ filter }) => renderFilter(filter))).toEqual([
      'name eq "mine"',
    ]);
    expect(
      renderOutcome(() =>
        renderFilter(
          prepareQuery({ filters: { tags: { name: 'x' } } }, ARTICLE, { ...CONTEXT, visibility }, false)
            .filter,
        ),
      ),
    ).toContain('Invalid key name at tags');
  });

  test('a wrong row filter is not the mistake of the caller', () => {
    const visibility = { ...VISITOR, rowFilter: owns };
    expect(() => prepareQuery({ populate: 'tags' }, ARTICLE, { ...CONTEXT, visibility }, false)).toThrow(
      /^The row filter for api::tag.tag/,
    );
  });

  test('the program reads private attributes, and no caller reads secrets', () => {
    const full = { ...CONTEXT, visibility: FULL_VISIBILITY };
    const fields = renderFields(prepareQuery({}, ARTICLE, full, false).fields).split(',');
    expect(fields).toContain('private_note');
    expect(fields).not.toContain('secret');
    expect(() => prepareQuery({ filters: { secret: 'x' } }, ARTICLE, full, false)).toThrow(
      'Invalid key secret',
    );
  });
});

describe('_q', () => {
  const search = (q: unknown, type = 'category', visibility = CONTEXT.visibility) =>
    renderOutcome(() =>
      renderFilter(
        prepareQuery({ _q: q, filters: { id: 1 } }, typeNamed(type), { ...CONTEXT, visibility }, false)
          .filter,
      ),
    );

  test('looks into readable text, in any case', () => {
    expect(search('x')).toBe('(id eq 1 & (documentId containsi "x" | name containsi "x"))');
    expect(search('x', 'article')).toContain('title containsi "x" | body containsi "x"');
    expect(search('x', 'article')).not.toContain('rating');
    expect(search('3', 'article')).toContain('rating eq 3');
    expect(search(3, 'article')).toContain('title containsi "3"');
    for (const visibility of [CONTEXT.visibility, FULL_VISIBILITY])
      expect(search('x', 'article', visibility)).not.toMatch(/private_note|secret/);
    expect(search('')).toBe('id eq 1');
    expect(search(['x'])).toContain('400 ValidationError: Invalid _q parameter');
  });
});

describe('the tree', () => {
  test('transform sees resolved fields and may add predicates; limits are checked after it', () => {
    const seen: string[] = [];
    const context: QueryContext = {
      ...CONTEXT,
      transform: (root) => {
        seen.push(renderFields(root.fields));
        root.filter = { kind: 'constant', value: false };
      },
    };
    const root = prepareQuery({ fields: 'title' }, ARTICLE, context, false);
    expect(seen).toEqual(['id,documentId,title']);
    expect(renderFilter(root.filter)).toBe('false');
  });

  test('two requests share no changing part', () => {
    const raw = { populate: '*', filters: { tags: { name: 'x' } } };
    const first = prepareQuery(raw, ARTICLE, { ...CONTEXT, axes: { tongue: only('fr') } }, false);
    const before = bindings(first);
    prepareQuery(raw, ARTICLE, { ...CONTEXT, axes: { tongue: only('de') } }, false);
    expect(bindings(first)).toEqual(before);
  });
});

describe('whatever is sent', () => {
  const words = fc.constantFrom(
    'title',
    'rating',
    'category',
    'tags',
    'seo',
    'links',
    'zone',
    'hidden',
    'absent',
    'secret',
    'name',
    'parent',
    'articles',
    'one',
    'many',
    '$eq',
    '$in',
    '$not',
    '$and',
    '$or',
    '$null',
    '$between',
    '$contains',
    'populate',
    'fields',
    'filters',
    'sort',
    'on',
    'count',
    'shared.quote',
    'pagination',
    'limit',
    'page',
    '*',
    '__proto__',
    'constructor',
    'toString',
    'id',
    'a.b',
    'category.parent',
    'true',
    '',
    'asc',
    'title:desc',
    '-1',
  );
  const leaf = fc.oneof(
    words,
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.date(),
    fc.bigInt(),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(words, tie('tree'), { maxKeys: 4 }),
    ),
  }));
  const raw = fc.record(
    { filters: tree, sort: tree, fields: tree, populate: tree, pagination: tree, _q: tree },
    { requiredKeys: [] },
  );

  test.each(['article', 'category', 'zoo'])('%s answers with a tree or a 400', (name) => {
    const type = typeNamed(name);
    fc.assert(
      fc.property(raw, fc.boolean(), (query, populatePages) => {
        try {
          prepareQuery(query, type, { ...CONTEXT, limits: { ...CONTEXT.limits, populatePages } }, false);
        } catch (error) {
          if (!(error instanceof AppError) || error.status !== 400) throw error;
        }
      }),
      { numRuns: 1500 },
    );
  });

  test.each(['filters', 'sort', 'fields', 'populate', 'pagination', '_q'])('%s alone, too', (param) => {
    fc.assert(
      fc.property(tree, (value) => {
        try {
          prepareQuery({ [param]: value }, ARTICLE, CONTEXT, false);
        } catch (error) {
          if (!(error instanceof AppError) || error.status !== 400) throw error;
        }
      }),
      { numRuns: 1500 },
    );
  });
});
