import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IStatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { IService } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '../../src/settings/settings.ts';
import { healthRoutes } from '../../src/web/health-routes.ts';
import { faultsOf, manifestFiles, readManifest } from './manifests.ts';

// The schemas have been held against each of them by the first test.
const deployment = readManifest('deployment.yaml') as IDeployment;
const service = readManifest('service.yaml') as IService;
const ingress = readManifest('ingress.yaml') as IIngress;
const policy = readManifest('network-policy.yaml') as INetworkPolicy;
const budget = readManifest('pod-disruption-budget.yaml') as IPodDisruptionBudget;
const autoscaler = readManifest('horizontal-pod-autoscaler.yaml') as IHorizontalPodAutoscaler;
const settings = (readManifest('config-map.yaml') as IConfigMap).data ?? {};
const secrets = (readManifest('secret.yaml.example') as ISecret).stringData ?? {};

const pod = deployment.spec?.template.spec;
const container = pod?.containers[0];
const labels = deployment.spec?.template.metadata?.labels;
const portOf = (name: string) => container?.ports?.find((port) => port.name === name)?.containerPort;

const ROUTE = 'http-route.yaml.example';

describe('the manifests', () => {
  // The Gateway API's kinds aren't in Kubernetes' own schemas.
  it.each(manifestFiles.filter((file) => file !== ROUTE))(
    '%s is one that a cluster takes, with no field that it would drop',
    (file) => {
      expect(faultsOf(readManifest(file))).toEqual([]);
    },
  );

  it.each([
    [
      'a value of the wrong type',
      (text: string) => text.replace('GracePeriodSeconds: 30', 'GracePeriodSeconds: thirty'),
    ],
    ['a field that is missing', (text: string) => text.replace(/^ {2}selector:\n.*\n.*\n/m, '')],
    ['a misspelt field', (text: string) => text.replace('readOnlyRootFilesystem', 'readonlyRootFilesystem')],
    ['an unknown kind', (text: string) => text.replace('kind: Deployment', 'kind: Deploymint')],
  ])('would be refused for %s', (_what, spoil) => {
    expect(faultsOf(parse(spoil(readFileSync('deploy/kubernetes/deployment.yaml', 'utf8'))))).not.toEqual([]);
  });

  it('are about the same pods', () => {
    expect(deployment.spec?.selector.matchLabels).toEqual(labels);
    expect(service.spec?.selector).toEqual(labels);
    expect(policy.spec?.podSelector?.matchLabels).toEqual(labels);
    expect(budget.spec?.selector?.matchLabels).toEqual(labels);
    expect(pod?.topologySpreadConstraints?.[0]?.labelSelector?.matchLabels).toEqual(labels);
    expect(autoscaler.spec?.scaleTargetRef).toEqual({
      apiVersion: deployment.apiVersion,
      kind: deployment.kind,
      name: deployment.metadata?.name,
    });
  });

  it('apply as a folder without the example of a secret, which holds no value', () => {
    expect(manifestFiles.filter((file) => !file.endsWith('.yaml'))).toEqual([
      'http-route.yaml.example',
      'secret.yaml.example',
      'stateful-set.yaml.example',
    ]);
    expect(new Set(Object.values(secrets))).toEqual(new Set(['']));
  });
});

