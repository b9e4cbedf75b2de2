// `--strict`: the first row that would be left out ends the import. Batches before it are written.

export class Stopped extends Error {
  constructor(readonly place: string) {
    super(place);
    this.name = 'Stopped';
  }
}
