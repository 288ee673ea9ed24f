import type { Json } from '../shapes/shape.ts';
import { matchView, playerView } from '../shapes/views.ts';
import { rankLabel } from '../world/ratings.ts';
import type { WorldPlayer } from '../world/records.ts';
import { PlatformRefusal } from '../world/refusal.ts';
import { history, ranking, trend } from '../world/standings.ts';
import { actingMember, limitOf, recordById, type Operation } from './operation.ts';

const LONGEST_NAME = 64;

export const USER_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v1/me',
    run({ world, caller }) {
      // The document's own example reads it with the API key: then it is the application's owner.
      const player =
        caller.kind === 'member' ? caller.player : recordById(world.players, world.developerId, 'player');
      return { status: 200, body: ownProfile(player) };
    },
  },
  {
    method: 'PATCH',
    path: '/v1/me',
    run(call) {
      const player = actingMember(call);
      Object.assign(player, profileChange(call.body()));
      return call.shape.updatedUser(playerView(player));
    },
  },
  {
    method: 'GET',
    path: '/v1/users/:id',
    run: ({ world, shape, id }) => ({
      status: 200,
      body: shape.user(playerView(recordById(world.players, id, 'player'))),
    }),
  },
  {
    method: 'GET',
    path: '/v1/users/:id/rank',
    run({ world, id }) {
      const player = recordById(world.players, id, 'player');
      return {
        status: 200,
        body: {
          global_rank: ranking(world).indexOf(player) + 1,
          regional_rank: ranking(world, player.region).indexOf(player) + 1,
          elo: player.elo,
          trend: trend(world, id),
        },
      };
    },
  },
  {
    method: 'GET',
    path: '/v1/users/:id/matches',
    run(call) {
      const { world, shape, id } = call;
      recordById(world.players, id, 'player');
      const matches = history(world, id).slice(0, limitOf(call));
      return { status: 200, body: shape.matches(matches.map((match) => matchView(world, match))) };
    },
  },
];

/** Exactly the fields of the document's User, in every shape. */
function ownProfile({ id, name, phone, elo, balance }: WorldPlayer): Json {
  return { id, name, phone, elo, rank: rankLabel(elo), spa_balance: balance };
}

/** Both fields may be left out, but not both at once. */
function profileChange(body: Record<string, unknown>): Partial<WorldPlayer> {
  const change: Partial<WorldPlayer> = {};
  if (body['name'] !== undefined) change.name = newName(body['name']);
  if (body['avatar_url'] !== undefined) change.avatarUrl = newAvatar(body['avatar_url']);
  if (Object.keys(change).length > 0) return change;
  throw new PlatformRefusal(422, 'nothing_to_change', 'Send a name, an avatar_url, or both.');
}

function newName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  // Counted by code points.
  const length = Array.from(name).length;
  if (length >= 1 && length <= LONGEST_NAME) return name;
  throw new PlatformRefusal(422, 'bad_name', `The name must have 1 to ${LONGEST_NAME} characters.`);
}

function newAvatar(value: unknown): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:') return value;
  throw new PlatformRefusal(422, 'bad_avatar_url', 'The avatar must be an https address.');
}
