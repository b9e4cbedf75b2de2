// A fault: one place of a compiled file, and the wrong code for it.
import type ts from 'typescript';

export interface Fault {
  /** Below dist/. */
  readonly file: string;
  /** The innermost named function around the fault; empty outside of functions. */
  readonly within: string;
  readonly rule: string;
  /** Offsets in the file. */
  readonly from: number;
  readonly to: number;
  readonly becomes: string;
  /** The start of the code around the fault. For an operator: the start of its left side. */
  readonly runsAt: number;
}

export interface Change {
  readonly rule: string;
  readonly node: ts.Node;
  readonly becomes: string;
}
