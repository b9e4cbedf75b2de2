// Schedules over GraphQL.
import { type Any, LATER, POST, type ScheduleApp, scheduleApp } from './schedule-app';

let opened: ScheduleApp;
const graphql = async (query: string, variables: object = {}): Promise<Any> => {
  const answer = await fetch(`${opened.app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return answer.json();
};

beforeAll(async () => {
  opened = await scheduleApp('sqlite', { graphql: true });
});
afterAll(() => opened.app.close());

it('schedules, lists, moves and cancels a change', async () => {
  const documentId = await opened.draft('a');
  const data = { type: POST, documentId, action: 'publish', at: LATER };
  const made = await graphql(
    'mutation ($data: ScheduledChangeInput!) { scheduleChange(data: $data) { id state locale at } }',
    { data },
  );
  expect(made.data.scheduleChange).toMatchObject({ state: 'waiting', locale: 'en' });
  const { id } = made.data.scheduleChange;
  const moved = await graphql(
    `mutation { changeSchedule(id: ${id}, at: "2998-01-01T09:00", timeZone: "Europe/Berlin") { localTime } }`,
  );
  expect(moved.data.changeSchedule.localTime).toBe('2998-01-01T09:00:00+01:00');
  const listed = await graphql(`{ scheduledChanges(documentId: "${documentId}") { id action by } }`);
  expect(listed.data.scheduledChanges).toEqual([{ id, action: 'publish', by: 'anonymous' }]);
  expect((await graphql(`mutation { cancelSchedule(id: ${id}) { state } }`)).data.cancelSchedule.state).toBe(
    'cancelled',
  );
});

it('creates, times, checks and cancels a release', async () => {
  const made = await graphql('mutation { createScheduledRelease(name: "Spring") { id state } }');
  const { id } = made.data.createScheduledRelease;
  const documentId = await opened.draft('b');
  const added = await graphql(
    `mutation { scheduleChange(data: { type: "${POST}", documentId: "${documentId}", action: "publish", release: ${id} }) { release { name } } }`,
  );
  expect(added.data.scheduleChange.release.name).toBe('Spring');
  const timed = await graphql(
    `mutation { updateScheduledRelease(id: ${id}, at: "${LATER}") { state changes { documentId } } checkScheduledRelease(id: ${id}) { ok } }`,
  );
  expect(timed.data).toEqual({
    updateScheduledRelease: { state: 'waiting', changes: [{ documentId }] },
    checkScheduledRelease: { ok: true },
  });
  const listed = await graphql(
    `{ scheduledReleases(state: "waiting") { name } scheduledRelease(id: ${id}) { name } }`,
  );
  expect(listed.data).toEqual({
    scheduledReleases: [{ name: 'Spring' }],
    scheduledRelease: { name: 'Spring' },
  });
  const cancelled = await graphql(`mutation { cancelScheduledRelease(id: ${id}) { state } }`);
  expect(cancelled.data.cancelScheduledRelease.state).toBe('cancelled');
});

it('answers a time in the past with the message of the route', async () => {
  const documentId = await opened.draft('c');
  const { errors } = await graphql(
    `mutation { scheduleChange(data: { type: "${POST}", documentId: "${documentId}", action: "publish", at: "2020-01-01T00:00:00Z" }) { id } }`,
  );
  expect(errors[0].message).toContain('is in the past');
});

it('lists the changes and the releases of a time range', async () => {
  const documentId = await opened.draft('d');
  const at = '2997-03-01T00:00:00.000Z';
  await opened.ask('POST', '/schedule/releases', 201, { name: 'March', at });
  await opened.ask('POST', '/schedule/changes', 201, { type: POST, documentId, action: 'publish', at });
  const listed = (from: string, to: string) =>
    graphql(
      `{ scheduledChanges(from: "${from}", to: "${to}") { documentId at } scheduledReleases(from: "${from}", to: "${to}") { name } }`,
    );
  expect(await listed(at, '2997-03-02T00:00:00Z')).toEqual({
    data: { scheduledChanges: [{ documentId, at }], scheduledReleases: [{ name: 'March' }] },
  });
  expect((await listed('2997-02-01T00:00:00Z', at)).data).toEqual({
    scheduledChanges: [],
    scheduledReleases: [],
  });
  expect((await listed('soon', at)).errors[0].message).toContain('from');
});
