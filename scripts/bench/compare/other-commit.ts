// Another commit, compiled: a worktree in a temporary folder, with the installed packages of this one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
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
    symlinkSync(realpathSync(join(root, 'node_modules')), join(dir, 'node_modules'));
    execFileSync('npm', ['run', 'build', '--silent'], { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    remove();
    throw error;
  }
  return { name: git('log', '-1', '--format=%h %s', commit), dist: join(dir, 'dist'), remove };
}
