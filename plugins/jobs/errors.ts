// The error table of the plugin.
import { defineErrors } from '../../core';

export const jobErrors = defineErrors('jobs', {
  JOB_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Job not found' },
  JOB_UNKNOWN: {
    status: 400,
    name: 'ValidationError',
    message: (name: string, near: string | undefined) =>
      `No plugin adds a job "${name}"${near ? `; did you mean "${near}"?` : '; "quire describe" lists the jobs of each plugin'}`,
  },
  JOB_PAYLOAD: {
    status: 400,
    name: 'ValidationError',
    message: (name: string, place: string, problem: string) =>
      `The payload of the job "${name}" does not fit: ${place} ${problem}`,
  },
  JOB_OPTION: {
    status: 400,
    name: 'ValidationError',
    message: (name: string, option: string, expected: string) =>
      `The job "${name}" cannot be enqueued: \`${option}\` needs ${expected}`,
  },
  JOB_STATE: {
    status: 409,
    name: 'ConflictError',
    message: (id: number, state: string, verb: string) =>
      `The job ${id} is ${state}, so it cannot be ${verb}`,
  },
});
