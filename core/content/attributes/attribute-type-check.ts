// Checks the attribute types that plugins add.
import * as check from '../../kernel/check/checks';
import { aCheck, nullable, part, variants } from '../../kernel/check/part';
import { EVERY_KIND } from './filter-operator';

const text = check.string({ min: 1 });
const fn = check.callable();
const flag = check.optional(check.boolean());
const maybe = check.optional(fn);

const common = {
  kind: text,
  name: text,
  description: check.optional(check.string()),
  options: aCheck,
  checkOptions: maybe,
};

const filterPart = part({
  kind: check.oneOf(...EVERY_KIND),
  except: check.optional(check.array(text)),
  parse: fn,
  absent: check.optional(check.anything()),
});

/** The part before `FilterInput` names a scalar. Another form would give two GraphQL types one name. */
const filterInput = check.string({
  pattern: /^\w+FilterInput$/,
  expected: 'a name such as "GeoPointFilterInput"',
});

const structural = part(common);

export const attributeTypeCheck = variants('kind', {
  scalar: part({
    ...common,
    column: fn,
    parse: fn,
    check: fn,
    prepare: maybe,
    secret: flag,
    nullable: flag,
    json: fn,
    jsonNumber: maybe,
    toJson: fn,
    fromJson: fn,
    entry: fn,
    filter: nullable(filterPart),
    sortable: check.boolean(),
    aggregates: check.array(check.oneOf('avg', 'sum', 'min', 'max', 'groupBy')),
    searchable: flag,
    textKey: check.optional(text),
    alwaysUnique: flag,
    graphql: part({ output: text, input: text, filter: filterInput, values: maybe }),
    openapi: fn,
  }),
  lowered: part({ ...common, lower: fn }),
  relation: structural,
  component: structural,
  dynamiczone: structural,
});
