// What a field with suggestions offers.
export interface Suggestion {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
}
