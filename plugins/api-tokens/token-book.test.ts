// Which tokens are known without asking the database: as long as nothing was written to one, and no more than a bounded number.
import type { Kernel } from '../../core';
import { hashSecret } from './secrets';
import { createTokenBook } from './token-book';

async function openBook(cacheSeconds: number) {
  const kernel = {
    documents: () => ({
      findFirst: async ({ filters }: { filters: { hash: string } }) => ({
        id: 1,
        documentId: 'd',
        name: 'site',
        type: 'read-only',
        hash: filters.hash,
      }),
    }),
  } as unknown as Kernel;
  const book = createTokenBook(kernel, cacheSeconds);
  const learn = async (header: string): Promise<void> => {
    const hash = hashSecret(header);
    await book.find(hash);
    book.remember(header, hash);
  };
  await learn('Bearer a');
  return { book, learn };
}

it('knows a header by the token that it brought', async () => {
  const { book } = await openBook(60);
  expect(book.ofHeader('Bearer a')).toBe(book.known(hashSecret('Bearer a')));
  expect(book.ofHeader('Bearer a')).toMatchObject({ name: 'site' });
  expect(book.ofHeader('Bearer b')).toBeUndefined();
});

it('knows no header of a token that is not known', async () => {
  const { book } = await openBook(60);
  book.remember('Bearer b', hashSecret('Bearer b'));
  expect(book.ofHeader('Bearer b')).toBeUndefined();
});

it('forgets headers with the tokens, at once', async () => {
  const { book } = await openBook(60);
  book.forget();
  expect(book.ofHeader('Bearer a')).toBeUndefined();
});

it('knows a header no longer than its token', async () => {
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  const { book } = await openBook(60);
  clock.mockReturnValue(now + 60_000);
  expect(book.ofHeader('Bearer a')).toBeUndefined();
  clock.mockRestore();
});

it('knows no headers where tokens are not kept', async () => {
  expect((await openBook(0)).book.ofHeader('Bearer a')).toBeUndefined();
});

it('lets the oldest headers go when there are too many', async () => {
  const { book, learn } = await openBook(60);
  for (let token = 0; token < 10_000; token++) await learn(`Bearer ${token}`);
  expect(book.ofHeader('Bearer a')).toBeUndefined();
  expect(book.ofHeader('Bearer 9999')).toBeDefined();
});
