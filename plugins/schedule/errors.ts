// The error table of the plugin.
import { defineErrors } from '../../core';

export const scheduleErrors = defineErrors('schedule', {
  SCHEDULE_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Scheduled change not found' },
  SCHEDULE_RELEASE_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Release not found' },
  SCHEDULE_TIME: {
    status: 400,
    name: 'ValidationError',
    message: (problem: string) => `The time cannot be used: ${problem}`,
    details: () => ({ key: 'at' }),
  },
  SCHEDULE_INPUT: {
    status: 400,
    name: 'ValidationError',
    message: (problem: string) => `The change cannot be scheduled: ${problem}`,
  },
  SCHEDULE_CALLER: {
    status: 400,
    name: 'ApplicationError',
    message: (kind: string) =>
      `A caller of the kind "${kind}" cannot schedule changes, because Quire cannot ask for its rights later. Use a user or an API token.`,
  },
  SCHEDULE_TWICE: {
    status: 409,
    name: 'ConflictError',
    message: (release: string) =>
      `The release "${release}" already has a change of this document; cancel that change first`,
  },
  SCHEDULE_FULL: {
    status: 400,
    name: 'ValidationError',
    message: (most: number) =>
      `The release has ${most} changes already, the most of one release; use another release, or raise schedule.config.changes`,
  },
  SCHEDULE_STATE: {
    status: 409,
    name: 'ConflictError',
    message: (state: string) => `What is ${state} cannot be changed; only open and waiting changes can`,
  },
  SCHEDULE_IN_RELEASE: {
    status: 409,
    name: 'ConflictError',
    message: (release: string) =>
      `The change belongs to the release "${release}", and has its time; change the release`,
  },
});
