// Sort by each kind of attribute at each place, and by lists.
import { check, get, made } from '../build';
import type { Case, Step } from '../case';
import { at, owner, PLACES, PLACES_TO_ASK, type Place, RANKED, WORLD } from '../places';

/** Booleans and enumerations are sorted, too. A list has no order of its own. */
const SORTED = Object.keys(RANKED).filter((kind) => kind !== 'items');

const sorts = (place: Place): Case =>
  check(
    'quire.sort.places',
    WORLD,
    SORTED.flatMap((kind) => {
      const key = [...place.way, kind].join('.');
      // Equal values are in the order of their ids: `c` before `b`, `none` before `bare`.
      const up = kind === 'flag' ? ['none', 'bare', 'a', 'c', 'b'] : ['none', 'bare', 'a', 'b', 'c'];
      const down = ['c', 'b', 'a', 'none', 'bare'];
      const sorted = (direction: string, list: readonly string[]): Step =>
        get(`/places?${owner(place)}&sort=${key}${direction}&fields=own`, {
          list: list.map((name) => at(place, name)),
        });
      return [sorted('', up), sorted(':desc', down)];
    }),
    { name: place.way.join('.') || 'the document', deploy: PLACES },
  );

const manyOf = (...numbers: number[]): object[] => numbers.map((whole) => ({ whole }));

export const quirePlaceSortCases: readonly Case[] = [
  ...PLACES_TO_ASK.map(sorts),
  check(
    'quire.sort.lists',
    {
      n1: made('/places', { own: '{mark} t', whole: 1 }),
      n3: made('/places', { own: '{mark} t', whole: 3 }),
      n5: made('/places', { own: '{mark} t', whole: 5 }),
      n7: made('/places', { own: '{mark} t', whole: 7 }),
      n9: made('/places', { own: '{mark} t', whole: 9 }),
      y: made('/places', { own: '{mark}', many: manyOf(5), ups: ['{n5.documentId}'] }),
      x: made('/places', { own: '{mark}', many: manyOf(9, 1), ups: ['{n9.documentId}', '{n1.documentId}'] }),
      none: made('/places', { own: '{mark}', many: [] }),
      z: made('/places', { own: '{mark}', many: manyOf(3, 7), ups: ['{n3.documentId}', '{n7.documentId}'] }),
    },
    ['many', 'ups'].flatMap((list) => [
      get(`/places?filters[own]={mark}&sort=${list}.whole`, {
        list: ['none', 'x', 'z', 'y'],
        meta: { pagination: { total: 4 } },
      }),
      get(`/places?filters[own]={mark}&sort=${list}.whole:desc`, { list: ['x', 'z', 'y', 'none'] }),
      get(`/places?filters[own]={mark}&sort=${list}.whole&pagination[page]=2&pagination[pageSize]=2`, {
        list: ['z', 'y'],
        meta: { pagination: { total: 4 } },
      }),
    ]),
    { deploy: PLACES },
  ),
];
