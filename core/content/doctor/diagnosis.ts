// The report: per check and place the number of found and repaired faults, with a few examples. The examples are limited, so
// that a report of a million faults stays short.
import type { Registry } from '../../kernel/registry/registry';
import type { DoctorCheck, Finding, StoredDocument } from './check';

/** Per place. */
const EXAMPLES = 5;

export interface Diagnosis {
  /** No fault is left. */
  readonly healthy: boolean;
  /** Number of documents that were checked one by one. */
  readonly documents: number;
  readonly checks: readonly CheckResult[];
  /** Facts that are no faults. */
  readonly notes: readonly string[];
}

export interface CheckResult {
  readonly name: string;
  readonly plugin: string;
  readonly description: string;
  readonly found: number;
  readonly fixed: number;
  readonly places: readonly PlaceResult[];
}

export interface PlaceResult {
  readonly where: string;
  readonly found: number;
  readonly fixed: number;
  /** Can `--fix` repair every fault of this place? */
  readonly fixable: boolean;
  readonly examples: readonly string[];
}

type About = Pick<DoctorCheck, 'name' | 'description'>;
type OpenPlace = { -readonly [K in keyof PlaceResult]: PlaceResult[K] } & { examples: string[] };

export class DiagnosisBuilder {
  readonly #checks = new Map<string, { readonly about: About; readonly places: Map<string, OpenPlace> }>();
  readonly #notes: string[] = [];
  #documents = 0;

  /** `additions`: the checks of plugins. */
  constructor(
    readonly fixes: boolean,
    private readonly additions: Registry<DoctorCheck>,
  ) {}

  started(about: About): Map<string, OpenPlace> {
    let check = this.#checks.get(about.name);
    if (!check) {
      check = { about, places: new Map() };
      this.#checks.set(about.name, check);
    }
    return check.places;
  }

  found(about: About, finding: Finding, fixed: boolean): void {
    const places = this.started(about);
    const place = places.get(finding.where) ?? {
      where: finding.where,
      found: 0,
      fixed: 0,
      fixable: true,
      examples: [],
    };
    places.set(finding.where, place);
    place.found += 1;
    if (fixed) place.fixed += 1;
    if (!finding.fix && !fixed) place.fixable = false;
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
      const { name, description } = about;
      const list = [...places.values()];
      const sum = (count: (place: OpenPlace) => number): number =>
        list.reduce((total, place) => total + count(place), 0);
      return {
        name,
        plugin: this.additions.entry(name)?.plugin ?? 'core',
        description,
        found: sum((p) => p.found),
        fixed: sum((p) => p.fixed),
        places: list,
      };
    });
    return {
      healthy: checks.every(({ found, fixed }) => found === fixed),
      documents: this.#documents,
      checks,
      notes: this.#notes,
    };
  }
}
