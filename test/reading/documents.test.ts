import { describe, expect, it, test } from 'vitest';
import { asGroup } from '../../src/reading/bracket-groups.ts';
import { sectionOfName } from '../../src/reading/bracket-words.ts';
import { fields, type FieldTable } from '../../src/reading/fields.ts';
import type { Field } from '../../src/reading/keys.ts';
import { asMoment } from '../../src/reading/moments.ts';
import { asGone, asOut, readRegistration } from '../../src/reading/phases.ts';
import { readPlayer } from '../../src/reading/read-player.ts';
import { FRESH_MS } from '../../src/platform/read-cache.ts';
import { DEFAULT_TIMEOUTS } from '../../src/platform/request.ts';
import * as kind from '../../src/reading/values.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { bracketExample, example, rowsOf } from './best-records.ts';
import { UNREAD_NAMES, UNREAD_PAIRS } from './unread-names.ts';
import { readBracket, readMatch, reader, readRanking, readTournament, readTournaments } from './reading.ts';

// `npm run docs` updates the page.

/** Objects and lists are in the example below the table. */
const cellOf = (like: string | number | boolean | object): string =>
  typeof like === 'object' ? 'see below' : `\`${like}\``;
const table = (record: Parameters<typeof rowsOf>[0]): string[] => [
  '| send | like | what members get |',
  '| --- | --- | --- |',
  ...rowsOf(record).map(({ name, like, gives }) => `| \`${name}\` | ${cellOf(like)} | ${gives} |`),
];
const json = (value: unknown): string[] => ['```json', JSON.stringify(value, null, 2), '```'];

const REGISTRATION = ['registration_closed', 'postponed', 'draft', 'seeding'] as const;
const words = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const nameOf = (record: Parameters<typeof rowsOf>[0], field: string): string =>
  rowsOf(record).find((row) => row.field === field)?.name ?? '';

const valueOf = (name: string): string => String(SETTINGS.find((setting) => setting.name === name)?.default);

