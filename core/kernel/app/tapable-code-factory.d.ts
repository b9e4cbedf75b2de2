// The part of tapable that compiles the taps of a hook to one function. tapable has no types for it.
declare module 'tapable/lib/HookCodeFactory' {
  import type { FullTap, HookInterceptor } from 'tapable';

  namespace HookCodeFactory {
    interface CompileOptions {
      readonly taps: readonly FullTap[];
      readonly interceptors: readonly HookInterceptor<unknown, unknown>[];
      readonly args: readonly string[];
      readonly type: 'sync' | 'async' | 'promise';
    }
    /** Each function gets the name of a variable, and returns code. */
    interface ContentOptions {
      onError?(error: string): string;
      onResult?(result: string): string;
      onDone?(): string;
      readonly rethrowIfPossible?: boolean;
    }
  }
  abstract class HookCodeFactory {
    init(options: HookCodeFactory.CompileOptions): void;
    deinit(): void;
    args(more?: { readonly after?: string }): string;
    contentWithInterceptors(options: HookCodeFactory.ContentOptions): string;
    callTap(index: number, options: HookCodeFactory.ContentOptions): string;
    abstract content(options: HookCodeFactory.ContentOptions): string;
  }
  export = HookCodeFactory;
}
