import type { Random } from '../random.ts';
import { AWKWARD_NAMES, personName } from './names.ts';
import { REGIONS, type Region, type World, type WorldPlayer } from './records.ts';

const HEADCOUNT = 200;
const FIRST_ID = 1001;

const DIALLING_CODES: Record<Region, string> = {
  'ha-noi': '+84',
  'sao-paulo': '+55',
  berlin: '+49',
  seoul: '+82',
};

/** Who is who in every world, for every seed: tours, tests and the consent page count on them. */
export const CAST = {
  organizer: '1001',
  /** Meets `rival` in a match that waits for its score. */
  contender: '1002',
  rival: '1003',
  /** Has never played and is registered nowhere. */
  newcomer: '1004',
  awkward: '1005',
} as const;

const CAST_NOTES: World['cast'] = [
  { playerId: CAST.organizer, note: 'Organizer: may score any match' },
  { playerId: CAST.contender, note: 'Has a match to report' },
  { playerId: CAST.rival, note: 'The opponent in that match' },
  { playerId: CAST.newcomer, note: 'New here, no match played yet' },
  { playerId: CAST.awkward, note: 'A name that is hard to print' },
];

const CAST_RECORDS: Record<string, Partial<WorldPlayer>> = {
  [CAST.organizer]: { name: 'Linh Nguyễn', region: 'ha-noi', elo: 1745, organizer: true },
  [CAST.contender]: { name: 'Ana Conceição', region: 'sao-paulo', elo: 1632 },
  [CAST.rival]: { name: 'Jürgen Weiß', region: 'berlin', elo: 1604 },
  [CAST.newcomer]: { name: 'Park Jiwoo', region: 'seoul', elo: 1200, balance: 0 },
};

const OTHER_ORGANIZERS = new Set(['1012', '1027']);

/** The organizers, the players with a part, a score of awkward names, and everybody else. */
export function createPlayers(random: Random): Pick<World, 'players' | 'cast' | 'developerId'> {
  const players = new Map<string, WorldPlayer>();
  for (let index = 0; index < HEADCOUNT; index += 1) {
    const player = createPlayer(index, random);
    players.set(player.id, player);
  }
  return { players, cast: CAST_NOTES, developerId: String(FIRST_ID + HEADCOUNT - 1) };
}

function createPlayer(index: number, random: Random): WorldPlayer {
  const id = String(FIRST_ID + index);
  // In turn, so that every region has enough players for its own tournaments with any seed.
  const region = CAST_RECORDS[id]?.region ?? REGIONS[index % REGIONS.length] ?? 'berlin';
  const name = AWKWARD_NAMES[index - 4] ?? personName(region, random);
  const lastDigits = String(random.integer(0, 999)).padStart(3, '0');
  return {
    id,
    name,
    phone: `${DIALLING_CODES[region]} *** *** ${lastDigits}`,
    region,
    elo: Math.min(2600, Math.max(700, Math.round(random.around(1500, 260)))),
    balance: random.integer(0, 400) * 25,
    avatarUrl: random.next() < 0.1 ? `https://example.com/avatars/${id}.png` : null,
    organizer: OTHER_ORGANIZERS.has(id),
    ...CAST_RECORDS[id],
  };
}
