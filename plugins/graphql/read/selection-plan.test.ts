import { buildSchema, type FragmentDefinitionNode, type OperationDefinitionNode, parse } from 'graphql';
import { SelectionPlan } from './selection-plan';

const schema = buildSchema(`
  type Query { article: Article sections: [Section] }
  type Article { title: String body: String author: Article }
  type Quote { text: String }
  union Section = Article | Quote
`);

function planOf(text: string, variables: Readonly<Record<string, unknown>> = {}): SelectionPlan {
  const { definitions } = parse(text);
  const fragments = Object.fromEntries(
    definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === 'FragmentDefinition')
      .map((each) => [each.name.value, each]),
  );
  return SelectionPlan.ofOperation(definitions[0] as OperationDefinitionNode, {
    schema,
    fragments,
    variables,
  });
}

const below = (plan: SelectionPlan, key: string): SelectionPlan =>
  plan.fields().find((each) => each.key === key) as SelectionPlan;
const keysOf = (plan: SelectionPlan, type?: string): string[] => plan.fields(type).map(({ key }) => key);

it('merges nodes with one response key, and opens fragments', () => {
  const plan = planOf(`
    { article { title author { title } ...More } }
    fragment More on Article { headline: title author { body } }
  `);
  const article = below(plan, 'article');
  expect(keysOf(article)).toEqual(['title', 'author', 'headline']);
  expect(keysOf(below(article, 'author'))).toEqual(['title', 'body']);
  expect(below(article, 'headline').name).toBe('title');
});

it('leaves out what @skip and @include leave out', () => {
  const text = 'query ($yes: Boolean!) { article { title @skip(if: $yes) body @include(if: $yes) } }';
  expect(keysOf(below(planOf(text, { yes: true }), 'article'))).toEqual(['body']);
  expect(keysOf(below(planOf(text, { yes: false }), 'article'))).toEqual(['title']);
});

it('has the fields of one type of a union, and those of all types', () => {
  const sections = below(
    planOf('{ sections { ... on Article { title } ... on Section { __typename ... on Quote { text } } } }'),
    'sections',
  );
  expect(keysOf(sections, 'Article')).toEqual(['title', '__typename']);
  expect(keysOf(sections, 'Quote')).toEqual(['__typename', 'text']);
  expect(keysOf(sections)).toEqual(['title', '__typename', 'text']);
});

it('opens each selection once, and counts its fields', () => {
  const plan = planOf('{ article { title } other: article { title body } }');
  expect(plan.opened).toBe(0);
  const article = below(plan, 'article');
  expect(article.fields('Article')).toBe(article.fields());
  expect(keysOf(below(plan, 'other'))).toEqual(['title', 'body']);
  expect(plan.opened).toBe(5);
});

it('refuses fragments that stand for too many fields', () => {
  const levels = Array.from(
    { length: 15 },
    (_, level) =>
      `fragment L${level} on Article { a: author { ...L${level + 1} } b: author { ...L${level + 1} } }`,
  );
  const plan = planOf(`{ article { ...L0 } } ${levels.join(' ')} fragment L15 on Article { title }`);
  const open = (field: SelectionPlan): void => field.fields().forEach(open);
  expect(() => open(plan)).toThrow('more than 20000 fields');
});
