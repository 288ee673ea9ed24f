import { generateKeyPairSync, sign } from 'node:crypto';
import { verifyKey } from 'discord-interactions';
import { describe, expect, it } from 'vitest';
import { createVerifier } from '../../src/web/signature.ts';

/** RFC 8032 §7.1, with an empty timestamp. */
const VECTORS = [
  {
    name: 'TEST 1',
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    name: 'TEST 2',
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    name: 'TEST 3',
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
  {
    name: 'TEST SHA(abc)',
    key: 'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    message:
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    signature:
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  },
];

/** The order of the group: adding it to the second half of a signature gives a non-canonical encoding of the same one. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const flipped = (hex: string, at: number) => {
  const bytes = Buffer.from(hex, 'hex');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('hex');
};
const raised = (signature: string) => {
  const half = Buffer.from(signature.slice(64), 'hex').reverse().toString('hex');
  const above = (BigInt(`0x${half}`) + L).toString(16).padStart(64, '0');
  return signature.slice(0, 64) + Buffer.from(above, 'hex').reverse().toString('hex');
};

describe.each(VECTORS)('RFC 8032, $name', ({ key, message, signature }) => {
  const verify = createVerifier(key);
  const body = Buffer.from(message, 'hex');

  it('is accepted', async () => {
    expect(await verify(signature, '', body)).toBe(true);
  });

  it.each([
    ['another first half', flipped(signature, 3)],
    ['another second half', flipped(signature, 40)],
    ['a second half above the order', raised(signature)],
    ['its halves swapped', signature.slice(64) + signature.slice(0, 64)],
    ['zeros', '00'.repeat(64)],
    ['too short', signature.slice(2)],
    ['too long', `${signature}00`],
    ['no hex at its end', `${signature.slice(0, 126)}zz`],
    ['empty', ''],
  ])('is refused with %s', async (_what, altered) => {
    expect(await verify(altered, '', body)).toBe(false);
  });

  it('is refused for another message', async () => {
    expect(await verify(signature, '', Buffer.concat([body, Buffer.from([0])]))).toBe(false);
  });

  it('is refused under another key', async () => {
    const other = VECTORS.find((vector) => vector.key !== key)?.key ?? '';
    expect(await createVerifier(other)(signature, '', body)).toBe(false);
  });
});

describe('compared with Discord’s own package', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const hex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  const timestamp = '1763740800';
  const text = '{"type":1,"name":"ünïcödé ✓ \u2028"}';
  const good = sign(null, Buffer.from(timestamp + text), privateKey).toString('hex');

  it.each([
    ['signed by Discord', good, timestamp, text],
    ['with another body', good, timestamp, `${text} `],
    ['with another timestamp', good, '1763740801', text],
    ['with the border between timestamp and body moved', good, '176374080', `0${text}`],
    ['with an altered signature', flipped(good, 10), timestamp, text],
    ['with a signature of nothing', '00'.repeat(64), timestamp, text],
    ['with capitals in the signature', good.toUpperCase(), timestamp, text],
  ])('gives the same result for a request %s', async (_what, signature, at, body) => {
    const ours = await createVerifier(hex)(signature, at, Buffer.from(body));
    expect(ours).toBe(await verifyKey(Buffer.from(body), signature, at, hex));
  });
});
