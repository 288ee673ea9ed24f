/** A response's JSON has no record where its operation must have one. `at`: the path in it ("data.sides[0]"), or `body`. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  readonly at: string;

  constructor(at: string) {
    super('the response has another shape');
    this.at = at === '' ? 'body' : at;
  }
}
