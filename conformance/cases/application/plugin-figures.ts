// What a plugin of the application can ask about numbers: filters with its own operators, and aggregates.
import { HOOKED } from '../application-plugins';
import { check, get, INVALID, made, plain, several } from '../build';
import type { Case, Given, Step } from '../case';
import { returns } from '../document-plugin';
import { is } from '../pattern';

const deploy = { deploy: HOOKED };
const RATES = ['89', '90', '110', '110.5', '-100', null, '0.0000001', '12.3'];
const stamped = (rate: string | null): Given =>
  made('/stampeds', {
    name: '{mark}',
    rate,
    shell: { rate, label: String(rate) },
    n: rate && Number(rate) > 1 ? Math.floor(Number(rate)) : null,
  });

/** The condition holds for exactly these rates, in the document and in its component. */
const finds = (conditions: string, ...rates: string[]): Step[] =>
  ['[rate]', '[shell][rate]'].map((at) =>
    get(
      `/stampeds?filters[name]={mark}&sort=id&fields=name&populate[shell][fields]=label&${conditions.replaceAll('@', at)}`,
      {
        data: is.both(
          is.length(rates.length),
          rates.map((label) => ({ shell: { label } })),
        ),
      },
    ),
  );

/** JSON writes the small ones with an exponent. */
const JSON_RATES = [1.5e-7, -2e-10, 12.5, 40, 0];

const BIG = '9223372036854775807';

export const quirePluginFigureCases: readonly Case[] = [
  check(
    'quire.plugins.operators',
    several(RATES.length, (index) => stamped(RATES[index] ?? null)),
    [
      ...finds('filters@[$near]=100', '90', '110'),
      ...finds('filters@[$near]=99.5', '90'),
      ...finds('filters@[$near]=-100', '-100'),
      ...finds('filters@[$near]=0.000000105', '0.0000001'),
      ...finds('filters@[$not][$near]=100', '89', '110.5', '-100', '0.0000001', '12.3'),
      ...finds(
        'filters@[$anyOf][0]=90&filters@[$anyOf][1]=-100&filters@[$anyOf][2]=1e-7',
        '90',
        '-100',
        '0.0000001',
      ),
      ...finds('filters@[$expensive]=true', '110', '110.5'),
      ...finds('filters@[$eq]=1e-7', '0.0000001'),
      ...finds('filters@[$lt]=1.5e-7&filters@[$gt]=-1', '0.0000001'),
      get('/stampeds?filters[name]={mark}&filters[n][$near]=99.5', { data: [{ n: 90 }] }),
      get('/stampeds?filters[rate][$near]=much', {
        ...INVALID,
        error: { message: is.matching('expects a number') },
      }),
    ],
    deploy,
  ),
  check(
    'quire.plugins.operators',
    several(JSON_RATES.length, (index) => plain({ meta: { rate: JSON_RATES[index] } })),
    JSON_RATES.map((rate) =>
      get(`/plains?filters[mail]={mark}@conform.test&filters[meta][$rateIs]=${rate}`, {
        data: is.both(is.length(1), [{ meta: { rate } }]),
      }),
    ),
    { ...deploy, name: 'numbers inside JSON' },
  ),
  check(
    'quire.plugins.aggregates',
    { a: plain({ big: BIG, n: 1 }), b: plain({ big: BIG, n: 2 }), c: plain({ big: '-3', n: 2 }) },
    [
      returns(
        'plain',
        'aggregate',
        { filters: { mail: '{mark}@conform.test' }, count: true, sum: ['big', 'n'], avg: ['n'] },
        { count: 3, sum: { big: '18446744073709551611', n: 5 } },
      ),
      returns(
        'plain',
        'aggregate',
        {
          filters: { mail: '{mark}@conform.test' },
          groupBy: {
            n: {
              count: true,
              sum: ['big'],
              documents: { fields: ['big'], sort: 'big:desc', pagination: { limit: 1 } },
            },
          },
        },
        {
          groupBy: {
            n: is.shuffled(
              { key: 1, count: 1, sum: { big: BIG } },
              { key: 2, count: 2, documents: [{ big: BIG }] },
            ),
          },
        },
      ),
    ],
    deploy,
  ),
];
