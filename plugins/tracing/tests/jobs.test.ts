// A write, the job of its webhook, and the request to the receiver.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestApp } from '../../../core/testing';
import { until } from '../../../core/testing/until';
import { collectSpans, parentOf } from './collect-spans';

const spans = collectSpans();

it('a webhook continues the trace of its write, and its job has a trace of its own', async () => {
  const got: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    got.push(request.headers);
    request.resume().on('end', () => response.end('ok'));
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'post', pluralName: 'posts' },
        attributes: { title: { type: 'string' } },
      },
    ],
    config: {
      plugins: {
        rest: true,
        tracing: true,
        jobs: { config: { poll: 20 } },
        webhooks: { config: { allow: ['127.0.0.1'] } },
      },
    },
  });
  await app.agent.post('/api/webhooks').send({ name: 'search', url }).expect(201);
  spans.clear();
  await app.agent
    .post('/api/posts')
    .send({ data: { title: 'Ponds' } })
    .expect(201);
  await until(() => got.length > 0 && spans.all.some(({ name }) => name === 'job webhooks.deliver'));

  const write = spans.all.find(({ name }) => name === 'POST /api/posts')?.spanContext();
  const [, traceId, spanId, flags] = String(got[0]?.traceparent).split('-');
  expect([traceId, flags]).toEqual([write?.traceId, '01']);
  const sender = spans.all.find((span) => span.spanContext().spanId === spanId);
  expect(sender?.attributes).toMatchObject({ 'quire.hook': 'documents.written', 'quire.plugin': 'webhooks' });

  const job = spans.all.find(({ name }) => name === 'job webhooks.deliver');
  expect(job && parentOf(job)).toBeUndefined();
  expect(job?.attributes).toEqual({ 'quire.job': 'webhooks.deliver', 'quire.job.attempt': 1 });
  const inside = spans.all.filter((span) => parentOf(span)?.spanId === job?.spanContext().spanId);
  expect(inside.length).toBeGreaterThan(0);
  await app.close();
  receiver.closeAllConnections();
  receiver.close();
});
