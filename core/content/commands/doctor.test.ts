import { join } from 'node:path';
import { folder, quire, removeFolders } from '../../kernel/cli/testing-command-line';

afterAll(removeFolders);

describe('quire doctor', () => {
  const dir = folder();
  const doctor = (...args: string[]) => quire('doctor', '--dir', dir, ...args);

  it('exits with 1 if the database does not match the content types; --fix repairs it; then exits with 0', () => {
    const empty = doctor();
    expect(empty.stdout).toMatch(
      /found {2}schema[\s\S]*create the table [\s\S]*were not checked[\s\S]*Not healthy/,
    );
    expect(empty.status).toBe(1);
    expect(doctor('--fix').status).toBe(0);
    const healthy = doctor('--json');
    expect(JSON.parse(healthy.stdout)).toMatchObject({
      healthy: true,
      documents: 0,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'links', found: 0 })]),
    });
    expect(healthy.status).toBe(0);
    expect(doctor().stdout).toMatch(/\nHealthy\.\n$/);
  });

  it('exits with 2 if the command is wrong', () => {
    expect(doctor('--repair').status).toBe(2);
  });

  it('--indexes proposes lines for schema files', () => {
    const compared = [{ type: 'api::thing.thing', equal: ['name'], range: [], sort: [] }];
    const read = { message: 'a read was slow', milliseconds: 700, sql: 'SELECT slow', compared };
    const logs = folder({ 'app.log': `ready\n${JSON.stringify(read)}\n` });
    const { status, stdout } = quire('doctor', '--dir', logs, '--indexes', join(logs, 'app.log'));
    expect(stdout).toContain('api::thing.thing: 1 slow read, 700 ms together');
    expect(stdout).toContain('SELECT slow');
    expect(stdout).toContain('thing.json: "indexes": [{"attributes":["name"]}]');
    expect(status).toBe(0);
    expect(quire('doctor', '--dir', logs, '--indexes', join(logs, 'none.log'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('none.log'),
    });
  });
});
