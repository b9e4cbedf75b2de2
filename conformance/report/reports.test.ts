import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { SCHEMA } from '../paths';
import type { RowResult, RunResult } from '../runner/run';
import { rowsOf } from '../spec/row';
import { badge } from './badge';
import { htmlReport } from './html';
import { jsonReport } from './json';
import { junitReport } from './junit';
import { terminalReport } from './terminal';
import { isGreen, strictly } from './totals';

const head = { section: 'a', title: 'A', profile: 'spec' } as const;
const [must, should, open, off] = rowsOf(
  head,
  'a.must | L1 | must | - | it <must> "hold"\na.should | L2 | should | - | it should\na.open | L3 | open | - | left open\na.off | L4 | must | graphql | needs more',
);

function result(
  statusOfMust: 'passed' | 'failed',
  statusOfShould: 'passed' | 'failed' = 'passed',
): RunResult {
  if (!must || !should || !open || !off) throw new Error('four rows');
  const request = {
    method: 'GET',
    url: 'http://x/api/a?b=<c>',
    headers: { authorization: 'Bearer s3cret' },
    body: null,
  };
  const answer = {
    ...{ status: 200, headers: {}, bytes: Buffer.from('{"data":1}') },
    ...{ text: '{"data":1}', body: { data: 1 } },
  };
  const failure = {
    message: 'data differs',
    path: 'data',
    expected: 2,
    received: 1,
    exchange: { request, answer },
  };
  const row = (
    of: typeof must,
    status: RowResult['status'],
    absence: RowResult['absence'] = null,
    reason = absence?.reason ?? null,
  ): RowResult => ({
    row: of,
    status,
    reason,
    absence,
    cases: [
      {
        name: of.id,
        rows: [of.id],
        status,
        reason,
        absence,
        failure: status === 'failed' ? failure : null,
        records: status === 'recorded' ? ['status = 200'] : [],
        tookAnyRefusal: of === should,
        milliseconds: 5,
      },
    ],
  });
  const rows = [
    row(must, statusOfMust),
    row(should, statusOfShould),
    row(open, 'recorded'),
    row(off, 'not applicable', {
      reason: 'graphql: none',
      missing: ['graphql'],
      undeclared: ['graphql'],
    }),
  ];
  return {
    target: 'x',
    profile: 'spec',
    began: '2024-01-15T10:20:30.123Z',
    milliseconds: 10,
    rows,
    cut: false,
  };
}

