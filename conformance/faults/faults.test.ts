// Rules find the places of faults; the suite catches a fault that its cases run, and a fault elsewhere survives.
import { allCases } from '../cases/all-cases';
import { Client } from '../runner/client';
import { SPEC_ROWS } from '../spec/all-rows';
import type { Fault } from './fault';
import { judge } from './judge';
import { reasonFor } from './judged';
import { BuildCopy, faultsAt, faultsIn, placeOf } from './product';
import { reachOf, unitsOf } from './reach';
import { faultsOf, mutated } from './rules';

const made = (text: string): string[] =>
  faultsOf('a.js', text).map((fault) => `${fault.rule}: ${mutated(text, fault)}`);

describe('faults by rules', () => {
  it.each([
    [
      'if (a < b) c();',
      [
        'drop-condition: if (false) c();',
        'negate: if (!(a < b)) c();',
        'swap-operator: if (a <= b) c();',
        'skip-call: if (a < b) void 0;',
      ],
    ],
    ['x = a && b;', ['drop-condition: x = (a);', 'drop-condition: x = (b);', 'swap-operator: x = a || b;']],
    ['x = a ?? 7;', ['default-instead: x = (7);', 'off-by-one: x = a ?? 8;']],
    ['await check(a);', ['skip-call: void 0;']],
    ['x = "a AND b";', ['sql: x = "a OR b";']],
    ['for (const a of b) x = a;', ['first-only: for (const a of [...b].slice(0, 1)) x = a;']],
    [
      'x = { sqlite: a, mysql: b };',
      ['forget-database: x = { sqlite: b, mysql: b };', 'forget-database: x = { sqlite: a, mysql: a };'],
    ],
    ['if (client === "mysql") x = a;', ['drop-condition', 'forget-database']],
    ['const a = require("a"); exports.b = void 0;', []],
    ['x = (0, a.b)(c);', []],
  ])('of %s', (text, wanted) => {
    const found = made(text);
    if (wanted.some((one) => one.includes(':'))) expect(found.sort()).toEqual([...wanted].sort());
    else expect(found.some((one) => one.startsWith(`${wanted.at(-1)}:`))).toBe(wanted.length > 0);
  });

  it('of an operator run when the left side of the operator runs', () => {
    const text = 'x = a() && b();';
    const swapped = faultsOf('a.js', text).find(({ rule }) => rule === 'swap-operator');
    expect(text.slice(swapped?.from, swapped?.to)).toBe('&&');
    expect(text.slice(swapped?.runsAt)).toBe('a() && b();');
  });

  it('are in the folders, files and lines that are asked for', () => {
    const files = (places: string[], database: string) =>
      new Set(faultsAt(places, database).map(({ file }) => file));
    const dialect = ['core/database/dialects/mysql.ts'];
    expect(files(dialect, 'mysql://root@127.0.0.1/mysql').size).toBe(1);
    expect(files(['core/query', 'core/query/walk.ts'], 'sqlite')).toEqual(files(['core/query'], 'sqlite'));
    const [fault] = faultsAt(['core/query/walk.ts'], 'sqlite');
    const { at } = placeOf(fault as Fault);
    expect(faultsAt([at], 'sqlite').map((one) => placeOf(one).at)).toContain(at);
    const shared = ['core/database/adapters/server-read.ts'];
    expect(files(shared, 'postgres://postgres@127.0.0.1/postgres').size).toBe(1);
    for (const place of [
      'core/database/write',
      'core/quer',
      'core/query/walk.ts:9999',
      ...dialect,
      ...shared,
    ])
      expect(() => faultsAt([place], 'sqlite')).toThrow(`"${place}"`);
  });

  it('are in every room that answers requests or writes', () => {
    const rooms = new Set(faultsAt([''], 'sqlite').map(({ file }) => file.split('/').slice(0, -1).join('/')));
    expect([...rooms]).toEqual(
      expect.arrayContaining([
        ...['core/database', 'core/database/compile', 'core/database/dialects', 'core/database/read'],
        ...['core/database/run', 'core/documents/links', 'core/documents/write', 'core/http/response'],
      ]),
    );
  });

  it('are caught by the cases that run them', async () => {
    const client = new Client({ timeout: 20_000, insecure: false, sockets: 10 });
    const rows = SPEC_ROWS.filter(({ id }) => id === 'rest.sort.one');
    const units = unitsOf(allCases().filter((one) => one.rows.includes('rest.sort.one')));
    const inFile = (path: string, rule: string) => faultsIn(path).find((fault) => fault.rule === rule);
    const run = inFile('core/query/parse-sort.js', 'skip-call');
    const elsewhere = inFile('plugins/upload/serve.js', 'negate');
    if (!run || !elsewhere) throw new Error('these files have no faults');
    const suite = { rows, client, database: 'sqlite', random: 0 };
    const copy = new BuildCopy('test');
    try {
      const reach = await reachOf([run, elsewhere], units, suite, () => undefined);
      expect(reach.byUnit.map((indexes) => [...indexes])).toEqual(units.map(() => [0]));
      expect(await judge(run, units, copy, suite)).toMatchObject({ state: 'caught' });
      expect(await judge(elsewhere, units, copy, suite)).toMatchObject({ state: 'survived' });
      const place = placeOf(elsewhere);
      const judged = { file: 'plugins/upload/serve.ts', before: place.before, after: place.after, why: 'w' };
      expect(reasonFor([judged], elsewhere, place, 'sqlite')).toBe('w');
      const onSqlite = [{ ...judged, database: 'sqlite' }];
      expect(reasonFor(onSqlite, elsewhere, place, 'sqlite')).toBe('w');
      expect(reasonFor(onSqlite, elsewhere, place, 'mysql://root@127.0.0.1/mysql')).toBeNull();
    } finally {
      copy.remove();
      client.close();
    }
  }, 120_000);
});
