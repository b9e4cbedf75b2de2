// A large answer ends with its client.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { piecesAnswer } from './answers';

/** The second piece is never read, unless `close` ends its read. */
function stalledPieces() {
  let fail: (error: Error) => void = () => undefined;
  const close = jest.fn(() => fail(new Error('closed')));
  async function* pieces(): AsyncGenerator<string> {
    yield '[1';
    await new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
  }
  const answer = piecesAnswer({ pieces: pieces(), close });
  if (!('stream' in answer)) throw new Error('not a stream');
  return { stream: answer.stream, close };
}

it('ends the read of a piece when its client goes', async () => {
  const { stream, close } = stalledPieces();
  stream.on('data', () => undefined);
  await pause(20);
  expect(close).not.toHaveBeenCalled();
  const closed = once(stream, 'close');
  stream.destroy();
  expect(close).toHaveBeenCalledTimes(1);
  await closed;
  await pause(20);
});

it('sends all pieces and closes once', async () => {
  async function* pieces(): AsyncGenerator<string> {
    yield '[1';
    yield ',2]';
  }
  const close = jest.fn();
  const answer = piecesAnswer({ pieces: pieces(), close });
  if (!('stream' in answer)) throw new Error('not a stream');
  let text = '';
  for await (const chunk of answer.stream) text += chunk;
  expect(text).toBe('{"data":[1,2],"meta":{}}');
  expect(close).toHaveBeenCalledTimes(1);
});

it('fails with the error of a piece and closes', async () => {
  async function* pieces(): AsyncGenerator<string> {
    yield '[1';
    throw new Error('lost');
  }
  const close = jest.fn();
  const answer = piecesAnswer({ pieces: pieces(), close });
  if (!('stream' in answer)) throw new Error('not a stream');
  const reading = async () => {
    for await (const _chunk of answer.stream);
  };
  await expect(reading()).rejects.toThrow('lost');
  expect(close).toHaveBeenCalledTimes(1);
});
