import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '../../src/settings/settings.ts';

interface Service {
  profiles?: string[];
  image?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  secrets?: string[];
  depends_on?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  command?: string[];
  mem_limit?: string;
  healthcheck?: { test: string[] };
  logging?: { options: Record<string, string> };
}
const { services, volumes, secrets } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
};
const service = (name: string): Service => services[name] ?? {};
const BOTS = ['bot', 'replica-a', 'replica-b'];

/** As Compose does: what is named, and all that it depends on. */
function started(...names: string[]): string[] {
  const all = new Set<string>();
  const add = (name: string): void => {
    all.add(name);
    for (const other of service(name).depends_on ?? []) add(other);
  };
  names.forEach(add);
  return [...all].toSorted();
}
const inProfile = (profile?: string) =>
  Object.keys(services).filter(
    (name) => services[name]?.profiles === undefined || services[name].profiles.includes(profile ?? 'none'),
  );
const published = (...names: string[]) => names.flatMap((name) => service(name).ports ?? []);
const mounts = Object.entries(services).flatMap(([name, { volumes: own = [] }]) =>
  own.map((volume) => ({ name, from: volume.split(':')[0] ?? '', to: volume.split(':')[1] ?? '' })),
);

/** Whom Prometheus asks, by the file of its settings. The alerts know the bots by the job's name. */
function targetsOf(file: string): string[] {
  const { scrape_configs, rule_files } = parse(readFileSync(`deploy/prometheus/${file}.yml`, 'utf8')) as {
    rule_files: string[];
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };
  expect(rule_files).toEqual(['/etc/prometheus/alerts.yml']);
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['matchpoint']);
  return scrape_configs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets));
}

