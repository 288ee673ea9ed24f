import { STOP_REASONS } from '../guilds/follows.ts';
import { LINK_REFUSALS } from '../linking/refusals.ts';
import type { MetricLabels } from '../metrics/create-metrics.ts';
import { PLATFORM_ERROR_KINDS } from '../platform/error.ts';
import { PUBLIC_READS } from '../platform/operations.ts';
import { NAMESPACES } from './namespaces.ts';

export const METRIC_LABELS: MetricLabels = {
  namespaces: Object.keys(NAMESPACES),
  linkRefusals: LINK_REFUSALS,
  publicReads: PUBLIC_READS,
  platformErrors: PLATFORM_ERROR_KINDS,
  stopReasons: STOP_REASONS,
};
