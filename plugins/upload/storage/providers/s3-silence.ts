// Time limits for requests to a bucket that accepts connections and sends nothing.
import type { S3Client } from '@aws-sdk/client-s3';
import { check } from '../../../../core';

/** Milliseconds. The SDK counts a silence from the third second of a request on: it ends after 15 seconds. */
const TIMES = { connectionTimeout: 15_000, socketTimeout: 12_000 };

/** The options of the client. Times of the configuration win. */
export function withTimes(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { requestHandler = {} } = given;
  const isHandler = !check.isPlainObject(requestHandler) || 'handle' in requestHandler;
  return isHandler ? given : { ...given, requestHandler: { ...TIMES, ...requestHandler } };
}

/** The SDK repeats a request after a silence. A client would wait for each repetition. */
export function endAfterSilence(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isSilence(error) ? new Error(error.message) : error;
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'endAfterSilence' },
  );
}

/** A broken connection has this name too, and a code. */
const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TimeoutError' && !('code' in error);
