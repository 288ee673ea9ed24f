import { words } from '../../src/reading/values.ts';

/**
 * Names that platforms use and that aren't read unasked: on others they are something else. Each under the field that it can be added to.
 */
export const UNREAD_NAMES: readonly {
  record: 'tournament' | 'match' | 'rankingEntry' | 'player';
  field: string;
  names: readonly string[];
  /** For the test, where a missing field is worked out from others. */
  like?: unknown;
}[] = [
  { record: 'tournament', field: 'name', names: words('label headline caption') },
  { record: 'tournament', field: 'status', names: words('stage progress condition') },
  {
    record: 'tournament',
    field: 'startsAt',
    names: words('when time begins kickoff first_round_at opens_at'),
  },
  { record: 'tournament', field: 'registrationClosesAt', names: words('deadline entry_deadline closes') },
  { record: 'tournament', field: 'capacity', names: words('cap limit max spots seats places team_limit') },
  { record: 'tournament', field: 'entrants', names: words('signups entries enrolled joined competitors') },
  { record: 'tournament', field: 'game', names: words('title rules ruleset') },
  { record: 'tournament', field: 'format', names: words('type kind style structure') },
  { record: 'tournament', field: 'region', names: words('location country zone area') },
  { record: 'tournament', field: 'prize', names: words('purse pot winnings') },
  { record: 'tournament', field: 'url', names: words('href page website') },
  { record: 'match', field: 'id', names: words('no key code table') },
  { record: 'match', field: 'status', names: words('progress stage condition') },
  { record: 'match', field: 'winner', names: words('victor won_by advances'), like: 'u_15' },
  { record: 'match', field: 'startsAt', names: words('time when slot_time tipoff') },
  { record: 'match', field: 'bestOf', names: words('games legs frames length') },
  { record: 'rankingEntry', field: 'place', names: words('no number order index'), like: 5 },
  { record: 'rankingEntry', field: 'elo', names: words('strength power value glicko') },
  { record: 'rankingEntry', field: 'rank', names: words('class grade badge') },
  { record: 'player', field: 'name', names: words('label callsign screen_name ign') },
  { record: 'player', field: 'avatarUrl', names: words('icon portrait thumb') },
  { record: 'player', field: 'elo', names: words('strength points score glicko') },
  { record: 'player', field: 'rank', names: words('class grade badge level') },
];

/** What the sides of a match may be called, first and second. */
export const UNREAD_PAIRS = [
  ['host', 'guest'],
  ['local', 'visitor'],
  ['attacker', 'defender'],
  ['north', 'south'],
] as const;