test('docs/platform-api.md has every field in its best shape', async () => {
  const { callMs, headersMs } = DEFAULT_TIMEOUTS;
  const page = [
    '# What your API should send',
    '',
    "For the platform's people. The bot reads many shapes of answers; in these, nothing has to be guessed, and members get everything it can",
    "show. Leave out what you don't have: an answer then says less, and nothing breaks. `npm run doctor -- --fields` shows what was read of",
    "your answers. If your names differ, you don't have to change them: [Platform fields](platform-fields.md) teaches them to the bot.",
    '',
    '## Every answer',
    '',
    `- JSON in UTF-8, at most 2 MiB, begun within ${headersMs / 1000} s. A call with its retries ends after ${callMs / 1000} s; members wait for it.`,
    '- IDs are text or whole numbers, and stay the same. An ID on one record is the ID of `/v1/users/:id`, `/v1/tournaments/:id` or `/v1/matches/:id`.',
    '- Times are ISO 8601 with a zone (`2031-05-01T18:00:00Z`). A bare date is shown as a day, without an hour.',
    '- Lists come bare (`[…]`) or under `data`. Honor `limit`: the bot asks for 50, for the upcoming tournaments in the background for 200, and for less if you refuse that.',
    '- Names and texts are plain text. The bot escapes them, so markup shows as it is typed.',
    '- A list has each ID once. An empty slot is `null`: never an ID of 0 or -1, nor a name such as TBD.',
    '- gzip and Brotli are decoded, to at most the same 2 MiB.',
    '',
    '## Tournaments',
    '',
    '`GET /v1/tournaments`, `GET /v1/tournaments/:id`',
    '',
    ...table('tournament'),
    '',
    ...json(example('tournament')),
    '',
    '## Ends and tables',
    '',
    'In `GET /v1/tournaments/:id`, in the bracket’s answer, and in each of its `stages` and `groups`, of which it then speaks. Then the bot',
    'need not conclude from the matches who won. Tables break ties in many ways, so only you know the places.',
    '',
    ...table('ending'),
    '',
    ...json(example('ending')),
    '',
    '## Matches',
    '',
    '`GET /v1/matches/:id`, `GET /v1/users/:id/matches` (newest first), and in brackets. The sides are `player1` and `player2`, in the order',
    "of `player1_score` and `player2_score`, as when a score is posted. A player who isn't known yet is `null`.",
    '',
    ...table('match'),
    '',
    ...json(example('match')),
    '',
    'A match that is no plain win: a state or `result` of `walkover`, `forfeit`, `no_show` or `disqualified` with a `winner_id`; `double_forfeit`',
    'or `no_contest` where neither side won; `draw`. A score below zero is no score: of one side it is a disqualification, of both nothing.',
    '',
    'A side may be a team, with an ID and a name of its own. Who plays in it is known by `GET /v1/users/:id/matches`: list a match there for each',
    'of its players, who can then report it.',
    '',
    '## Brackets',
    '',
    '`GET /v1/tournaments/:id/bracket`: rounds in playing order, with their matches. `player2_source` says where a player comes from. In double',
    'elimination a round has `section` (`winners`, `losers`, `final`), in a group stage `group`. Before the draw, send `"rounds": []`.',
    '',
    ...json(bracketExample),
    '',
    '## Rankings',
    '',
    '`GET /v1/rankings`, best first',
    '',
    ...table('rankingEntry'),
    '',
    ...json(example('rankingEntry')),
    '',
    '## Players',
    '',
    '`GET /v1/users/:id`. `/v1/me` and `/v1/users/:id/rank` are read as your documentation shows them; `/v1/me` may add `avatar_url` and `region`.',
    '',
    ...table('player'),
    '',
    '## States',
    '',
    'The `status` of tournaments and matches: a word. Members see your own. Numbers count once the operator lists them under `state`. The first is plainest:',
    '',
    '| means | words |',
    '| --- | --- |',
    ...Object.entries(fields.state).map(([phase, { names }]) => `| ${phase} | ${words(names)} |`),
    '',
    `Before the start, ${words(REGISTRATION)} also say why no one can register yet or anymore.`,
    '',
    '## Names to avoid',
    '',
    'On some platforms these names mean the field beside them, on others something else: they are not read until the operator adds them. Where you',
    'can choose, send the name in the middle.',
    '',
    '| field | send | not |',
    '| --- | --- | --- |',
    ...UNREAD_NAMES.map(
      ({ record, field, names }) =>
        `| \`${record}.${field}\` | \`${nameOf(record, field)}\` | ${words(names)} |`,
    ),
    ...UNREAD_PAIRS.map(
      ([first, second]) => `| \`pair\` | \`player1\`, \`player2\` | ${words([first, second])} |`,
    ),
    '',
    '## Signing in',
    '',
    '`POST /oauth/token` answers with:',
    '',
    ...table('token'),
    '',
    'The consent page gets `response_type`, `client_id` and `state`, and sends `code` and `state` back; `redirect_uri` and PKCE are sent where the',
    'operator switches them on (`PLATFORM_OAUTH_EXTRAS`). A code counts once. Refuse an unknown one with `{ "error": "invalid_grant" }` and a wrong',
    'client with `{ "error": "invalid_client" }`: then no one looks for the fault at the wrong end.',
    '',
    '## Writes',
    '',
    '`POST /v1/tournaments/:id/register`, `POST /v1/matches/:id/score`, `PATCH /v1/me`, each with the member’s own token.',
    '',
    '- Any 2xx is a success, with any body or none (204). The changed record as the answer saves a call: the bot reads what is missing with a GET.',
    '- A write is sent once. Where its answer is lost, the bot reads the record: a tournament with the player in `entrant_ids`, a match with the',
    '  scores as sent. If the record shows the change, the bot says that it is done; if not, it says that it does not know. So GET should show a write as soon as it counts.',
    '- Answer a repeated one with 409, or with 2xx as the first time. For a 409 to `register`, the bot says "already registered" where `entrant_ids` shows it.',
    '- `player1_score` and `player2_score` are in the order of the match’s `player1` and `player2`.',
    '',
    '## Regions',
    '',
    'A `region` is the slug that `GET /v1/rankings?type=regional&region=` takes, such as `eu-west`: the bot collects the slugs from your records,',
    'shows them, and offers them in `/leaderboard`. If your records say `Europe` and your rankings ask for something else, the operator lists slugs and',
    'labels in `PLATFORM_REGIONS`.',
    '',
    '## How often the bot calls',
    '',
    `- In the background at most ${valueOf('PLATFORM_POLLS_PER_MINUTE')} calls a minute (\`PLATFORM_POLLS_PER_MINUTE\`), all replicas together, and fewer while you fail or answer 429.`,
    `- For members as they ask: about one to five calls a command, at most ${valueOf('PLATFORM_CONNECTIONS')} at once from each process (\`PLATFORM_CONNECTIONS\`). Equal reads are`,
    `  shared: a tournament, a bracket and a list are asked again after ${FRESH_MS / 1000} s at the earliest.`,
    '- With the API key: every GET but `/v1/me`. With a member’s token: `/v1/me` and the writes.',
    '',
    '## Failures',
    '',
    '| status | means |',
    '| --- | --- |',
    "| 401 | the token doesn't count anymore: it's renewed, and the call repeated once. So nothing may have been done |",
    '| 403, 404, 409 | not allowed, not there, already so: said in a sentence |',
    '| 422 and other 4xx | refused, with your reason |',
    '| 429, 503 | later: with `Retry-After`, at the time you name |',
    '| 5xx | an outage. Reads are tried again, writes never |',
    '',
    'In a 2xx, these say no, too: `errors`, `error`, `"success": false`, `"ok": false`, a `status` of error, fail or failed, a `status`, `code` or',
    '`statusCode` from 400 to 599, or a problem document. A record with an ID has its own state: there, `"status": "failed"` is no refusal.',
    'Refuse a dead refresh token with `invalid_grant`; then the member is asked to link again.',
    '',
    'Put the reason for people into `message`; members read it, in your words: `{ "message": "Registration closes at 17:30." }`.',
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/platform-api.md');
});

/** What each kind of value is, for people. */
const KINDS = new Map<unknown, string>([
  [kind.asId, 'ID: text or a whole number'],
  [kind.asName, 'text'],
  [kind.asText, 'text'],
  [kind.asTitle, 'text with spaces, or an object with a name'],
  [kind.asLabel, 'at most 12 characters'],
  [kind.asString, 'text'],
  [kind.asWord, 'a word: text with letters'],
  [kind.asRoundName, 'text with letters'],
  [kind.asInteger, 'whole number'],
  [kind.asCount, 'number'],
  [kind.asSize, 'number, or a list'],
  [kind.asPlace, 'whole number'],
  [kind.asFinalPlace, 'whole number, or "1st", "5-8"'],
  [kind.asTrend, 'signed whole number'],
  [kind.asTextOrInteger, 'signed whole number'],
  [kind.asUrl, 'address with http or https'],
  [kind.asPrize, 'text, number, or amount with currency'],
  [kind.asBestOf, 'whole number, or "Best of 3"'],
  [kind.asTrue, '`true`'],
  [kind.asScore, 'whole number'],
  [kind.asSeat, 'whole number, `home` or `away`'],
  [kind.asOutcome, '`true`, `false`, "win" or "loss"'],
  [kind.asSideNumber, '1 or 2'],
  [kind.asLoser, '`true`, "loser" or 2'],
  [kind.asList, 'list'],
  [kind.asRecords, 'record or list'],
  [kind.asIs, 'depends on the record'],
  [asMoment, 'time: ISO 8601, or seconds or milliseconds since 1970'],
  [asGroup, 'text or number'],
  [sectionOfName, '`winners`, `losers`, `final`, `group` or `main`'],
  [asOut, '`true`, or "forfeit", "disqualified", "no_show"'],
  [asGone, '`true`, or "withdrawn"'],
]);

/** By record: what it is, and in which answers. */
const RECORDS: Record<keyof FieldTable, string> = {
  player:
    'A player, alone and within other records. `id` is that of the record, `accountId` that of the account that an entry refers to.',
  me: 'The caller’s own account, as documented.',
  playerRank: 'The rank of a player, as documented.',
  tournament: 'A tournament.',
  entrant: 'A player or team in a tournament’s list of entrants.',
  rankingEntry: 'A row of a ranking.',
  token: 'The answer of the token endpoint.',
  match: 'A match, alone and in brackets.',
  side: 'One side of a match, where it is an object: `{ "seat": 1, "user": {}, "score": 3 }`. Scores within sides belong here.',
  pair: 'What the two sides are called, as a key or as the start of one. Both lists belong together, position by position.',
  round: 'A round, group or stage of a bracket.',
  ending: 'What a tournament, a bracket or a stage says of its end.',
  standing: 'A row of a table, or a final place.',
  envelope:
    'Keys around records. `answer` may be around any; the others are what one record is called, alone or in the plural.',
  state: 'Words for states, or numbers.',
};

test('docs/platform-records.md has every record and field', async () => {
  const page = [
    '# Records and fields',
    '',
    'What a file for `PLATFORM_FIELDS` may add names to, with the names that are known already: see [Platform fields](platform-fields.md).',
    '`npm run docs` writes this page.',
    '',
    ...Object.entries<Record<string, Field<unknown>>>(fields).flatMap(([record, declared]) => [
      `## ${record}`,
      '',
      new Map(Object.entries(RECORDS)).get(record) ?? '',
      '',
      '| field | kind | names |',
      '| --- | --- | --- |',
      ...Object.entries(declared).map(([name, { fit, names }]) => {
        const isKey = ['envelope', 'pair', 'state'].includes(record);
        return `| \`${name}\` | ${isKey ? 'name' : (KINDS.get(fit) ?? '?')} | ${words(names)} |`;
      }),
      '',
    ]),
  ];
  expect(page.filter((line) => line.includes('| ? |'))).toEqual([]);
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/platform-records.md');
});

describe('a record as the page shows it', () => {
  it('uses names that the bot accepts', () => {
    for (const record of ['tournament', 'match', 'ending', 'rankingEntry', 'player', 'token'] as const)
      for (const { field, name, names } of rowsOf(record))
        expect(names, `${record}.${field}`).toContain(name);
  });

  it('is read whole: a tournament', () => {
    const [tournament] = readTournaments(reader, [example('tournament')]);
    const names = rowsOf('tournament').map(({ field }) => field);
    expect(Object.keys(tournament ?? {})).toEqual(expect.arrayContaining(names));
    expect(tournament).toMatchObject({ id: 't_104', phase: 'open', entrants: 12, capacity: 16 });
    expect(tournament?.entrantIds).toEqual(['u_12', 'u_15']);
  });

  it('is read whole: an end', () => {
    const { ending } = readTournament(reader, { ...example('tournament'), ...example('ending') }, 't_104');
    expect(ending).toEqual(example('ending'));
  });

  it('is read whole: a match', () => {
    const match = readMatch(reader, example('match'), 'm_7');
    const renamed: Record<string, string> = { tournamentId: 'tournament', tournamentName: 'tournament' };
    const names = rowsOf('match').map(({ field }) => renamed[field] ?? field);
    expect(Object.keys(match)).toEqual(expect.arrayContaining(names));
    expect(match).toMatchObject({
      tournament: { id: 't_104', name: 'Spring Cup' },
      phase: 'finished',
      winner: 1,
      sides: [
        { player: { id: 'u_12', name: 'Ana' }, score: 2 },
        { player: { id: 'u_15', name: 'Bruno' }, score: 1 },
      ],
    });
  });

  it('is read whole: a row of a ranking, and a player', () => {
    const [row] = readRanking(reader, [example('rankingEntry')]);
    expect(row).toMatchObject({
      place: 1,
      player: { id: 'u_12', name: 'Ana' },
      elo: 2410,
      rank: 'Diamond',
      trend: '+3',
    });
    const player = readPlayer(reader, example('player'), 'u_12');
    expect(Object.keys(player)).toEqual(expect.arrayContaining(rowsOf('player').map(({ field }) => field)));
  });

  it('is read whole: a bracket', () => {
    const { tournamentId, rounds } = readBracket(reader, bracketExample);
    expect(tournamentId).toBe('t_104');
    expect(rounds.map(({ number, name }) => [number, name])).toEqual([
      [1, 'Semifinals'],
      [2, 'Final'],
    ]);
    expect(rounds[0]?.matches.map(({ phase }) => phase)).toEqual(['finished', 'open']);
    expect(rounds[1]?.matches[0]?.sides).toMatchObject([
      { player: { name: 'Ana' } },
      { from: { outcome: 'winner', matchId: 'm_8' } },
    ]);
  });

  it('has states that mean what the page says', () => {
    for (const word of REGISTRATION) {
      expect(reader.phaseOf(word)).toBe('upcoming');
      expect(readRegistration(word)).toBeDefined();
    }
  });
});
