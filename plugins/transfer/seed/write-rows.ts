// Writes the rows of one entry. A unique value that another document has leaves the entry out; any other fault refuses all entries.

import {
  type App,
  AppError,
  type ContentType,
  NOT_UNIQUE,
  refuseInput,
  singleDocumentId,
  stagesOf,
} from '../../../core';
import { suffixAxisOf } from '../table/columns';
import { shortened } from '../table/report';
import type { Entry } from './read-seeds';

export interface Row {
  /** Of the entry: empty, or `/$locales/fr`. */
  readonly pointer: string;
  readonly words: Readonly<Record<string, unknown>>;
  readonly data: Record<string, unknown>;
}

/** `takenBy`: the document that has a unique value of the entry. */
export type Written =
  | { readonly documentId: string }
  | { readonly takenBy: string; readonly sentence: string };

export async function writeRows(
  app: App,
  { type, place }: Entry,
  known: string | null,
  rows: readonly Row[],
): Promise<Written> {
  const documents = app.documents(type.uid);
  let pointer = '';
  try {
    // All locales of an entry, or none.
    return await app.database.transaction(async () => {
      let documentId = known ?? (type.kind === 'singleType' ? singleDocumentId(type.uid) : null);
      for (const row of rows) {
        pointer = row.pointer;
        const { words, data } = row;
        if (documentId === null) documentId = (await documents.create({ ...words, data })).documentId;
        else await documents.update({ ...words, documentId, data });
      }
      return { documentId: documentId ?? '' };
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const taken = await takenValue(app, type, known, error);
    if (!taken)
      return refuseInput('An entry cannot be stored, so none is:', ...sentences(`${place}${pointer}`, error));
    const { takenBy, name, value } = taken;
    return {
      takenBy,
      sentence: `${place}${pointer}/${name}: left out, since the document ${takenBy} of ${type.uid} has "${shortened(value)}", and the attribute is unique; change one of them.`,
    };
  }
}

interface Issue {
  readonly path?: readonly unknown[];
  readonly message?: unknown;
  readonly value?: unknown;
}

const issuesOf = ({ details }: AppError): readonly Issue[] =>
  Array.isArray(details?.errors) ? details.errors : [];

async function takenValue(app: App, type: ContentType, known: string | null, error: AppError) {
  for (const { path = [], message, value } of issuesOf(error)) {
    const [name = '', ...more] = path.map(String);
    if (message !== NOT_UNIQUE || more.length > 0 || value === undefined) continue;
    const other = known === null ? {} : { documentId: { $ne: known } };
    const takenBy = await documentWith(app, type, { [name]: value, ...other });
    if (takenBy !== null) return { takenBy, name, value };
  }
  return null;
}

function sentences(place: string, error: AppError): string[] {
  const issues = issuesOf(error);
  if (issues.length === 0) return [`${place}: ${error.message}`];
  return issues.map(({ path = [], message }) =>
    [place, ...path].join('/').concat(`: ${String(message ?? error.message)}`),
  );
}

export const isThere = async (app: App, type: ContentType, documentId: string): Promise<boolean> =>
  (await documentWith(app, type, { documentId })) !== null;

/** In any locale, as a draft or published. */
async function documentWith(app: App, type: ContentType, filters: object): Promise<string | null> {
  const [axis, stages] = [suffixAxisOf(type), stagesOf(type)];
  for (const stage of stages ? [stages.working, stages.defaultValue()] : [null]) {
    const words = {
      ...(axis?.any ? { [axis.name]: '*' } : {}),
      ...(stages && stage !== null ? { [stages.name]: stage } : {}),
    };
    const found = await app.documents(type.uid).findFirst({ ...words, filters, fields: ['documentId'] });
    if (found) return found.documentId;
  }
  return null;
}
