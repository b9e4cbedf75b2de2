// Rules find the places of faults; the suite catches a fault that its cases run, alone or in a group. A fault elsewhere survives.
import { allCases } from '../cases/all-cases';
import { SPEC_ROWS } from '../spec/all-rows';
import { Client } from '../wire/client';
import { examine, type Verdict } from './examine';
import type { Fault } from './fault';
import { type Judged, reasonFor, withoutGone } from './judged';
import { faultsAt, faultsIn, linesOf, placeOf } from './product';
import { type Reach, rarelyRun, reachOf, reachOfPart, type Unit, unitsOf } from './reach';
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
    expect(files(['core/content/query', 'core/content/query/walk.ts'], 'sqlite')).toEqual(
      files(['core/content/query'], 'sqlite'),
    );
    const [fault] = faultsAt(['core/content/query/walk.ts'], 'sqlite');
    const { at } = placeOf(fault as Fault);
    expect(faultsAt([at], 'sqlite').map((one) => placeOf(one).at)).toContain(at);
    const shared = ['core/database/adapters/server-read.ts'];
    expect(files(shared, 'postgres://postgres@127.0.0.1/postgres').size).toBe(1);
    for (const place of [
      'core/database/write',
      'core/quer',
      'core/content/query/walk.ts:9999',
      ...dialect,
      ...shared,
    ])
      expect(() => faultsAt([place], 'sqlite')).toThrow(`"${place}"`);
  });

  it('are in every room that answers requests or writes', () => {
    const rooms = new Set(faultsAt([''], 'sqlite').map(({ file }) => file.split('/').slice(0, -1).join('/')));
    expect([...rooms]).toEqual(
      expect.arrayContaining([
        ...['core/database', 'core/content/sql/compile', 'core/database/dialects', 'core/content/sql/read'],
        ...[
          'core/database/run',
          'core/content/documents/links',
          'core/content/documents/write',
          'core/kernel/http/response',
        ],
      ]),
    );
  });

  describe('asked', () => {
    const client = new Client({ timeout: 120_000, insecure: false, sockets: 10 });
    const suite = { rows: SPEC_ROWS, client, database: 'sqlite', random: 0 };
    const inFile = (path: string, rule: string): Fault => {
      const fault = faultsIn(path).find((one) => one.rule === rule);
      if (!fault) throw new Error(`${path} has no such fault`);
      return fault;
    };
    const unitsWith = (row: string) => unitsOf(allCases().filter(({ rows }) => rows.includes(row)));
    const sorting = inFile('core/content/query/parse-sort.js', 'skip-call');
    const serving = inFile('plugins/upload/serving/serve.js', 'negate');
    const mailing = inFile('plugins/email/template.js', 'negate');
    const verdictsOf = async (faults: readonly Fault[], units: readonly Unit[], reach: Reach) => {
      const verdicts: [number, Verdict][] = [];
      const seen = (index: number, verdict: Verdict) => verdicts.push([index, verdict]);
      await examine({ faults, units, reach, suite, at: 1, seen });
      return Object.fromEntries(verdicts);
    };

    afterAll(() => client.close());

    it('are caught by the cases that run them', async () => {
      const units = unitsWith('rest.sort.one');
      const faults = [sorting, serving];
      const reach = await reachOf(faults, units, suite, () => undefined);
      expect(reach.byUnit.map((indexes) => [...indexes])).toEqual(units.map(() => [0]));
      expect(await verdictsOf(faults, units, reach)).toEqual({
        0: { state: 'caught', by: 'rest.sort.one' },
        1: { state: 'not run', by: null },
      });
    }, 600_000);

    it('together, are caught one by one', async () => {
      // Twelve cases that sort nothing, and that run less code than the others, are asked first.
      const [fields] = unitsWith('rest.fields.one');
      const first = Array.from({ length: 12 }, () => ({ ...fields }) as Unit);
      const units = [...first, ...unitsWith('rest.sort.one')];
      const faults = [serving, sorting, mailing];
      const byUnit = units.map((unit) => new Set(first.includes(unit) ? [0, 1, 2] : [0, 1, 2, 3]));
      expect(await verdictsOf(faults, units, { atStart: new Set(), byUnit })).toEqual({
        0: { state: 'survived', by: null },
        1: { state: 'caught', by: 'rest.sort.one' },
        2: { state: 'survived', by: null },
      });
    }, 600_000);
  });

  it('in code that few cases run can be chosen, with the cases that run it', () => {
    const reach = { atStart: new Set([0, 2]), byUnit: [new Set([0, 2]), new Set([0, 3]), new Set([0, 3])] };
    expect(rarelyRun(reach, 1)).toEqual([2]);
    expect(rarelyRun(reach, 2).sort()).toEqual([2, 3]);
    expect(reachOfPart(reach, [3, 2])).toEqual({
      atStart: new Set([1]),
      byUnit: [new Set([1]), new Set([0]), new Set([0])],
    });
  });

  it('name the function that contains them', () => {
    const text = `const y = 1;
      function a() { return [2].map((x) => x + 3); }
      class B { c = 4; d() { return 5; } e = () => 6; constructor() { this.f = 7; } }
      const g = () => 8;
      use({ h: () => 9, i() { return 10; } });`;
    const numbers = faultsOf('a.js', text).filter(({ rule }) => rule === 'off-by-one');
    expect(numbers.map(({ within }) => within)).toEqual([
      '',
      'a',
      'a',
      'B',
      'B.d',
      'B.e',
      'B.constructor',
      'g',
      'h',
      'i',
    ]);
  });

  describe('judged', () => {
    const text = 'function a() { if (b && c) d(); }';
    const inFile = (file: string) =>
      faultsOf(file, text).map((fault) => ({ ...fault, ...linesOf(fault, text) }));
    const faults = inFile('core/one/x.js');
    const judgement = { function: 'a', rule: 'drop-condition', statement: text, why: 'w' };
    const reasons = (one: Judged, of = faults, database = 'sqlite') =>
      of.filter((fault) => reasonFor([one], fault, fault, database) === 'w').map(({ after }) => after);

    it('by function, rule and statement, in whichever folder', () => {
      expect(reasons(judgement)).toHaveLength(3);
      expect(reasons(judgement, inFile('plugins/two/y.js'))).toHaveLength(3);
      expect(reasons({ ...judgement, function: 'b' })).toEqual([]);
      expect(reasons({ ...judgement, statement: 'd();' })).toEqual([]);
    });

    it('for one change, one file and one database if they say so', () => {
      const becomes = 'function a() { if ((b)) d(); }';
      expect(reasons({ ...judgement, becomes })).toEqual([becomes]);
      expect(reasons({ ...judgement, file: 'x.ts' })).toHaveLength(3);
      expect(reasons({ ...judgement, file: 'x.ts' }, inFile('core/one/y.js'))).toEqual([]);
      expect(reasons({ ...judgement, database: 'sqlite' })).toHaveLength(3);
      expect(reasons({ ...judgement, database: 'sqlite' }, faults, 'mysql://root@127.0.0.1/mysql')).toEqual(
        [],
      );
    });

    it('no longer, when their code is gone', () => {
      const gone = { ...judgement, statement: 'if (gone) d();' };
      expect(withoutGone([judgement, gone], faults)).toEqual([judgement]);
      expect(withoutGone([{ ...judgement, statement: [text, 'if (gone) d();'] }], faults)).toEqual([
        judgement,
      ]);
    });
  });
});
