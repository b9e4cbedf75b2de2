// What a field of the form gets, and what it registers.
import type { ComponentType } from 'preact';
import type { Issue } from '../data/client';
import type { Path } from '../data/form-values';
import type { AttributeModel } from '../data/model';

export interface FieldProps {
  readonly attribute: AttributeModel;
  readonly value: unknown;
  readonly path: Path;
  /** The id of the input: the label names it. */
  readonly id: string;
  readonly disabled: boolean;
  readonly set: (path: Path, value: unknown) => void;
  /** The ids of help and issues of the field. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly issues: readonly Issue[];
  /** Reads more links of a relation. undefined: all are there. */
  readonly readMore?: ((name: string) => Promise<void>) | undefined;
}

export interface FieldModule {
  /** The attribute types that it edits. */
  readonly types: readonly string[];
  readonly input: ComponentType<FieldProps>;
  /** The input is a group of inputs, so the label is a legend. */
  readonly isGroup?: boolean;
  /** The text of a value in lists and summaries. */
  readonly text?: (value: unknown) => string;
  /** The text of a value with all that a person can see of it, to compare two values. The default are the lines of `text`. */
  readonly lines?: (value: unknown) => readonly string[];
  /** What a list shows in place of the text. A value of which it shows nothing has no text either. */
  readonly cell?: ComponentType<{ readonly value: unknown }>;
  /** Problems of a value that the server would refuse at publication. */
  readonly check?: (value: unknown, attribute: AttributeModel) => string | null;
}

export const defineField = (field: FieldModule): FieldModule => field;
