/** The platform said no. `message` is for people; each shape serves it in its own way. */
export class PlatformRefusal extends Error {
  override readonly name = 'PlatformRefusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
