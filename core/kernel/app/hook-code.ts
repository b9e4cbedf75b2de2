// Compiles the taps of Quire's own kinds of hooks to one function each. A tap may return a value or a promise, and a call waits for
// promises only.
import type { FullTap } from 'tapable';

import HookCodeFactory = require('tapable/lib/HookCodeFactory');

import { isThenable } from '../check/thenable';
import type { AnyFunction } from '../errors/attribute';

export type CompileOptions = HookCodeFactory.CompileOptions;

/** Receives the error of a tap, and the arguments of the call. */
export type Failed = (error: unknown, args: readonly unknown[]) => void;

abstract class KindFactory extends HookCodeFactory {
  protected size = 0;
  /** The start of the function. */
  protected readonly head: string = 'function run';

  /** Its own function for each set of taps: calls under way go on with the taps that they began with. */
  compile(options: CompileOptions, failed?: Failed): AnyFunction {
    const taps = options.taps.map(direct);
    this.size = taps.length;
    this.init({ ...options, taps });
    const on = { onResult: (result: string) => `return ${result};\n`, onDone: () => '' };
    const code = `"use strict";\nreturn ${this.head}(${this.parameters()}) {\n${this.contentWithInterceptors(on)}};\n`;
    this.deinit();
    const make = new Function('_x', '_taps', '_interceptors', '_waits', '_failed', code);
    return make(
      taps.map(({ fn }) => fn),
      taps,
      options.interceptors,
      isThenable,
      failed,
    );
  }

  protected parameters(): string {
    return this.args();
  }

  protected each(codeOf: (at: number) => string): string {
    return Array.from({ length: this.size }, (_, at) => codeOf(at)).join('');
  }
}

/** A tap that calls back becomes one that returns a promise. As in tapable, a falsy error means success. */
function direct(tap: FullTap): FullTap {
  const { type, fn } = tap;
  if (type !== 'async') return { ...tap, type: 'sync' };
  const promised = (...args: unknown[]) =>
    new Promise<void>((resolve, reject) =>
      fn(...args, (error?: unknown) => (error ? reject(error) : resolve())),
    );
  return { ...tap, type: 'sync', fn: promised };
}

/** One tap after the other; the first error ends the call. */
export class SeriesFactory extends KindFactory {
  protected override readonly head = 'async function run';

  content({ onDone }: HookCodeFactory.ContentOptions): string {
    const onResult = (result: string) => `if (_waits(${result})) await ${result};\n`;
    return this.each((at) => this.callTap(at, { onResult, rethrowIfPossible: true })) + (onDone?.() ?? '');
  }
}

/** One tap after the other, also after a tap that fails. */
export class EveryTapFactory extends KindFactory {
  protected override readonly head: string;

  constructor(private readonly waits: boolean) {
    super();
    this.head = waits ? 'async function run' : 'function run';
  }

  content({ onDone }: HookCodeFactory.ContentOptions): string {
    const onError = (error: string) => `_failed(${error}, [${this.args()}]);\n`;
    const onResult = (result: string) =>
      `if (_waits(${result})) try { await ${result}; } catch (_late) { ${onError('_late')} }\n`;
    const on = this.waits ? { onError, onResult } : { onError };
    return this.each((at) => this.callTap(at, on)) + (onDone?.() ?? '');
  }
}

/**
 * Until a tap answers. Taps that answer at once cost no promise. After a promise without an answer, the same function goes on at the
 * next tap.
 */
export class FirstAnswerFactory extends KindFactory {
  content({ onResult, onDone }: HookCodeFactory.ContentOptions): string {
    const taps = this.each((at) => {
      const next = this.args({ after: String(at + 1) });
      const answer = (result: string): string =>
        `if (${result} !== undefined) {
if (!_waits(${result})) { ${onResult?.(result)} }
return ${result}.then((_late) => {
if (_late === undefined) return run(${next});
${onResult?.('_late')}});
}\n`;
      return `case ${at}:\n${this.callTap(at, { onResult: answer, rethrowIfPossible: true })}`;
    });
    return `switch (_from) {\n${taps}}\n${onDone?.() ?? ''}return undefined;\n`;
  }

  protected override parameters(): string {
    return this.args({ after: '_from = 0' });
  }
}
