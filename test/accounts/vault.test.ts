import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault, VaultError } from '../../src/accounts/vault.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });

describe('vault', () => {
  const old = key('k1');
  const vault = createVault([old]);

  test('opens what it sealed, and shows nothing of it', () => {
    for (const text of ['', 'ü 🏆', 'x'.repeat(10_000)]) {
      const sealed = vault.seal(text, 'link:1');
      expect(vault.open(sealed, 'link:1')).toBe(text);
    }
    expect(vault.seal('marked-secret', 'link:1')).not.toContain('marked-secret');
    expect(vault.seal('marked-secret', 'link:1')).toMatch(/^v1\.k1\.[\w-]+$/);
  });

  test('never seals twice alike', () => {
    const sealed = Array.from({ length: 100 }, () => vault.seal('same', 'link:1'));
    expect(new Set(sealed).size).toBe(100);
  });

  test('does not open what was sealed for another user', () => {
    const sealed = vault.seal('text', 'link:1');
    expect(() => vault.open(sealed, 'link:2')).toThrow(VaultError);
    expect(() => vault.open(sealed, '')).toThrow(VaultError);
  });

  test('does not open what was altered, at any place, or cut', () => {
    const sealed = vault.seal('some text', 'link:1');
    const [version, id, payload = ''] = sealed.split('.');
    const bytes = Buffer.from(payload, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(i) ^ 1, i);
      expect(() => vault.open(`${version}.${id}.${altered.toString('base64url')}`, 'link:1')).toThrow(
        VaultError,
      );
    }
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length).toString('base64url');
      expect(() => vault.open(`${version}.${id}.${cut}`, 'link:1')).toThrow(VaultError);
    }
  });

  test.each(['', 'v1', 'v1.k1', 'v2.k1.AAAA', 'plain text', 'v1.k1.AAAA.AAAA', 'v1.k9.AAAA'])(
    'refuses %j',
    (sealed) => {
      expect(() => vault.open(sealed, 'link:1')).toThrow(VaultError);
    },
  );

  test('seals with the first key and opens with all', () => {
    const newer = key('k2');
    const sealed = vault.seal('old', 'c');
    const rotated = createVault([newer, old]);
    expect(rotated.open(sealed, 'c')).toBe('old');
    expect(rotated.seal('new', 'c')).toMatch(/^v1\.k2\./);
    expect(() => createVault([newer]).open(sealed, 'c')).toThrow(
      expect.objectContaining({ kind: 'unknown-key' }),
    );
    // Another key under an old id is damage, not an opening.
    expect(() => createVault([key('k1')]).open(sealed, 'c')).toThrow(
      expect.objectContaining({ kind: 'damaged' }),
    );
  });

  test('takes no keys that cannot be right', () => {
    expect(() => createVault([])).toThrow(/needs a key/);
    expect(() => createVault([{ id: 'k', key: randomBytes(16) }])).toThrow(/32 bytes/);
    expect(() => createVault([key('a'), key('a')])).toThrow(/same id/);
    expect(() => createVault([key('a.b')])).toThrow(/letters/);
  });
});

test('a fingerprint is the same for one key, context and text, and tells nothing without the key', () => {
  const first = key('k1');
  const vault = createVault([first, key('k2')]);
  const print = vault.fingerprint('K7MP3XQR', 'device code');
  expect(print).toMatch(/^[\w-]{43}$/);
  expect(createVault([first]).fingerprint('K7MP3XQR', 'device code')).toBe(print);
  for (const other of [
    vault.fingerprint('K7MP3XQS', 'device code'),
    vault.fingerprint('K7MP3XQR', 'device'),
    vault.fingerprint('eK7MP3XQR', 'device cod'),
    createVault([key('k1')]).fingerprint('K7MP3XQR', 'device code'),
    createHash('sha256').update('K7MP3XQR').digest('base64url'),
    createHmac('sha256', first.key).update('11:device codeK7MP3XQR').digest('base64url'),
  ]) {
    expect(other).not.toBe(print);
  }
});
