import { readOnlyBody } from './own-values';

const data = () => ({ at: new Date(0), blocks: [{ text: 'a' }], bytes: Buffer.from('b') });
type Data = ReturnType<typeof data>;
const view = (of: Data): Data => readOnlyBody(of) as Data;

it('shows objects of classes as they are', () => {
  const seen = view(data());
  expect([seen.at.getTime(), JSON.stringify(seen.at), seen.bytes.toString()]).toEqual([
    0,
    '"1970-01-01T00:00:00.000Z"',
    'b',
  ]);
});

it('shows one object as one object', () => {
  const seen = view(data());
  expect(seen.blocks[0]).toBe(seen.blocks[0]);
  expect(seen.blocks.indexOf(seen.blocks[0] as { text: string })).toBe(0);
});

it.each<[string, (seen: Data) => unknown]>([
  ['a value', (seen) => Object.assign(seen, { at: null })],
  ['a value inside', (seen) => seen.blocks.push({ text: 'b' })],
  ['its prototype', (seen) => Object.setPrototypeOf(seen, null)],
  ['its extensibility', (seen) => Object.freeze(seen)],
])('refuses to change %s', (_what, change) => {
  expect(() => change(view(data()))).toThrow('action.data is read-only');
});
