import type { FieldName, PlainName, RecordName } from '../../src/reading/fields.ts';
import { fields } from '../../src/reading/fields.ts';

/** A field as a platform sends it best. `as`: its name, if the first accepted one is not the plainest. */
interface FieldRow {
  like: string | number | boolean | object;
  gives: string;
  as?: string;
}

/** Every plain field has a row; of the others, those that a platform has to send. In the order of the page. */
type FieldRows<R extends RecordName> = Record<PlainName<R>, FieldRow> &
  Partial<Record<FieldName<R>, FieldRow>>;

const ana = { id: 'u_12', name: 'Ana', avatar_url: 'https://cdn.example/ana.png' };
const bruno = { id: 'u_15', name: 'Bruno' };

const tournament: FieldRows<'tournament'> = {
  id: { like: 't_104', gives: 'needed. It never changes and is never given to another tournament.' },
  name: { like: 'Spring Cup', gives: 'its title everywhere, and what people type to find it' },
  status: { like: 'open', gives: 'what can be done with it now: see [States](#states)' },
  startsAt: {
    like: '2031-05-01T18:00:00Z',
    gives: "the start in each reader's own time zone, reminders, the event",
  },
  registrationClosesAt: { like: '2031-05-01T17:30:00Z', gives: 'until when Register is offered' },
  endsAt: { like: '2031-05-01T22:00:00Z', gives: "the end of Discord's scheduled event" },
  entrants: { like: 12, gives: '"12 of 16 players"' },
  capacity: { like: 16, gives: 'places left' },
  entrantIds: {
    like: ['u_12', 'u_15'],
    gives: 'who is registered: in /next, /register and the roster (in one tournament alone is enough)',
  },
  game: { like: 'Rocket League', gives: 'shown' },
  format: { like: 'double elimination', gives: 'shown' },
  region: { like: 'Europe', gives: 'shown' },
  prize: { like: '500 EUR', gives: 'shown' },
  description: {
    like: 'Best of three, finals best of five.',
    gives: 'the first 600 characters, as plain text',
  },
  official: { like: true, gives: 'a win that Linked Roles count, also where one server alone follows it' },
  imageUrl: { like: 'https://cdn.example/spring.png', gives: 'a small picture; https' },
  url: { like: 'https://play.example/t/104', gives: 'a button to your website; https' },
};

const match: FieldRows<'match'> = {
  id: {
    like: 'm_7',
    gives: 'needed: without it a match can be neither opened nor scored, and it never changes',
  },
  label: { like: 'A', as: 'label', gives: 'what people call it: "Winner of A"' },
  tournamentId: { like: 't_104', gives: 'ties a score to its tournament' },
  tournamentName: { like: 'Spring Cup', gives: 'the title, without another call' },
  round: { like: 1, gives: 'the order of rounds' },
  roundName: { like: 'Semifinals', gives: 'what the round is called' },
  status: { like: 'finished', gives: 'whether it can be played, and when it counts: see [States](#states)' },
  winner: { like: 'u_12', gives: 'who won, also without a score (a forfeit)' },
  startsAt: { like: '2031-05-01T18:00:00Z', gives: 'when it is called, and reminders' },
  endsAt: { like: '2031-05-01T18:40:00Z', gives: 'when it was played' },
  bestOf: { like: 3, gives: 'which scores are possible, so that a wrong one is noticed before it is sent' },
};

/** Both sides, by the names that POST /v1/matches/:id/score has, too. */
const sides = { player1: ana, player2: bruno, player1_score: 2, player2_score: 1 };

const [first, second] = [{ id: ana.id, name: ana.name }, bruno];

const ending: FieldRows<'ending'> = {
  winner: { like: first, gives: 'who won: told as soon as the tournament or the stage is finished' },
  placements: {
    like: [
      { place: 1, player: first },
      { place: 2, player: second },
    ],
    gives: 'the final places. Several players may share one',
  },
  standings: {
    like: [
      { place: 1, player: first, points: 6, won: 2, drawn: 0, lost: 0 },
      { place: 2, player: second, points: 3, won: 1, drawn: 0, lost: 1 },
    ],
    gives: 'the table as it is now. Its places are final once the tournament or the stage is finished',
  },
};

const rankingEntry: FieldRows<'rankingEntry'> = {
  place: { like: 1, gives: 'the place; without it the order of the list counts' },
  player: { like: ana, gives: 'the name, and with the id: /rank, mentions of members, their own row marked' },
  elo: { like: 2410, gives: 'shown' },
  rank: { like: 'Diamond', gives: 'shown' },
  trend: { like: '+3', gives: 'nothing: a board shows the places gained that the bot saw' },
};

const player: FieldRows<'player'> = {
  id: { like: ana.id, gives: 'needed, the same everywhere' },
  name: { like: ana.name, gives: 'the name in every answer' },
  avatarUrl: { like: ana.avatar_url, gives: 'the portrait on the rank card; https, PNG, JPEG, WebP or GIF' },
  elo: { like: 2410, gives: 'the rating' },
  rank: { like: 'Diamond', gives: 'the rank' },
  region: { like: 'Europe', gives: 'the region' },
};

const token: FieldRows<'token'> = {
  accessToken: { like: '…', gives: 'needed' },
  refreshToken: { like: '…', gives: 'members stay linked; without it they link again after every expiry' },
  expiresIn: { like: 3600, gives: 'renewed in time, in seconds' },
};

const rows: { [R in RecordName]?: Record<string, FieldRow> } = {
  tournament,
  match,
  ending,
  rankingEntry,
  player,
  token,
};

/** The rows of a record, with the name under which each field is sent. */
export function rowsOf(record: 'tournament' | 'match' | 'ending' | 'rankingEntry' | 'player' | 'token') {
  const table: Record<string, { names: readonly string[] }> = fields[record];
  return Object.entries(rows[record] ?? {}).map(([field, { as, ...row }]) => {
    const names = table[field]?.names ?? [];
    return { field, names, name: as ?? names[0] ?? '', ...row };
  });
}

/** A record in the best shape. */
export const example = (record: Parameters<typeof rowsOf>[0]): Record<string, unknown> => ({
  ...Object.fromEntries(rowsOf(record).map(({ name, like }) => [name, like])),
  ...(record === 'match' && sides),
});

/** A bracket of four whose second semifinal is open. */
export const bracketExample = {
  tournament_id: 't_104',
  rounds: [
    {
      round: 1,
      name: 'Semifinals',
      matches: [
        { id: 'm_7', label: 'A', status: 'finished', winner_id: 'u_12', ...sides },
        {
          id: 'm_8',
          label: 'B',
          status: 'open',
          player1: { id: 'u_20', name: 'Chloé' },
          player2: { id: 'u_23', name: 'Đức' },
        },
      ],
    },
    {
      round: 2,
      name: 'Final',
      matches: [
        {
          id: 'm_9',
          label: 'C',
          status: 'upcoming',
          player1: ana,
          player2: null,
          player2_source: 'Winner of B',
        },
      ],
    },
  ],
};
