import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../../src/store/open-stores.ts';
import { missing } from '../support/programs.ts';
import { recordingLog } from '../support/recording-log.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { compileRacer, type Racers } from './racers.ts';

/** Self-signed, for 127.0.0.1. */
async function makeCertificate(cert: string, key: string): Promise<void> {
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
  const subject = '-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1';
  await promisify(execFile)('openssl', [...`${kind} ${subject}`.split(' '), '-out', cert, '-keyout', key]);
}

describe.skipIf(missing('redis', 'openssl'))('a Redis behind TLS', () => {
  let racers: Racers;
  let redis: TestRedis;
  let cert: string;
  beforeAll(async () => {
    racers = await compileRacer();
    cert = path.join(racers.folder, 'cert.pem');
    const key = path.join(racers.folder, 'key.pem');
    await makeCertificate(cert, key);
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
    redis = await startRedis({
      args: [...files, '--tls-auth-clients', 'no'],
      cliArgs: ['--tls', '--cacert', cert],
      tls: true,
    });
    return async () => {
      await redis.close();
      await racers.remove();
    };
  }, 60_000);

  test('works in a process that trusts its authority', async () => {
    const racer = await racers.start(redis.url, 'add', { NODE_EXTRA_CA_CERTS: cert });
    racer.send('k');
    expect(await racer.nextLine()).toBe('won');
    await racer.end();
    expect(redis.cli('EXISTS', 'matchpoint:raced:k')).toBe('1');
  });

  test('with an untrusted certificate gets no data', async () => {
    const stores = await openStores(redis.url, { log: recordingLog(), now: Date.now, version: 'test' });
    await expect(stores.check()).rejects.toThrow(/\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/);
    await stores.close();
  });
});
