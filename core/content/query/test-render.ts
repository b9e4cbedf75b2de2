// Only for tests of this folder: writes a tree, or an error, as one short line.
import { AppError } from '../../kernel/errors/app-error';
import type { AnyModel } from '../model/compiled/content-type';
import type {
  AnswerField,
  BoundAxis,
  CompareFilter,
  EntryNode,
  Filter,
  Populate,
  QueryNode,
  SortKey,
} from './ast';
import { viewOf } from './model-view';
import { SCHEMA, VISITOR } from './test-schema';

export function renderFilter(filter: Filter | null): string {
  if (filter === null) return 'all';
  switch (filter.kind) {
    case 'and':
      return `(${filter.of.map(renderFilter).join(' & ')})`;
    case 'or':
      return `(${filter.of.map(renderFilter).join(' | ')})`;
    case 'not':
      return `!${renderFilter(filter.of)}`;
    case 'constant':
      return String(filter.value);
    case 'compare': {
      const name = `${filter.field.name}${isText(filter) ? ':text' : ''} ${filter.operator.name.slice(1)}`;
      return filter.value === null ? name : `${name} ${JSON.stringify(filter.value)}`;
    }
    case 'related':
    case 'entry':
      return `${filter.attribute.name}[${filter.where ? renderFilter(filter.where) : ''}]`;
  }
}

/** A comparison of text with a column that stores no text. */
function isText({ operator, field }: CompareFilter): boolean {
  const { kind } = field.type.column(field.options);
  const isList = field.type.filter?.kind === 'list';
  return (
    operator.takes === 'one' && operator.value === 'text' && kind !== 'string' && kind !== 'text' && !isList
  );
}

export const renderSort = (sort: readonly SortKey[]): string =>
  sort
    .map(({ steps, field, direction, origin }) => {
      const way = [...steps.map((step) => step.attribute.name), field.name].join('.');
      return `${origin ? '' : '~'}${way}${direction === 'desc' ? '-' : ''}`;
    })
    .join(' ');

export const renderFields = (fields: readonly AnswerField[] | null): string =>
  fields === null ? '*' : fields.map((each) => ('text' in each ? each.key : each.field.name)).join(',');

export function renderPopulate(populates: readonly Populate[]): string {
  return populates.map(renderOne).join(' ');
}

function renderOne(populate: Populate): string {
  const alias = populate.key === populate.attribute.name ? '' : `${populate.key}=`;
  const name = `${alias}${populate.attribute.name}${populate.count ? '#' : ''}`;
  switch (populate.kind) {
    case 'relation':
      return `${name}${populate.targets.map(populate.attribute.target === null ? renderNamedTarget : renderTarget).join('')}`;
    case 'component':
      return `${name}${renderEntry(populate.entry)}`;
    case 'zone':
      return `${name}<${[...populate.entries].map(([uid, entry]) => `${uid.slice(uid.indexOf('.') + 1)}${renderEntry(entry)}`).join(' ')}>`;
  }
}

const renderNamedTarget = (node: QueryNode): string => `:${node.type.singularName}${renderTarget(node)}`;

/** The parts that differ from the default: everything, in the order of the links. */
function renderTarget(node: QueryNode): string {
  const parts: string[] = [];
  if (!isWhole(node.fields, node.type)) parts.push(renderFields(node.fields));
  if (node.filter) parts.push(`if ${renderFilter(node.filter)}`);
  if (node.sort.some((key) => key.origin)) parts.push(`by ${renderSort(node.sort)}`);
  if (node.page) parts.push(`page ${node.page.start}+${node.page.limit}`);
  if (node.populate.length > 0) parts.push(renderPopulate(node.populate));
  return parts.length > 0 ? `{${parts.join('; ')}}` : '';
}

function renderEntry(entry: EntryNode): string {
  const parts: string[] = [];
  if (!isWhole(entry.fields, entry.component)) parts.push(renderFields(entry.fields));
  if (entry.filter) parts.push(`if ${renderFilter(entry.filter)}`);
  if (entry.sort.length > 0) parts.push(`by ${renderSort(entry.sort)}`);
  if (entry.populate.length > 0) parts.push(renderPopulate(entry.populate));
  return parts.length > 0 ? `{${parts.join('; ')}}` : '';
}

const isWhole = (fields: readonly AnswerField[] | null, model: AnyModel): boolean =>
  fields === null || fields === viewOf(VISITOR, SCHEMA, model).fields;

export const renderBound = (bound: readonly BoundAxis[]): string =>
  bound
    .map((axis) => {
      if (axis.kind === 'any') return `${axis.column}=*`;
      return axis.kind === 'parent'
        ? `${axis.column}<${axis.parentColumn}`
        : `${axis.column}=${axis.values.join('|')}`;
    })
    .join(' ');

/** `400 ValidationError: message {details}`; anything but an AppError is the test's own failure. */
export function renderOutcome(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { source: _source, ...details } = error.details ?? {};
    return `${error.status} ${error.name}: ${error.message} ${JSON.stringify(details)}`;
  }
}
