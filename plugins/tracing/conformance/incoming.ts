// Cases of `traceparent` and `tracestate`: a link, the parent or nothing, as configured.
import { get } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { exactly, is } from '../../../conformance/cases/pattern';
import {
  type KeptSpan,
  LINK,
  matches,
  PARENT,
  parentOf,
  sends,
  spansUntil,
  traced,
  valid,
} from './kept-spans';

/** What the header of a client does, by the configuration. */
export function incomingCases(): Case[] {
  const asked = async (bench: Bench, name: string, headers: Step['headers'] & {}): Promise<KeptSpan> => {
    const path = `/nothing/{mark}-${name}`;
    await bench.send(sends(get(path, { status: 404 }), headers));
    const wanted = `/api/nothing/${bench.mark}-${name}`;
    return (await spansUntil(bench, ({ attributes }) => attributes['url.path'] === wanted)).found;
  };
  const rows = ['quire.tracing.incoming'];
  return [
    {
      rows,
      name: 'link',
      deploy: LINK,
      async run(bench) {
        const client = parentOf(bench, 'client');
        const span = await asked(bench, 'link', { traceparent: valid(client) });
        const own = { traceId: is.not(client.traceId), parent: is.absent };
        matches(bench, 'a link by default', span, { ...own, links: exactly([client.traceId]) });
        const inside = await asked(bench, 'server', { traceparent: valid(client), 'x-instrumented': 'yes' });
        matches(bench, 'inside of the span of a server', inside, {
          traceId: is.not(client.traceId),
          parent: is.matching('^[0-9a-f]{16}$'),
          links: exactly([]),
        });
        matches(bench, 'without a header', await asked(bench, 'none', {}), { ...own, links: exactly([]) });
      },
    },
    {
      rows,
      name: 'parent',
      deploy: PARENT,
      async run(bench) {
        const client = parentOf(bench, 'client');
        const { traceId, spanId } = client;
        // W3C allows 256 characters for a value, and Quire 512 for all.
        const tracestate = `a=${'b'.repeat(254)},c=${'d'.repeat(253)}`;
        const child = { traceId, parent: spanId, links: exactly([]) };
        const continued = await asked(bench, 'all', { traceparent: valid(client), tracestate });
        matches(bench, 'the trace goes on', continued, { ...child, state: tracestate });
        const later = await asked(bench, 'later', {
          traceparent: `01-${traceId}-${spanId}-01-more`,
          tracestate: `${tracestate}d`,
        });
        matches(bench, 'a later version, and a state that is too long', later, {
          ...child,
          state: is.absent,
        });
        const wrong = [
          'x',
          `00-${traceId}-${spanId}`,
          `00-${traceId}-${spanId}-01-more`,
          `ff-${traceId}-${spanId}-01`,
          `00-${'0'.repeat(32)}-${spanId}-01`,
          `00-${traceId}-${'0'.repeat(16)}-01`,
          `00-${traceId.toUpperCase()}-${spanId}-01`,
          `${valid(client)}, ${valid(client)}`,
        ];
        for (const [at, traceparent] of wrong.entries())
          matches(bench, traceparent, await asked(bench, `wrong-${at}`, { traceparent }), {
            traceId: is.not(traceId),
            parent: is.absent,
            links: exactly([]),
          });
        // This deployment has `statements: false`.
        await bench.send(sends(get('/labels'), { traceparent: valid(client) }));
        const { all } = await spansUntil(
          bench,
          ({ name, parent }) => name === 'SELECT' && parent !== undefined,
        );
        const texts = all.filter(({ attributes }) => 'db.query.text' in attributes);
        if (texts.length > 0) bench.fail('no span has the text of a statement', [], texts);
      },
    },
    {
      rows,
      name: 'ignore',
      deploy: traced({ incoming: 'ignore' }),
      async run(bench) {
        const client = parentOf(bench, 'client');
        const span = await asked(bench, 'ignore', { traceparent: valid(client) });
        matches(bench, 'the header is ignored', span, {
          traceId: is.not(client.traceId),
          parent: is.absent,
          links: exactly([]),
        });
      },
    },
  ];
}
