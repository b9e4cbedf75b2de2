// Processes with the former and the next schema serve at the same time, and no request fails.
import { testDatabases } from '../../core/testing/databases';
import { runSideBySide } from './side-by-side';

it.each(testDatabases())(
  'a change of the schema in two steps on %s refuses no request',
  async (database) => {
    const { answers, faults, printed, written } = await runSideBySide(database, 1);
    expect(faults).toEqual([]);
    expect([...answers.keys()].sort()).toEqual(['GET 200', 'POST 201', 'PUT 200']);
    expect(written).toBeGreaterThan(3);
    expect(printed.plan).toContain(
      '[expand] api::note.note: now takes the values of old, and both stay equal',
    );
    expect(printed.plan).toContain('[contract] api::note.note: the former attribute old of now is removed');
    expect(printed.plan).toContain(
      '[contract --drop] api::note.note: the attribute gone is not used any more',
    );
    expect(printed.status).toContain('quire migrate apply --contract');
    expect(printed.refused).toMatch(/former schema, so nothing was changed.*process \d+ on /s);
    expect(printed.third).toContain('between the two steps of a migration');
    expect(printed.contract).toContain('[removed] api::note.note: the attribute gone is not used any more');
    expect(printed.after).toContain('The database matches the schema.');
  },
  120_000,
);
