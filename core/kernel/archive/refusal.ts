// A source or a target that cannot be used: one sentence each. The command prints them and exits with 2; nothing is written.

export class Refusal extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'Refusal';
  }
}

export const refuseInput = (...sentences: readonly string[]): never => {
  throw new Refusal(sentences);
};
