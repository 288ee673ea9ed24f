import { rankingView } from '../shapes/views.ts';
import { REGIONS } from '../world/records.ts';
import { PlatformRefusal } from '../world/refusal.ts';
import { limitOf, type Call, type Operation } from './operation.ts';

export const RANKING_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v1/rankings',
    run(call) {
      const { world, shape } = call;
      return { status: 200, body: shape.ranking(rankingView(world, regionFilter(call), limitOf(call))) };
    },
  },
];

function regionFilter({ query }: Call): string | null {
  const type = query.get('type');
  if (type === 'global') return null;
  if (type !== 'regional') throw new PlatformRefusal(422, 'bad_type', 'type must be global or regional.');
  const name = query.get('region');
  if (!name) throw new PlatformRefusal(422, 'region_missing', 'A regional ranking needs a region.');
  const region = REGIONS.find((known) => known === name);
  if (region) return region;
  throw new PlatformRefusal(404, 'unknown_region', 'There is no such region.');
}
