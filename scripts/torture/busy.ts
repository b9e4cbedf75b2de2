// How many answers of 503 a crowd of writers may get. Two dozen are no load, but all are at the same few documents: a write that the
// database refuses eleven times running, each time for another's sake, gives up, and that is rare. More often something holds
// locks too long, or is not made again.

export function busyFaults(busy: number, answers: number): string[] {
  const most = Math.ceil(answers / 1000);
  return busy > most
    ? [`${busy} of ${answers} writes were answered with 503; ${most} may be, one in a thousand`]
    : [];
}
