// What an examination comes to: per check how much was found and mended, with a few examples of each place. Bounded: a
// database in which everything is wrong makes no longer a report than one with a few faults.
import type { DoctorCheck, Finding, StoredDocument } from './check';

/** Per place, so that one fault does not hide the others. */
const EXAMPLES = 5;

export interface Diagnosis {
  /** Nothing is wrong, or all that was wrong is mended. */
  readonly healthy: boolean;
  /** Looked at one by one. */
  readonly documents: number;
  readonly checks: readonly CheckResult[];
  /** What is no fault, but good to know. */
  readonly notes: readonly string[];
}

export interface CheckResult {
  readonly name: string;
  readonly plugin: string;
  readonly summary: string;
  readonly found: number;
  readonly mended: number;
  readonly places: readonly PlaceResult[];
}

export interface PlaceResult {
  readonly where: string;
  readonly found: number;
  readonly mended: number;
  /** Can `--fix` mend all of it? */
  readonly mendable: boolean;
  readonly examples: readonly string[];
}

type About = Pick<DoctorCheck, 'name' | 'plugin' | 'summary'>;
type OpenPlace = { -readonly [K in keyof PlaceResult]: PlaceResult[K] } & { examples: string[] };

export class DiagnosisBuilder {
  readonly #checks = new Map<string, { readonly about: About; readonly places: Map<string, OpenPlace> }>();
  readonly #notes: string[] = [];
  #documents = 0;

  constructor(readonly fixes: boolean) {}

  looked(about: About): Map<string, OpenPlace> {
    let check = this.#checks.get(about.name);
    if (!check) {
      check = { about, places: new Map() };
      this.#checks.set(about.name, check);
    }
    return check.places;
  }

  found(about: About, finding: Finding, mended: boolean): void {
    const places = this.looked(about);
    const place = places.get(finding.where) ?? {
      where: finding.where,
      found: 0,
      mended: 0,
      mendable: true,
      examples: [],
    };
    places.set(finding.where, place);
    place.found += 1;
    if (mended) place.mended += 1;
    if (!finding.fix && !mended) place.mendable = false;
    if (place.examples.length < EXAMPLES) place.examples.push(finding.message);
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  read(documents: readonly StoredDocument[]): void {
    this.#documents += documents.length;
  }

  finish(): Diagnosis {
    const checks = [...this.#checks.values()].map(({ about, places }): CheckResult => {
      const { name, plugin, summary } = about;
      const list = [...places.values()];
      const sum = (count: (place: OpenPlace) => number): number =>
        list.reduce((total, place) => total + count(place), 0);
      return {
        name,
        plugin,
        summary,
        found: sum((p) => p.found),
        mended: sum((p) => p.mended),
        places: list,
      };
    });
    return {
      healthy: checks.every(({ found, mended }) => found === mended),
      documents: this.#documents,
      checks,
      notes: this.#notes,
    };
  }
}
