import { names } from './keys.ts';
import { words } from './values.ts';

/** Keys around records. */
export const envelopeNames = {
  /** Around any record in a response. */
  answer: names`
  data result results response payload body content item items record records object node nodes edges
  entries entry list rows value values hits docs documents collection elements _embedded
  resource resources page
`,

  /** The record's name, in the singular or plural: `{ "tournament": {} }`, `{ "tournaments": [] }`. */
  player: names`player players user users participant participants entrant entrants account`,
  me: names`me user current_user viewer`,
  playerRank: names`rank user_rank ranking`,
  tournament: names`
    tournament tournaments championship championships competition competitions event events cups
    leagues
  `,
  match: names`
    match matches sets set games fixtures pairings matchups history seeds series bracket_matches
  `,
  round: names`round rounds`,
  rankingEntry: names`
    rankings ranking leaderboard leaderboards standings standing players users ranks ladder
    participants
  `,
  token: names`token tokens credentials`,
};

/** Keys of objects with a part of the record's fields. JSON:API's `attributes` come before the resource itself. */
export const holders = {
  before: words('attributes fields _source'),
  after: words('profile settings details info stats properties relationships meta_data general extra_data'),
};

/** Records around a list: `{ "event": { "sets": { "nodes": [] } } }`. */
export const containers = words(`
  tournament event user player bracket brackets stage phase phase_group season league region global me current_user viewer account profile
`);

/** Lists with the names for ids: `{ "matches": [{ "player1_id": 7 }], "participants": [{ "id": 7, "name": "Ana" }] }`. */
export const rosters = words(`
  participants participant players users teams entrants competitors contestants included members
`);

/** Values of `type` of an included resource (JSON:API) that mean a player. */
export const rosterTypes = words(`
  participant player user team entrant account member competitor contestant profile
`);
