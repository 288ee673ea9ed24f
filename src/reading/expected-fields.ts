import { fields, type RecordName } from './fields.ts';
import { isPlain, type Field } from './keys.ts';
import { words } from './values.ts';

/** The record of an operation and the fields that people see. Of alternatives, one is enough. */
interface Expected {
  record: RecordName;
  fields: readonly (readonly string[])[];
}

/** The fields of the list, then those `plain` ones of the record that are not among them. */
function withPlain(record: RecordName, list: string): Expected {
  const { fields: groups } = expected(record, list);
  const listed = new Set(groups.flat());
  const plain = Object.entries<Field<unknown>>(fields[record])
    .map(([name, one]) => ({ name: `${record}.${name}`, one }))
    .filter(({ name, one }) => isPlain(one) && !listed.has(name));
  return { record, fields: [...groups, ...plain.map(({ name }) => [name])] };
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
  player: withPlain('player', 'id'),
  playerRank: expected('playerRank', 'globalRank regionalRank elo trend'),
  tournament: withPlain(
    'tournament',
    'id name status|finished startsAt endsAt registrationClosesAt capacity entrants|entrantIds',
  ),
  match: withPlain('match', `${matchFields} round|roundName|roundId tournamentId|tournamentName`),
  bracket: expected('match', matchFields),
  ranking: withPlain('rankingEntry', 'place|regionalPlace player.accountId player.name'),
} as const;

export type AnswerKind = keyof typeof expectedFields;
