import type { RecordName } from './fields.ts';
import { words } from './values.ts';

/** The record of an operation and the fields that people see. Of alternatives, one is enough. */
interface Expected {
  record: RecordName;
  fields: readonly (readonly string[])[];
}

const expected = (record: RecordName, list: string): Expected => ({
  record,
  fields: words(list).map((field) =>
    field.split('|').map((name) => (name.includes('.') ? name : `${record}.${name}`)),
  ),
});

const matchFields = `
  id sides|pair.first|pair.second player.name player.accountId scores|side.score status|finished
  winner|winnerNumber|loser|side.won
`;

/** By the kind of response. */
export const expectedFields = {
  me: expected('me', 'id name phone elo rank balance'),
  player: expected('player', 'id name avatarUrl elo rank region'),
  playerRank: expected('playerRank', 'globalRank regionalRank elo trend'),
  tournament: expected(
    'tournament',
    `id name status|finished startsAt endsAt registrationClosesAt capacity entrants|entrantIds game
     format region prize description imageUrl url`,
  ),
  match: expected(
    'match',
    `${matchFields} round|roundName|roundId tournamentId|tournamentName startsAt endsAt bestOf`,
  ),
  bracket: expected('match', matchFields),
  ranking: expected('rankingEntry', 'place|regionalPlace player.accountId player.name elo rank trend'),
} as const;

export type AnswerKind = keyof typeof expectedFields;
