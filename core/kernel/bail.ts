// Calls a bailing hook. Where every tap answers at once so does this, without a promise: it stands in the way of each request.

type Done<T> = (error: Error | null | undefined, result?: T) => void;

export function bail<T>(call: (done: Done<T>) => void): T | undefined | Promise<T | undefined> {
  let answer: { readonly error: unknown; readonly value: T | undefined } | undefined;
  let waiting:
    | { readonly resolve: (value: T | undefined) => void; readonly reject: (error: unknown) => void }
    | undefined;
  call((error, value) => {
    if (!waiting) answer = { error, value };
    else if (error) waiting.reject(error);
    else waiting.resolve(value);
  });
  const now = answer as typeof answer | undefined;
  if (now) {
    if (now.error) throw now.error;
    return now.value;
  }
  return new Promise((resolve, reject) => {
    waiting = { resolve, reject };
  });
}
