// A database of two types with the same attributes and documents, and its server. The texts of one type have a search index.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createKernel, type DocumentObject } from '../../../core';
import { createDatabase, dropDatabase, type Where } from '../data/store';
import { type Server, startApplication } from './processes';
import { databaseConfig } from './write-application';

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
  const dir = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  const own = { ...where, filename: join(dir, 'bench.db'), database: `${where.database}_indexed` };
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers) await server.stop();
    await dropDatabase(own);
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await dropDatabase(own);
    await createDatabase(own);
    writeFiles(dir, own);
    return {
      ...(await makeDocuments(dir, rows)),
      async application() {
        const server = await startApplication({ dist, dir }, '/api/plains');
        servers.push(server);
        return server;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function writeFiles(dir: string, where: Where): void {
  const write = (path: string, value: unknown): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), JSON.stringify(value));
  };
  for (const name of ['indexed', 'plain'])
    write(`config/content-types/${name}.json`, {
      info: { singularName: name, pluralName: `${name}s` },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string', search: name === 'indexed' },
        body: { type: 'text', search: name === 'indexed' },
        rating: { type: 'integer' },
      },
    });
  write('config/server.json', {
    host: '127.0.0.1',
    anonymous: 'full',
    logs: { level: 'warn', format: 'json' },
  });
  write('config/plugins.json', { rest: true, 'draft-and-publish': true });
  write('config/database.json', databaseConfig(where));
}

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
