// withVisibility copies a visibility: it keeps members that are not given, and removes those given as undefined.

import { mayDo } from '../../../kernel/http/request/caller';
import { compileFiles, typeFile } from '../testing-files';
import type { AnyModel, Attribute, ContentType } from './content-type';
import {
  baseOf,
  FULL_VISIBILITY,
  type LimitValues,
  limitRows,
  NO_VISIBILITY,
  type Visibility,
  withVisibility,
} from './visibility';

const schema = compileFiles({ 'config/content-types/a.json': typeFile('a', { name: { type: 'string' } }) });
const [type] = schema.types.values();
const [attribute] = type?.attributes.values() ?? [];
if (!type || !attribute) throw new Error('the test has no attribute');

/** Its members need `this`. */
class Counting implements Visibility {
  readonly scope = 'counting';
  readonly seesPrivate = true;
  #calls = 0;

  canRead({ uid }: ContentType): boolean {
    return this.#next(uid) === 'api::a.a 1';
  }
  readable(_model: AnyModel, { name }: Attribute): boolean {
    return this.#next(name) === 'name 2';
  }
  writable(): boolean {
    return true;
  }
  rowFilter({ uid }: ContentType, place?: 'root'): unknown {
    return this.#next(`${uid} ${place}`);
  }
  allows(action: string): boolean {
    return this.#next(action) === 'act 4';
  }
  hint(action: string): string {
    return this.#next(action);
  }
  isLimited(action: string): boolean {
    return this.#next(action) === 'act 6';
  }
  preset({ uid }: ContentType): Readonly<Record<string, unknown>> {
    return { said: this.#next(uid) };
  }
  #next(text: string): string {
    this.#calls += 1;
    return `${text} ${this.#calls}`;
  }
}

test('keeps members that are not given', () => {
  const made = withVisibility(new Counting(), { scope: 'made', writable: () => false });
  expect([made.scope, made.seesPrivate, made.writable(type, attribute)]).toEqual(['made', true, false]);
  expect([
    made.canRead(type),
    made.readable(type, attribute),
    made.rowFilter?.(type, 'root'),
    made.allows('act'),
    made.hint?.('act'),
    made.isLimited?.('act'),
    made.preset?.(type),
  ]).toEqual([true, true, 'api::a.a root 3', true, 'act 5', true, { said: 'api::a.a 7' }]);
});

test('adds no member, and removes those given as undefined', () => {
  const { rowFilter, seesPrivate } = withVisibility(FULL_VISIBILITY, {
    scope: 'made',
    seesPrivate: undefined,
  });
  expect([rowFilter, seesPrivate]).toEqual([undefined, undefined]);
});

test('a visibility without types that lacks `allows` allows no action', () => {
  const { allows: _allows, ...untyped } = FULL_VISIBILITY;
  const lacking = untyped as Visibility;
  expect([mayDo(FULL_VISIBILITY, 'act'), mayDo(lacking, 'act')]).toEqual([true, false]);
  expect(withVisibility(lacking, { scope: 'made' }).allows('act')).toBe(false);
  expect(NO_VISIBILITY.allows('act')).toBe(false);
});

describe('limitRows', () => {
  it('keeps callers with other values apart, and shares those with equal values', () => {
    const of = (values: LimitValues) => limitRows(FULL_VISIBILITY, values, () => values).scope;
    expect(of({ tenant: 'a', team: 1 })).toBe(of({ team: 1, tenant: 'a' }));
    const others: LimitValues[] = [
      { tenant: 'a' },
      { tenant: 'b' },
      { tenant: 1 },
      { tenant: '1' },
      { tenant: null },
      { team: 'a' },
    ];
    expect(new Set(others.map(of)).size).toBe(others.length);
  });

  it.each([undefined, Number.NaN, { id: 1 }])('refuses the value %p', (tenant) => {
    expect(() => limitRows(FULL_VISIBILITY, { tenant: tenant as never }, () => null)).toThrow(
      'The value "tenant" of limitRows is',
    );
  });

  const limit = (base: Visibility, team: string): Visibility => limitRows(base, 'team', () => ({ team }));

  it('uses the filter of each call, also with a name that is in use', () => {
    const filters = ['a', 'b'].map((team) => limit(FULL_VISIBILITY, team).rowFilter?.(type));
    expect(filters).toEqual([{ team: 'a' }, { team: 'b' }]);
  });

  it('keeps the row filter of its base', () => {
    const twice = limitRows(limit(FULL_VISIBILITY, 'a'), 'open', () => ({ open: true }));
    expect(twice.rowFilter?.(type)).toEqual({ $and: [{ team: 'a' }, { open: true }] });
    expect(limitRows(limit(FULL_VISIBILITY, 'a'), 'none', () => null).rowFilter?.(type)).toEqual({
      team: 'a',
    });
  });

  it('has a scope that no other names make', () => {
    const one = limitRows(
      limitRows(FULL_VISIBILITY, 'a', () => null),
      'b',
      () => null,
    );
    expect(one.scope).not.toBe(limitRows(FULL_VISIBILITY, 'a b', () => null).scope);
  });

  it('shares views of models with its base; a copy that reads other attributes does not', () => {
    const limited = limit(limit(FULL_VISIBILITY, 'a'), 'b');
    expect(baseOf(limited)).toBe(FULL_VISIBILITY);
    const copy = { ...limited, readable: () => false };
    expect(baseOf(copy)).toBe(copy);
  });
});
