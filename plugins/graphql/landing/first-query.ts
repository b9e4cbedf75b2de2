// The query with which GraphiQL opens: a list that the visitor may read, with names of the application's own schema.
import { type App, AppError, type ContentType, type RequestContext } from '../../../core';
import type { GraphqlModel } from '../model/model';
import { listField, oneField } from '../model/names';

/** Types whose permission is asked before the page says that a token is needed. */
const MOST_TYPES = 50;
const FIELDS = 3;

export async function firstQuery(app: App, model: GraphqlModel, request: RequestContext): Promise<string> {
  const types = model.types.filter((type) => model.isActionEnabled(type, 'find')).sort(byKind);
  if (types.length === 0) return '{ __typename }';
  for (const type of types.slice(0, MOST_TYPES))
    if (await mayFind(app, model, type, request)) return queryOf(type, model);
  return `# No content type is readable without credentials. Set a token in "Headers": { "Authorization": "Bearer …" }\n# ${oneLine(queryOf(types[0] as ContentType, model))}\n{ __typename }`;
}

const byKind = (one: ContentType, other: ContentType): number =>
  Number(one.kind === 'singleType') - Number(other.kind === 'singleType');

async function mayFind(app: App, model: GraphqlModel, type: ContentType, request: RequestContext) {
  try {
    await app.server.authorize(request, { action: model.queryAction(type, 'find'), method: 'GET' });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

function queryOf(type: ContentType, model: GraphqlModel): string {
  const fields = [...model.of(type.uid).fields.values()].flatMap((field) =>
    field.kind === 'scalar' && !field.instead && type.attributes.has(field.attribute.name)
      ? [field.attribute.name]
      : [],
  );
  const selected = ['documentId', ...fields.slice(0, FIELDS)].join('\n    ');
  const name = type.kind === 'singleType' ? oneField(type) : `${listField(type)}(pagination: { limit: 5 })`;
  return `query {\n  ${name} {\n    ${selected}\n  }\n}\n`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
