// Schema changes under a running process with the former schema: nine kinds, one content type for each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel } from '../../core/create-kernel';
import type { Kernel } from '../../core/kernel/app/app';
import { createTestApp, type TestApp } from '../../core/testing/create-test-app';
import { testDatabases } from '../../core/testing/databases';
import { examine } from '../../core/testing/examine';

interface Change {
  readonly name: string;
  readonly before: object;
  readonly after: object;
  readonly stages?: true;
}

const NAME = { name: { type: 'string' } };
const tags = (relation: string) => ({ tags: { type: 'relation', relation, target: 'api::tag.tag' } });

/** The former process goes on. */
const SAFE: readonly Change[] = [
  { name: 'optional', before: NAME, after: { ...NAME, more: { type: 'string' } } },
  { name: 'needed', before: NAME, after: { ...NAME, more: { type: 'string', required: true } } },
  {
    name: 'filled',
    before: NAME,
    after: { ...NAME, more: { type: 'string', required: true, default: 'x' } },
  },
  { name: 'single', before: NAME, after: { ...NAME, more: { type: 'string', unique: true } } },
  { name: 'removed', before: { ...NAME, more: { type: 'string' } }, after: NAME },
];
/** The former process refuses writes. */
const BREAKING: readonly Change[] = [
  {
    name: 'renamed',
    before: { old: { type: 'string' } },
    after: { now: { type: 'string', renamedFrom: 'old' } },
  },
  {
    name: 'retyped',
    before: { ...NAME, size: { type: 'integer' } },
    after: { ...NAME, size: { type: 'string' } },
  },
  { name: 'staged', before: NAME, after: NAME, stages: true },
  { name: 'fewer', before: { ...NAME, ...tags('manyToMany') }, after: { ...NAME, ...tags('manyToOne') } },
  { name: 'claimed', before: NAME, after: { name: { type: 'string', unique: true } } },
];
const TAG = typeOf('tag', NAME);

function typeOf(name: string, attributes: object, stages = false) {
  const info = { singularName: name, pluralName: `${name}-all`, displayName: name };
  return { kind: 'collectionType', info, options: { draftAndPublish: stages }, attributes };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const PLUGINS = { rest: true, 'draft-and-publish': true, i18n: false };

describe.each(testDatabases())('schema changes on %s under a former process', (database) => {
  let former: TestApp;
  let next: Kernel | null = null;
  afterEach(async () => {
    await next?.stop();
    next = null;
    await former?.close();
  });

  async function begin(changes: readonly Change[]): Promise<void> {
    const types = changes.map(({ name, before }) => typeOf(name, before));
    former = await createTestApp({
      database,
      contentTypes: [TAG, ...types] as never,
      config: { plugins: PLUGINS } as never,
    });
  }

  /** A process with the next schema. */
  async function start(changes: readonly Change[]): Promise<void> {
    const dir = mkdtempSync(join(tmpdir(), 'quire-next-'));
    folders.push(dir);
    mkdirSync(join(dir, 'config/content-types'), { recursive: true });
    for (const type of [TAG, ...changes.map(({ name, after, stages }) => typeOf(name, after, stages))])
      writeFileSync(join(dir, `config/content-types/${type.info.singularName}.json`), JSON.stringify(type));
    next = await createKernel({
      dir,
      env: { NODE_ENV: 'production' },
      overrides: { database: former.kernel.config.database, server: { port: 0 }, plugins: PLUGINS } as never,
      writeLog: () => undefined,
    });
    await next.start();
  }

  /** `POST 201` → number of answers. */
  async function ask(changes: readonly Change[], answers: Map<string, number>): Promise<void> {
    const request = async (method: string, path: string, data?: object) => {
      const response = await fetch(`${former.url}/api/${path}`, {
        method,
        ...(data ? { body: JSON.stringify({ data }), headers: { 'Content-Type': 'application/json' } } : {}),
      });
      const key = `${method} ${response.status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      return (await response.json().catch(() => null)) as { data?: { documentId: string } } | null;
    };
    for (const { name, before } of changes) {
      const data: object = 'old' in before ? { old: '1' } : { name: `${Math.random()}` };
      const made = await request('POST', `${name}-all`, data);
      await request('GET', `${name}-all?populate=*&sort=id:desc`);
      if (made?.data) await request('PUT', `${name}-all/${made.data.documentId}`, data);
    }
  }

  const kindsOf = (answers: Map<string, number>) => [...answers.keys()].sort();

  it('lets it go on after additions, and after a removal', async () => {
    await begin(SAFE);
    const answers = new Map<string, number>();
    await ask(SAFE, answers);
    await start(SAFE);
    // Longer than the former process needs to look at the epoch.
    for (const began = performance.now(); performance.now() - began < 1_000; ) await ask(SAFE, answers);
    expect(kindsOf(answers)).toEqual(['GET 200', 'POST 201', 'PUT 200']);
    expect((await fetch(`${former.url}/_ready`)).status).toBe(204);
    expect(await examine(next as Kernel)).toEqual([]);
  });

  it('keeps it from writing before a change that it would break', async () => {
    await begin(BREAKING);
    const answers = new Map<string, number>();
    await ask(BREAKING, answers);
    let isDone = false;
    const load = (async () => {
      while (!isDone) await ask(BREAKING, answers);
    })();
    await start(BREAKING);
    isDone = true;
    await load;
    const after = new Map<string, number>();
    await ask(BREAKING, after);
    expect([...answers.keys()].filter((key) => / 500$/.test(key))).toEqual([]);
    expect(after.get('POST 503')).toBe(BREAKING.length);
    expect(after.get('GET 500')).toBeUndefined();
    expect((await fetch(`${former.url}/_ready`)).status).toBe(503);
    const told = former.logs.filter(({ message }) =>
      /schema of the database has changed/.test(String(message)),
    );
    expect(told).toHaveLength(1);
    expect(await examine(next as Kernel)).toEqual([]);
  });
});