describe('the network policy', () => {
  const { ingress: inward = [], egress = [] } = policy.spec ?? {};

  it('lets in the ingress controller and Prometheus alone', () => {
    expect(policy.spec?.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(inward.map(({ from }) => from?.map((peer) => peer.namespaceSelector?.matchLabels))).toEqual([
      [{ 'kubernetes.io/metadata.name': 'ingress' }],
      [{ 'kubernetes.io/metadata.name': 'monitoring' }],
    ]);
  });

  it('lets out DNS, Redis and HTTPS to the internet, and nothing to what is private', () => {
    expect(egress.map(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([
      [53, 53],
      [6379],
      [6379],
      [443],
    ]);
    // RFC 5737: addresses for documentation, which no machine has.
    expect(egress[2]?.to?.map(({ ipBlock }) => ipBlock?.cidr)).toEqual(['192.0.2.10/32']);
    const blocks = egress.at(-1)?.to?.map(({ ipBlock }) => ipBlock) ?? [];
    expect(blocks.map((block) => block?.cidr)).toEqual(['0.0.0.0/0', '::/0']);
    for (const range of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'])
      expect(blocks[0]?.except).toContain(range);
    expect(blocks[1]?.except).toEqual(expect.arrayContaining(['fc00::/7', 'fe80::/10']));
  });

  it('trusts the addresses of the ingress controller alone, no whole network', () => {
    for (const range of (settings['TRUSTED_PROXIES'] ?? '').split(','))
      expect(Number(range.split('/')[1])).toBeGreaterThanOrEqual(24);
  });
});

describe('the settings', () => {
  it('are some of those that the bot has, secrets apart from the rest', () => {
    const names = SETTINGS.map(({ name }) => name);
    expect(
      [...Object.keys(settings), ...Object.keys(secrets)].filter((name) => !names.includes(name)),
    ).toEqual([]);
    const sources = container?.envFrom?.map(({ configMapRef, secretRef }) => [
      configMapRef?.name,
      secretRef?.name,
    ]);
    expect(sources).toEqual([
      ['matchpoint', undefined],
      [undefined, 'matchpoint'],
    ]);
  });

  it('are all that a replica needs, once the secrets are filled in', () => {
    const filled = Object.fromEntries(Object.keys(secrets).map((name) => [name, 'filled-in']));
    const result = readConfig({
      ...settings,
      ...filled,
      STORE_URL: 'redis://:filled-in@redis:6379',
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    });
    expect('faults' in result ? result.faults : []).toEqual([]);
    expect(settings['DISCORD_MODE']).toBe('http');
    expect(new URL(settings['PUBLIC_URL'] ?? '').hostname).toBe(ingress.spec?.rules?.[0]?.host);
  });

  it('and the ports are the same everywhere', () => {
    expect(String(portOf('http'))).toBe(settings['PORT']);
    expect(String(portOf('metrics'))).toBe(settings['METRICS_PORT']);
    expect(deployment.spec?.template.metadata?.annotations?.['prometheus.io/port']).toBe(
      settings['METRICS_PORT'],
    );
    const portNames = [
      ...(service.spec?.ports?.map(({ targetPort }) => targetPort) ?? []),
      ...(policy.spec?.ingress?.flatMap(({ ports = [] }) => ports.map(({ port }) => port)) ?? []),
    ];
    expect(portNames).toEqual(['http', 'http', 'metrics']);
    const backend = ingress.spec?.rules?.[0]?.http?.paths[0]?.backend.service;
    expect(backend?.name).toBe(service.metadata?.name);
    expect(backend?.port?.name).toBe(service.spec?.ports?.[0]?.name);
    expect(readManifest(ROUTE)).toMatchObject({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      spec: {
        hostnames: [ingress.spec?.rules?.[0]?.host],
        rules: [{ backendRefs: [{ name: service.metadata?.name, port: service.spec?.ports?.[0]?.port }] }],
      },
    });
  });
});

describe('a replica', () => {
  it('is asked for its health at paths that it has, and never ended for a store that is down', async () => {
    const app = Fastify();
    healthRoutes(app, async () => ({ ready: false }));
    const statuses = await Promise.all(
      [container?.startupProbe, container?.livenessProbe, container?.readinessProbe].map(async (probe) => {
        expect(probe?.httpGet?.port).toBe('http');
        return (await app.inject(probe?.httpGet?.path ?? '/')).statusCode;
      }),
    );
    expect(statuses).toEqual([200, 200, 503]);
  });

  it('is not ended while it updates an older store, before which nothing listens', () => {
    const { periodSeconds = 0, failureThreshold = 0 } = container?.startupProbe ?? {};
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(20 * 60);
    // Until it succeeds, the others are not asked.
    expect(periodSeconds).toBeLessThanOrEqual(2);
  });

  it('has the room for new objects that a busy replica needs, within its memory', () => {
    expect(container?.env).toEqual([{ name: 'NODE_OPTIONS', value: '--max-semi-space-size=16' }]);
  });

  it('is given the time that it takes to stop, and another is up before', () => {
    expect(deployment.spec?.strategy?.rollingUpdate).toMatchObject({ maxUnavailable: 0 });
    const [program, seconds] = container?.lifecycle?.preStop?.exec?.command ?? [];
    expect(program).toBe('sleep');
    // The bot's own 10 s come after it.
    expect((pod?.terminationGracePeriodSeconds ?? 0) - Number(seconds)).toBeGreaterThan(12);
    // Beside an autoscaler, a number would be put back at every apply.
    expect(deployment.spec?.replicas).toBeUndefined();
    expect(autoscaler.spec?.minReplicas).toBeGreaterThan(Number(budget.spec?.maxUnavailable));
  });

  it('runs without privileges, on a read-only root, with nothing that it does not need', () => {
    expect(pod?.containers).toHaveLength(1);
    expect(pod?.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod?.securityContext?.runAsUser).toBeGreaterThan(0);
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod?.automountServiceAccountToken).toBe(false);
    expect(pod?.volumes?.every(({ emptyDir }) => emptyDir !== undefined)).toBe(true);
    const { requests, limits } = container?.resources ?? {};
    expect(Object.keys(requests ?? {})).toEqual(['cpu', 'memory']);
    expect(Object.keys(limits ?? {})).toEqual(['cpu', 'memory']);
  });
});

describe('the one bot over the gateway', () => {
  const { spec } = readManifest('stateful-set.yaml.example') as IStatefulSet;
  const [own] = spec?.template.spec?.containers ?? [];

  it('is one, with its store on a volume that its user may write', () => {
    expect(spec?.replicas).toBe(1);
    expect(spec?.template.spec?.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
    const at = own?.volumeMounts?.find(({ name }) => name === 'data')?.mountPath;
    expect(at).toBe('/data');
    expect(spec?.volumeClaimTemplates?.map(({ metadata }) => metadata?.name)).toEqual(['data']);
  });

  it('takes the same settings, but for the mode and the store', () => {
    const env = Object.fromEntries(own?.env?.map(({ name, value = '' }) => [name, value]) ?? []);
    const filled = Object.fromEntries(Object.keys(secrets).map((name) => [name, 'filled-in']));
    const ENCRYPTION_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
    const result = readConfig({ ...settings, ...filled, ENCRYPTION_KEYS, ...env });
    expect('faults' in result ? result.faults : result.config.discord.mode).toBe('gateway');
    expect('config' in result && result.config.storeUrl.reveal()).toBe('sqlite:///data/matchpoint.sqlite');
  });

  it('is otherwise what a replica is', () => {
    expect(spec?.template.metadata?.labels).toEqual(labels);
    expect(own?.image).toBe(container?.image);
    for (const part of [
      'envFrom',
      'ports',
      'startupProbe',
      'livenessProbe',
      'readinessProbe',
      'resources',
      'securityContext',
    ] as const)
      expect(own?.[part], part).toEqual(container?.[part]);
  });
});
