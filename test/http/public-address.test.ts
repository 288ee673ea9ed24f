import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/http/guarded-get.ts';

const PUBLIC = `
  1.1.1.1 8.8.8.8 172.15.0.1 172.32.0.1 192.167.1.1 223.255.255.1
  2606:4700::1111 2a00:1450:4001:800::200e
`
  .trim()
  .split(/\s+/);

/** One address of each special range in IANA's registries, and invalid addresses. */
const OTHERS = `
  0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1
  127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1
  192.31.196.1 192.52.193.1 192.88.99.1 192.168.1.1 192.175.48.1 198.18.0.1
  198.19.255.255 198.51.100.1 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:a9fe:a9fe
  ::127.0.0.1 1::1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1
  2001:2::1 2001:1ff::1 2001:db8::1 2002:7f00:1:: 2620:4f:8000::1 3fff::1
  3fff:fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1
  fe80::1%lo 2606:4700::1111%eth0 fec0::1 ff02::1 localhost 2130706433
  0x7f.1 127.1 8.8 010.8.8.8
`
  .trim()
  .split(/\s+/);

test('only addresses on the public internet are public', () => {
  for (const address of PUBLIC) expect(isPublicAddress(address), address).toBe(true);
  for (const address of ['', ...OTHERS]) expect(isPublicAddress(address), address).toBe(false);
});
