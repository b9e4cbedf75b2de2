// A database of two types with the same attributes and documents, and its server. The texts of one type have a search index.
import { createKernel, type DocumentObject } from '../../../core';
import type { Where } from '../data/store';
import { openOwnApplication } from './own-application';
import { type Server, startApplication } from './processes';

export interface IndexedDeployment {
  readonly indexed: readonly string[];
  readonly plain: readonly string[];
  application(): Promise<Server>;
  close(): Promise<void>;
}

const BATCH = 200;

export async function createIndexedDeployment(
  where: Where,
  { rows, dist }: { readonly rows: number; readonly dist: string },
): Promise<IndexedDeployment> {
  return openOwnApplication(where, 'indexed', FILES, async ({ dir, keep, close }) => ({
    ...(await makeDocuments(dir, rows)),
    application: () => keep(startApplication({ dist, dir }, '/api/plains')),
    close,
  }));
}

const typeFile = (name: string, search: boolean) => ({
  info: { singularName: name, pluralName: `${name}s` },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string', search },
    body: { type: 'text', search },
    rating: { type: 'integer' },
  },
});
const FILES = {
  'content-types/indexed': typeFile('indexed', true),
  'content-types/plain': typeFile('plain', false),
  plugins: { rest: true, 'draft-and-publish': true },
};

export const textsOf = (number: number) => ({
  title: `winter letter ${number}`,
  body: `a copper lantern over the meadow ${number % 97}, and the river under the bridge, and no answer`,
});

type Service = { create(args: object): Promise<DocumentObject> };

async function makeDocuments(
  dir: string,
  rows: number,
): Promise<Pick<IndexedDeployment, 'indexed' | 'plain'>> {
  const kernel = await createKernel({ dir, env: { NODE_ENV: 'production' } });
  await kernel.start();
  const make = async (name: string): Promise<string[]> => {
    const service = kernel.documents(`api::${name}.${name}`) as unknown as Service;
    const ids: string[] = [];
    while (ids.length < rows)
      await kernel.documents.transaction(async () => {
        for (let left = Math.min(BATCH, rows - ids.length); left > 0; left -= 1) {
          const data = { ...textsOf(ids.length), rating: 1 };
          ids.push((await service.create({ data, status: 'published' })).documentId);
        }
      });
    return ids;
  };
  const documents = { indexed: await make('indexed'), plain: await make('plain') };
  await kernel.stop();
  return documents;
}