describe('compose.yaml', () => {
  it('runs the bot alone by default, with its data on a volume', () => {
    expect(inProfile()).toEqual(['bot']);
    expect(service('bot').volumes).toContain('data:/data');
    // Without TLS nothing but this machine may reach the pages.
    expect(published('bot')).toEqual(['127.0.0.1:3000:3000']);
  });

  it.each(BOTS)('gives %s only settings that there are, and no more rights than it needs', (name) => {
    const names = SETTINGS.map(({ name }) => name);
    const variables = Object.keys(service(name).environment ?? {});
    const own = variables.filter((variable) => variable !== 'NODE_OPTIONS');
    expect(own.filter((setting) => !names.includes(setting.replace(/_FILE$/, '')))).toEqual([]);
    expect(service(name)).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it.each(BOTS)('gives %s values that it takes, once a file holds the secret', (name) => {
    const environment = Object.entries(service(name).environment ?? {}).map(([setting, value]) => [
      setting,
      value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
    ]);
    const result = readConfig(Object.fromEntries(environment), (path) => {
      expect(path).toBe('/run/secrets/store-url');
      return 'redis://:secret@redis:6379\n';
    });
    const faults = 'faults' in result ? result.faults : [];
    // The rest is in .env, which is not here.
    expect(faults.filter(({ reason }) => reason !== 'missing')).toEqual([]);
    expect(faults.map((fault) => fault.name)).not.toContain('STORE_URL');
  });

  it('rotates the logs of every service, and bounds its memory', () => {
    for (const [name, { logging, mem_limit }] of Object.entries(services)) {
      expect(logging?.options, name).toEqual({ 'max-size': '10m', 'max-file': '5' });
      expect(mem_limit, name).toMatch(/^\d+[mg]$/);
    }
  });

  it('lets Redis refuse writes before the kernel ends it for its memory', () => {
    const { command = [], mem_limit } = services['redis'] ?? {};
    expect(mem_limit).toBe('1g');
    expect(command[command.indexOf('--maxmemory') + 1]).toBe('800mb');
    expect(command).not.toContain('--maxmemory-policy');
  });

  it('shows the lone bot’s figures on this machine in the profile metrics', () => {
    expect(inProfile('metrics')).toEqual(['bot', 'prometheus-bot', 'metrics']);
    expect(published('metrics', 'prometheus-bot').toSorted()).toEqual([
      '127.0.0.1:9090:9090',
      '127.0.0.1:9464:9464',
    ]);
    expect(service('prometheus-bot').command?.[0]).toBe('--config.file=/etc/prometheus/bot.yml');
    expect(targetsOf('bot')).toEqual([`bot:${service('bot').environment?.['METRICS_PORT']}`]);
  });

  it('puts Caddy with TLS in front in the profile tls', () => {
    expect(inProfile('tls')).toEqual(['bot', 'caddy']);
    expect(readFileSync('deploy/Caddyfile', 'utf8')).toContain('reverse_proxy bot:3000');
  });

  it('mounts nothing but files and folders that are here, and volumes that it declares', () => {
    const own = mounts.filter(({ from }) => from.startsWith('./')).map(({ from }) => from);
    expect(own.filter((path) => !existsSync(path))).toEqual([]);
    const volumeNames = mounts.filter(({ from }) => !from.startsWith('./')).map(({ from }) => from);
    expect(new Set(volumeNames)).toEqual(new Set(Object.keys(volumes)));
  });

  it('says which version of every image that is not its own', () => {
    const others = Object.values(services).flatMap(({ image = '' }) =>
      image === 'matchpoint' ? [] : [image],
    );
    expect(others.filter((image) => !/:v?\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/.test(image))).toEqual([]);
  });
});

describe('the profile scale', () => {
  const scaled = started('balancer', 'grafana');

  it('starts two replicas, Redis, the balancer and who watches them, and not the lone bot', () => {
    expect(scaled).toEqual(['balancer', 'grafana', 'prometheus', 'redis', 'replica-a', 'replica-b']);
    expect(scaled).toEqual(
      inProfile('scale')
        .filter((name) => name !== 'bot')
        .toSorted(),
    );
    expect(readFileSync('docs/scaling.md', 'utf8')).toContain(
      'docker compose --profile scale up -d balancer grafana',
    );
  });

  it('publishes the balancer alone; figures can be seen on this machine', () => {
    const ports = published(...scaled);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual(['80:80', '443:443']);
    expect(published('balancer')).toEqual(['80:80', '443:443']);
    expect(published('redis', 'replica-a', 'replica-b')).toEqual([]);
  });

  it('counts a replica that can’t be sent work as unhealthy, so that an update goes no further', () => {
    for (const name of ['replica-a', 'replica-b'])
      expect(service(name).healthcheck?.test).toEqual(['CMD', 'healthy', '/readyz']);
    expect(service('bot').healthcheck).toBeUndefined();
    expect(readFileSync('docs/scaling.md', 'utf8')).toContain('--force-recreate --wait replica-a');
  });

  it('takes interactions by HTTP, on a store that both replicas share and only a file tells of', () => {
    for (const name of ['replica-a', 'replica-b']) {
      expect(service(name).environment).toMatchObject({
        DISCORD_MODE: 'http',
        STORE_URL: '',
        STORE_URL_FILE: '/run/secrets/store-url',
      });
      expect(service(name).secrets).toEqual(['store-url']);
    }
    expect(service('redis').secrets).toEqual(['store-url']);
    expect(service('redis').volumes).toContain('redis:/data');
    const ignored = readFileSync('.gitignore', 'utf8').split('\n');
    for (const { file } of Object.values(secrets)) expect(file).toMatch(/^\.\/secrets\//);
    expect(ignored).toContain('secrets/');
    for (const { secrets: own = [] } of Object.values(services))
      for (const name of own) expect(secrets).toHaveProperty(name);
  });

  it('balances over both replicas, and asks them whether they are ready every second', () => {
    const caddyfile = readFileSync('deploy/Caddyfile.scale', 'utf8');
    expect(caddyfile).toMatch(/^reverse_proxy replica-a:3000 replica-b:3000 \{$/m);
    expect(caddyfile).toMatch(/^\thealth_uri \/readyz$/m);
    // A replica that stops says so for 3 s before it closes.
    expect(caddyfile).toMatch(/^\thealth_interval 1s$/m);
  });

  it('has Prometheus ask every replica, and Grafana show the dashboard', () => {
    const port = service('replica-a').environment?.['METRICS_PORT'];
    expect(targetsOf('prometheus')).toEqual([`replica-a:${port}`, `replica-b:${port}`]);
    const { providers } = parse(
      readFileSync('deploy/grafana/provisioning/dashboards/matchpoint.yaml', 'utf8'),
    ) as { providers: { options: { path: string } }[] };
    const at = mounts.find(({ from }) => from === './deploy/grafana/dashboards')?.to;
    expect(providers.map(({ options }) => options.path)).toEqual([at]);
  });
});
