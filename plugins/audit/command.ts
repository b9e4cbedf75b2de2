// `quire audit verify` and `quire audit export`.
import { type PluginCommand, StartupError } from '../../core';
import type { EntryRows } from './entry-rows';
import type { Note } from './record';
import { checkedFilter, exportLines } from './routes';
import type { Sealer } from './sealer';
import { verifyChain } from './verify';

const USAGE = 2;

export interface CommandParts {
  start(): Promise<void>;
  readonly rows: EntryRows;
  readonly sealer: Sealer;
  readonly key: string | undefined;
  readonly note: Note;
}

export const auditCommand = ({ start, rows, sealer, key, note }: CommandParts): PluginCommand => ({
  name: 'audit',
  description: 'Verifies and exports the audit log.',
  usage: ['quire audit verify [--head SEQ:HASH]', 'quire audit export [--from TIME] [--to TIME]'],
  example: 'quire audit verify',
  flags: {
    head: {
      type: 'string',
      value: 'SEQ:HASH',
      description: 'With verify: an end of the chain that was noted earlier; the chain must contain it.',
    },
    from: { type: 'string', value: 'TIME', description: 'With export: entries from this time on.' },
    to: { type: 'string', value: 'TIME', description: 'With export: entries before this time.' },
  },
  explains: true,
  async run({ words: [verb, extra], flags, print }) {
    if (extra !== undefined || (verb !== 'verify' && verb !== 'export')) {
      print('usage: quire audit verify [--head SEQ:HASH] | quire audit export [--from TIME] [--to TIME]');
      return USAGE;
    }
    const noted = flags.head === undefined ? undefined : headOf(String(flags.head));
    const filter = checkedFilter({
      ...(typeof flags.from === 'string' ? { from: flags.from } : {}),
      ...(typeof flags.to === 'string' ? { to: flags.to } : {}),
    });
    await start();
    await sealer.all();
    if (verb === 'export') {
      await note('audit.export', null, { filter });
      await sealer.all();
      for await (const lines of exportLines(rows, filter)) print(lines.trimEnd());
      return 0;
    }
    const { entries, unsealed, head, problem } = await verifyChain(rows, key, noted);
    print(`${entries} entries verified, ${unsealed} wait to be sealed`);
    print(`the end of the chain: ${head.seq}:${head.hash}`);
    if (problem === null) return 0;
    print(`The audit log was changed: ${problem}`);
    return 1;
  },
});

function headOf(text: string): { readonly seq: number; readonly hash: string } {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq !== undefined && hash !== undefined) return { seq: Number(seq), hash };
  const message = 'expected SEQ:HASH, as "quire audit verify" prints it';
  throw new StartupError('The command failed:', [{ where: '--head', message }]);
}
