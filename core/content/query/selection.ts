// The keys of an answer that a transport sends unchanged. The text of each document has exactly these keys, in this order. Client input
// cannot contain a selection, because it is a class.
//
//   { title: heading, author { name }, __typename }
//   keys: title as "heading"   populate: author   last: "__typename":"Article"

/** A scalar under a key of the transport, or a text that is the same for every document. */
export type SelectedKey =
  | {
      readonly key: string;
      readonly field: string;
      /** The transport sends numbers where REST sends texts (`ScalarType.jsonNumber`). */
      readonly asNumber?: boolean;
    }
  | { readonly key: string; readonly text: string };

export type FixedKey = Extract<SelectedKey, { readonly text: string }>;

export class Selection {
  constructor(
    readonly keys: readonly SelectedKey[],
    /** After the populated keys. */
    readonly last: readonly FixedKey[],
    /** Of a list in a document: more of them are an error. null: any number. */
    readonly most: number | null,
  ) {}
}