describe('reports', () => {
  it('are green when no must failed and a row passed', () => {
    expect(isGreen(result('passed'))).toBe(true);
    expect(isGreen(result('passed', 'failed'))).toBe(true);
    expect(isGreen(result('failed'))).toBe(false);
    expect(isGreen({ ...result('passed'), rows: result('passed').rows.slice(2) })).toBe(false);
    expect(isGreen({ ...result('passed'), cut: true })).toBe(false);
  });

  it('are red when a row of any level got a 5xx', () => {
    const { rows, ...rest } = result('passed');
    const answered = (status: number): RunResult => ({
      ...rest,
      rows: rows.map((one) =>
        one.row.level === 'open'
          ? {
              ...one,
              status: 'failed',
              cases: one.cases.map((own) => ({
                ...own,
                failure: {
                  message: 'm',
                  exchange: {
                    request: { method: 'GET', url: 'http://x', headers: {}, body: null },
                    answer: { status, headers: {}, bytes: Buffer.alloc(0), text: '', body: null },
                  },
                },
              })),
            }
          : one,
      ),
    });
    expect(isGreen(answered(404))).toBe(true);
    expect(isGreen(answered(500))).toBe(false);
    expect(junitReport(answered(500)).match(/<failure /g)).toHaveLength(1);
  });

  it('are red with --strict when a row is not applicable, except a row about a missing feature', () => {
    expect(isGreen(strictly(result('passed')))).toBe(false);
    const { rows, ...rest } = result('passed');
    const without = rows.map((one) =>
      one.absence ? { ...one, absence: { ...one.absence, missing: ['no-graphql'] } } : one,
    );
    expect(isGreen(strictly({ ...rest, rows: without }))).toBe(true);
  });

  it('say first how many rows were not applicable, why, and what to declare', () => {
    const line =
      '1 of 4 rows were not applicable. They need: graphql (1). Declare what the deployment has, so that these rows run: --declare graphql';
    expect(terminalReport(result('passed'), false).split('\n')[0]).toBe(line);
    expect(jsonReport(result('passed'))).toContain(line);
    expect(htmlReport(result('passed'))).toContain(line);
  });

  it('say that all rows were applicable', () => {
    const all = { ...result('passed'), rows: result('passed').rows.slice(0, 3) };
    expect(terminalReport(all, false).split('\n')[0]).toBe('All 3 rows were applicable.');
  });

  it('show a failure with request, expected, received and a curl line, without credentials', () => {
    const text = terminalReport(result('failed'), false);
    for (const part of [
      'a.must',
      'expected at data 2',
      'received 1',
      "'http://x/api/a?b=<c>'",
      '-H "Authorization: Bearer $TOKEN"',
      '1 failed (1 must',
      'graphql: none',
    ])
      expect(text).toContain(part);
    for (const report of [
      text,
      htmlReport(result('failed')),
      junitReport(result('failed')),
      jsonReport(result('failed')),
    ])
      expect(report).not.toContain('s3cret');
  });

  it('as JUnit are XML and fail only for a must', () => {
    const xml = junitReport(result('failed', 'failed'));
    expect(xml).toContain('tests="4" failures="1" skipped="3"');
    expect(xml).toContain('it &lt;must&gt; &quot;hold&quot;');
    expect(xml.match(/<failure /g)).toHaveLength(1);
  });

  it('as JSON contain totals and every row', () => {
    expect(JSON.parse(jsonReport(result('failed')))).toMatchObject({
      totals: { passed: 1, failed: 1, recorded: 1, 'not applicable': 1 },
      rows: [
        { id: 'a.must', status: 'failed', cases: [{ failure: { path: 'data', answer: { status: 200 } } }] },
        {},
        {},
        {},
      ],
    });
  });

  it('as JSON follow their schema', () => {
    const schema = JSON.parse(readFileSync(join(SCHEMA, '..', 'report.schema.json'), 'utf8'));
    const ajv = addFormats(new Ajv2020());
    expect(ajv.validate(schema, JSON.parse(jsonReport(result('failed', 'failed')))) || ajv.errors).toBe(true);
    expect(ajv.validate(schema, { ...JSON.parse(jsonReport(result('passed'))), rows: [{}] })).toBe(false);
  });

  it('as a badge count the must rows', () => {
    expect(badge(result('passed'))).toContain('1 of 1 must rows passed');
    expect(badge(result('failed'))).toContain('0 of 1 must rows passed');
  });

  it('as HTML need no other file and escape texts', () => {
    const html = htmlReport(result('failed'));
    expect(html).toContain('it &lt;must&gt;');
    expect(html).toContain('<a href="#a.must">');
    expect(html).not.toMatch(/(src|href)="(?!#)/);
  });

  it('as HTML show failed rows first', () => {
    const html = htmlReport(result('failed'));
    expect(html.indexOf('id="failed-rows"')).toBeLessThan(html.indexOf('id="a.should"'));
    expect(html.match(/id="a\.must"/g)).toHaveLength(1);
    expect(html).toContain('recorded: the specification leaves the behaviour open');
    expect(htmlReport(result('passed'))).not.toContain('failed-rows');
  });

  it('name the rows that any other 4xx would satisfy', () => {
    expect(terminalReport(result('passed'), false)).toContain('any other 4xx would pass too (1): a.should');
    expect(terminalReport(result('passed', 'failed'), false)).not.toContain('any other 4xx');
    expect(htmlReport(result('passed'))).toContain('Any other 4xx would pass too');
    expect(JSON.parse(jsonReport(result('passed'))).rows[1]).toMatchObject({ tookAnyRefusal: true });
  });
});
