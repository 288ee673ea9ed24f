import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTING_NAMES } from '../../src/config.ts';

interface Service {
  profiles?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
}
const { services, volumes } = parse(readFileSync('compose.yaml', 'utf8')) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

describe('compose.yaml', () => {
  it('runs the bot alone by default, with its data on a volume', () => {
    const plain = Object.entries(services).filter(([, service]) => service.profiles === undefined);
    expect(plain.map(([name]) => name)).toEqual(['bot']);
    expect(services['bot']?.volumes).toContain('data:/data');
    expect(Object.keys(volumes)).toContain('data');
  });

  it('gives the bot only settings that there are, and no more rights than it needs', () => {
    const names: readonly string[] = SETTING_NAMES;
    expect(Object.keys(services['bot']?.environment ?? {}).filter((name) => !names.includes(name))).toEqual(
      [],
    );
    expect(services['bot']).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    // Without TLS nothing but this machine may reach the pages.
    expect(services['bot']?.ports).toEqual(['127.0.0.1:3000:3000']);
  });

  it('puts Caddy with TLS in front in the profile tls, with the file that is here', () => {
    const caddy = services['caddy'];
    expect(caddy?.profiles).toEqual(['tls']);
    const mounted = caddy?.volumes
      ?.map((volume) => volume.split(':')[0] ?? '')
      .filter((path) => path.startsWith('./'));
    expect(mounted).toEqual(['./deploy/Caddyfile']);
    expect(mounted?.every((path) => existsSync(path))).toBe(true);
    expect(readFileSync('deploy/Caddyfile', 'utf8')).toContain('reverse_proxy bot:3000');
  });
});
