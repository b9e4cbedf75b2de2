// The ambient store: visible only to code that runs inside it, also after it was disabled and enabled again.
import { createAmbient } from './ambient';

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test('each run sees its own value, and nothing outside sees any', async () => {
  const ambient = createAmbient<string>();
  const seen = async (value: string) =>
    ambient.run(value, async () => {
      await pause(5);
      return ambient.current();
    });
  expect(await Promise.all([seen('a'), seen('b')])).toEqual(['a', 'b']);
  expect(ambient.current()).toBeUndefined();
});

test('works again after a rest, and what outlived its run sees nothing', async () => {
  const ambient = createAmbient<string>();
  let late: Promise<string | undefined> = Promise.resolve(undefined);
  await ambient.run('first', async () => {
    late = pause(20).then(() => ambient.current());
  });
  expect(await late).toBeUndefined();
  await pause(700);
  expect(await ambient.run('second', async () => pause(1).then(() => ambient.current()))).toBe('second');
});
