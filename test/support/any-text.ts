import fc, { type StringConstraints } from 'fast-check';

const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

/** Any code points, lone surrogates included: JSON may hold them. fast-check's own `binary` unit takes a second to build. */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: codePoint });
