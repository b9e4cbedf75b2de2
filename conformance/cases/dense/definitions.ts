// Cases of options in definition files: each option at its limit, and each default.
import { check, get, made, put } from '../build';
import type { Case, Step } from '../case';
import { DEFAULTS, LIMITS } from '../limit-types';
import { OWN_TYPES } from '../own-types';
import { is, type Pattern } from '../pattern';

const shown = (name: string, value: unknown): Pattern =>
  /^(exact|whole|wide|cents|zero)$/.test(name) ? is.decimal(value as string) : (value as Pattern);
const limitSteps = (): Step[] =>
  Object.entries(LIMITS).flatMap(([name, { fits, breaks }]) => [
    ...fits.map((value) =>
      put('/limits/{a.documentId}?populate=*', { [name]: value }, { data: { [name]: shown(name, value) } }),
    ),
    ...breaks.map((value) =>
      put(
        '/limits/{a.documentId}',
        { [name]: value },
        { status: 400, error: { name: 'ValidationError', details: { errors: is.length(1) } } },
      ),
    ),
    get('/limits/{a.documentId}?populate=*', { data: { [name]: shown(name, fits.at(-1)) } }),
  ]);

export const quireDefinitionCases: readonly Case[] = [
  check('quire.definitions.limits', { a: made('/limits', {}) }, limitSteps(), { deploy: OWN_TYPES }),
  check(
    'quire.definitions.defaults',
    { a: made('/limits', {}) },
    [
      get('/limits/{a.documentId}', {
        data: Object.fromEntries(Object.entries(DEFAULTS).map(([name, [, value]]) => [name, value])),
      }),
    ],
    { deploy: OWN_TYPES },
  ),
];
