import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase } from '../../database/run/connect';
import { folder, quire, removeFolders } from '../../kernel/cli/testing-command-line';

const FILE = 'config/content-types/thing.json';
const thing = (attributes: object): string =>
  JSON.stringify({ info: { singularName: 'thing', pluralName: 'things' }, attributes });

describe('quire migrate', () => {
  afterAll(removeFolders);

  it('prints the plan for people, for programs, and as SQL; apply refuses to lose values', async () => {
    const dir = folder({ [FILE]: thing({ name: { type: 'string' }, day: { type: 'string' } }) });
    const migrate = (...args: string[]) => quire('migrate', ...args, '--dir', dir);
    expect(migrate('plan', '--sql').stdout).toMatch(/CREATE TABLE "things" [^;]*"day" TEXT[^;]*;/);
    expect(migrate('apply').status).toBe(0);
    expect(migrate('plan', '--json').stdout).toBe('{\n  "pending": false,\n  "steps": []\n}\n');
    expect(migrate('plan', '--sql').stdout).toBe('-- The database matches the schema.\n');

    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const database = await connectDatabase({ client: 'sqlite', filename: 'data/quire.db' }, { log, dir });
    for (const [index, day] of ['2024-05-01', 'soon'].entries())
      await database.knex('things').insert({ document_id: `d${index}`, day });
    await database.close();
    writeFileSync(
      join(dir, FILE),
      thing({ name: { type: 'string', required: true }, day: { type: 'date' }, on: { type: 'boolean' } }),
    );
    const sentence =
      'api::thing.thing: day changes from string to date; 1 of 2 values does not convert and is lost';
    const missing =
      'api::thing.thing: name is required now; rows without a value: 2. They stay. A write that sends them, or releases their document to readers, has to change them';
    const plan = migrate('plan', '--json');
    expect([plan.status, JSON.parse(plan.stdout)]).toEqual([
      3,
      {
        pending: true,
        steps: [
          { effect: 'safe', sentence: 'api::thing.thing: add the attribute on', lost: 0, broken: 0 },
          { id: expect.stringMatching(/^[0-9a-f]{8}$/), effect: 'lossy', sentence, lost: 1, broken: 0 },
          { effect: 'safe', sentence: missing, lost: 0, broken: 2 },
        ],
      },
    ]);
    expect(migrate('plan').stdout).toContain(`[LOSES DATA] ${sentence}\n`);
    expect(migrate('plan', '--sql').stdout).toBe(
      [
        '-- [at start] api::thing.thing: add the attribute on',
        'ALTER TABLE "things" ADD COLUMN "on" BOOLEAN_INT;',
        `-- [LOSES DATA] ${sentence}`,
        '-- Quire converts each value of "things"."day"',
        `-- [CHECK] ${missing}`,
        '',
      ].join('\n'),
    );
    expect(migrate('plan', '--sql', '--json').status).toBe(2);
    const [, { id = '' } = {}] = JSON.parse(plan.stdout).steps as { id?: string }[];
    const losing = { documents: [{ type: 'api::thing.thing', documentId: 'd1' }], isCut: false };
    const detailed = JSON.parse(migrate('plan', '--json', '--details').stdout).steps;
    expect(detailed.map((step: { losing: unknown }) => step.losing)).toEqual([null, losing, null]);
    expect(migrate('plan', '--details').stdout).toContain(`\n  ${id} api::thing.thing d1\n`);
    const refused = migrate('apply');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    const done = migrate('apply', '--drop', '--details', '--json');
    expect([done.status, JSON.parse(done.stdout).losing]).toEqual([0, [{ id, ...losing }]]);
    expect(migrate('plan').status).toBe(0);
  });

  it('apply takes single changes', () => {
    const text = { type: 'string' };
    const dir = folder({ [FILE]: thing({ name: text, old: text, older: text }) });
    const migrate = (...args: string[]) => quire('migrate', ...args, '--dir', dir);
    expect(migrate('apply').status).toBe(0);
    writeFileSync(join(dir, FILE), thing({ name: text, added: text }));
    type Step = { id?: string; sentence: string };
    const planned = (): Step[] => JSON.parse(migrate('plan', '--json').stdout).steps;
    const idOf = (word: string): string =>
      planned().find(({ id, sentence }) => id && sentence.includes(`attribute ${word} `))?.id ?? '';
    const sentences = (): string[] => planned().map(({ sentence }) => sentence);
    expect(migrate('plan').stdout).toContain(`${idOf('old')} [kept] api::thing.thing: the attribute old is`);
    const wrong = migrate('apply', '--drop', 'ffffffff');
    expect([wrong.status, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('The plan has no such changes'),
    ]);
    expect(migrate('apply', idOf('old')).status).toBe(1);
    expect(migrate('apply', '--only', idOf('old')).stdout).toMatch(
      /^\[removed\] .*attribute old is not used any more\n$/,
    );
    expect(sentences().join()).toMatch(/add the attribute added.*attribute older is not used/);
    expect(sentences().join()).not.toContain('attribute old is');
    expect(migrate('apply', '--drop', idOf('older')).stdout).toContain('add the attribute added');
    expect(sentences()).toEqual([]);
    expect(migrate('apply', '--drop', '--only').status).toBe(2);
  });

  it('plans files that are not written, and names mistakes of --with at their places', () => {
    const dir = folder({ [FILE]: thing({ name: { type: 'string' } }) });
    const migrate = (...args: string[]) => quire('migrate', ...args, '--dir', dir);
    expect(migrate('apply').status).toBe(0);
    const given = join(dir, 'given.json');
    const planWith = (text: string) => {
      writeFileSync(given, text);
      return migrate('plan', '--json', '--with', given);
    };
    const added = planWith(JSON.stringify({ files: { [FILE]: thing({ on: { type: 'boolean' } }) } }));
    expect([added.status, JSON.parse(added.stdout).steps[0]]).toEqual([
      3,
      expect.objectContaining({ sentence: 'api::thing.thing: add the attribute on' }),
    ]);
    // A BOM is no mistake.
    const wrong = planWith(`\uFEFF${JSON.stringify({ files: { [FILE]: '{' } })}`);
    expect([wrong.status, JSON.parse(wrong.stdout).mistakes]).toEqual([
      1,
      [expect.objectContaining({ where: FILE, at: 'line 1, column 2' })],
    ]);
    const messages = [
      planWith('{ "files": '),
      planWith('{ "file": {} }'),
      planWith('{ "files": { "config/server.json": "{}" } }'),
      migrate('plan', '--json', '--with', join(dir, 'none.json')),
      migrate('plan', '--json', '--with', dir),
    ].map(({ status, stdout, stderr }) => [status, stdout, stderr.split('\n')[1]?.trim()]);
    expect(messages).toEqual([
      [1, '', expect.stringMatching(`${given} → line 1, column 12: expected a value`)],
      [1, '', expect.stringMatching(`${given} → files: is required and missing`)],
      [1, '', expect.stringMatching(`${given} → files.config/server.json: .*config/content-types/NAME.json`)],
      [1, '', `${join(dir, 'none.json')}: there is no such file`],
      [1, '', `${dir}: is a folder`],
    ]);
  });

  it('apply --drop removes the permissions of a removed type, so that none come back with it', () => {
    const plugins = { rest: true, 'users-permissions': true, 'api-tokens': true };
    const other = JSON.stringify({
      info: { singularName: 'thing-part', pluralName: 'thing-parts' },
      attributes: { name: { type: 'string' } },
    });
    const dir = folder({
      'config/content-types/thing-part.json': other,
      'config/plugins.json': JSON.stringify(plugins),
    });
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = quire(...args, '--dir', dir);
      expect([status, stderr.includes('error')]).toEqual([0, false]);
      return stdout;
    };
    const grants = ['api::thing.thing.find', 'api::thing-part.thing-part.find'];
    for (const action of grants) run('role', 'grant', 'public', action);
    run('token', 'create', '--name', 'both', '--type', 'custom', '--action', grants.join());
    const granted = () =>
      [run('role', 'list', 'public'), run('token', 'list')]
        .join('\n')
        .match(/api::[\w.-]+/g)
        ?.sort();
    expect(granted()).toEqual([...grants, ...grants].sort());

    rmSync(join(dir, FILE));
    expect(run('migrate', 'apply', '--drop')).toMatch(
      /permissions of api::thing\.thing in roles: 1\n.*actions of removed content types in an API token: 1\n/,
    );
    writeFileSync(join(dir, FILE), thing({ name: { type: 'string' } }));
    expect(granted()).toEqual([grants[1], grants[1]]);
    // It starts the application.
    const warning = () => quire('doctor', '--security', '--dir', dir).stderr;
    expect(warning()).toMatch(/needs a new grant.*api::thing\.thing/s);
    run('role', 'grant', 'public', 'api::thing.thing.find');
    run('role', 'list');
    run('role', 'revoke', 'public', 'api::thing.thing.find');
    expect(warning()).not.toContain('new grant');
  });
});
