import { readdirSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';

const FOLDER = 'deploy/kubernetes';
const KINDS = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
  StatefulSet,
];

export const manifestFiles = readdirSync(FOLDER).toSorted();

export const readManifest = (file: string) => parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as unknown;

/** What Kubernetes' own schemas hold against an object; and the keys that they do not know, which a cluster drops in silence. */
export function faultsOf(manifest: unknown): string[] {
  const kind = KINDS.find((one) => one.is(manifest));
  if (kind === undefined) return ['no kind that is known here'];
  const unread = new Set<string>();
  try {
    kind.prototype.validate.call(watched(manifest, '', unread));
  } catch (error) {
    return [String(error)];
  }
  return [...unread].map((key) => `${key} is no field`);
}

/** The schemas are compiled into functions that read every field they know, and nothing else. */
function watched(value: unknown, at: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inside = new Map(
    Object.entries(value).map(([key, held]) => {
      const path = at === '' ? key : `${at}.${key}`;
      unread.add(path);
      return [key, { path, held: watched(held, path, unread) }];
    }),
  );
  return new Proxy(value, {
    get(target, key) {
      const own = typeof key === 'string' ? inside.get(key) : undefined;
      if (own === undefined) return Reflect.get(target, key) as unknown;
      unread.delete(own.path);
      return own.held;
    },
  });
}
