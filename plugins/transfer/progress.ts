// What commands that move data have in common: exit codes, and lines of progress.

export const EXIT = { ok: 0, failed: 1, refused: 2 } as const;

/** Documents between two lines. */
const STEP = 10_000;

export function progressTo(stream: {
  write(text: string): unknown;
}): (uid: string, documents: number) => void {
  let [last, told] = ['', 0];
  return (uid, documents) => {
    if (uid !== last) [last, told] = [uid, 0];
    if (documents - told < STEP) return;
    told = documents;
    stream.write(`${uid}: ${documents} documents …\n`);
  };
}
