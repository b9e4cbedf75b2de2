// Another commit, compiled: a worktree in a temporary folder. It uses the packages that are installed here; with another lock file it
// installs its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OtherCommit {
  readonly name: string;
  readonly dist: string;
  remove(): void;
}

/** `root`: the folder of this repository. */
export function checkOut(ref: string, root: string): OtherCommit {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const parent = mkdtempSync(join(tmpdir(), 'quire-bench-commit-'));
  const dir = join(parent, 'tree');
  const remove = (): void => {
    rmSync(parent, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--quiet', '--detach', dir, commit);
    const npm = (...args: string[]): void => {
      execFileSync('npm', [...args, '--silent'], { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
    };
    const [own, other] = [root, dir].map((folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    if (own === other) symlinkSync(realpathSync(join(root, 'node_modules')), join(dir, 'node_modules'));
    else npm('ci');
    npm('run', 'build');
  } catch (error) {
    remove();
    throw error;
  }
  return { name: git('log', '-1', '--format=%h %s', commit), dist: join(dir, 'dist'), remove };
}
