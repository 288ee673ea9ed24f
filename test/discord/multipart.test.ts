import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeMultipart } from '../../src/discord/multipart.ts';

/** Parses it like any server. */
async function decoded(message: object, files: { name: string; bytes: Buffer }[]) {
  const { contentType, body } = encodeMultipart(
    message,
    files.map((file) => ({ ...file, description: '' })),
  );
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const parts: Record<string, unknown> = {};
  for (const [name, value] of form.entries()) {
    parts[name] =
      typeof value === 'string' ? value : { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return parts;
}

it('a message and its files are read back unchanged, with any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ content: fc.string({ unit: 'grapheme' }) }),
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 3 }),
      async (message, contents) => {
        const files = contents.map((bytes, at) => ({ name: `picture-${at}.png`, bytes: Buffer.from(bytes) }));
        const parts = await decoded(message, files);
        const { payload_json: json, ...rest } = parts;
        const text = typeof json === 'string' ? json : (json as { bytes: Buffer }).bytes.toString('utf8');
        expect(JSON.parse(text)).toEqual(message);
        expect(rest).toEqual(Object.fromEntries(files.map((file, at) => [`files[${at}]`, file])));
      },
    ),
    { numRuns: 100 },
  );
});

it('each file has the content type of its name', async () => {
  const names = ['a.png', 'b.jpg', 'c.webp', 'd.gif', 'e.json', 'f.svg', 'png'];
  const files = names.map((name) => ({ name, bytes: Buffer.from('x'), description: '' }));
  const { contentType, body } = encodeMultipart({}, files);
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const types = names.map((_, at) => (form.get(`files[${at}]`) as File).type);
  const unknown = 'application/octet-stream';
  expect(types).toEqual([
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'application/json',
    unknown,
    unknown,
  ]);
});

it('a file name cannot break out of its header', async () => {
  const parts = await decoded({}, [{ name: 'a"\r\nX-Evil: 1.png', bytes: Buffer.from('x') }]);
  expect(Object.keys(parts)).toEqual(['payload_json', 'files[0]']);
});
