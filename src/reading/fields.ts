import { endingFields } from './ending-fields.ts';
import { envelopeNames } from './envelopes.ts';
import { field, plain, type Field, type PlainField } from './keys.ts';
import { matchFields } from './match-fields.ts';
import { asMoment } from './moments.ts';
import { asGone, stateWords } from './phases.ts';
import * as kind from './values.ts';

/**
 * Each field of each record, with its kind and its accepted names. The first name with a fitting value wins.
 *
 * A name is compared without case, `_`, `-` and spaces. A dot goes into an object; `*` is an object's only entry.
 * The readers and the doctor take `plain` fields from this table; `field` is for what a reader works out itself.
 * Grown from the public documents of Challonge, start.gg, Toornament, FACEIT, Battlefy, PandaScore, Lichess, chess.com,
 * OpenDota, Riot, Supercell, Wargaming and brackets-manager. The readers get the table as an argument, so that a platform's
 * own names can be added to it.
 */
export const fields = {
  player: {
    /** For a record that is the account. */
    id: field(kind.asId)`id user_id player_id account_id uuid guid puuid tag steam_id`,
    /** For an entry that refers to an account: the id of the entry comes last. */
    accountId: field(kind.asId)`
      user_id player_id account_id profile_id participant_id entrant_id summoner_id puuid id uuid guid
      tag team_id contestant_id competitor_id faction_id roster_id steam_id
    `,
    /** Further ids by which matches may refer to a listed player. */
    otherIds: field(kind.asList)`group_player_ids`,
    name: plain(kind.asName)`
      name display_name username user_name nickname nick gamer_tag player_name game_name persona_name
      full_name team_name summoner_name entrant_tag player_tag handle alias login title players.name
      players.title
    `,
    avatarUrl: plain(kind.asUrl)`
      avatar_url avatar avatar_full image_url picture photo profile_picture logo logo_url image images
      attached_participatable_portrait_url
    `,
    elo: plain(kind.asCount)`
      elo rating elo_rating faceit_elo games.*.faceit_elo mmr mmr_estimate.estimate current_rating
      perfs.*.rating skill_rating trophies league_points ranked_rating
    `,
    rank: plain(kind.asWord)`
      rank rank_label rank_name rank_title tier division league skill_level division_name
    `,
    region: plain(kind.asName)`region region_name region_slug games.*.region server`,
  },
  /** Documented fields first; the others are optional. */
  me: {
    id: field(kind.asId)`id`,
    name: field(kind.asString)`name`,
    phone: field(kind.asString)`phone`,
    elo: field(kind.asInteger)`elo`,
    rank: field(kind.asString)`rank`,
    balance: field(kind.asInteger)`spa_balance`,
    avatarUrl: field(kind.asUrl)`avatar_url avatar image_url picture`,
    region: field(kind.asName)`region region_name region_slug`,
  },
  /** As documented. */
  playerRank: {
    globalRank: field(kind.asInteger)`global_rank`,
    regionalRank: field(kind.asInteger)`regional_rank`,
    elo: field(kind.asInteger)`elo`,
    trend: field(kind.asTextOrInteger)`trend`,
  },
  tournament: {
    id: field(kind.asId)`
      id uuid guid tournament_id championship_id competition_id event_id league_id tag slug
    `,
    name: plain(kind.asName)`
      name title display_name full_name tournament_name championship_name competition_name event_name
    `,
    status: field(kind.asWord)`status state tournament_status tournament_state phase`,
    finished: field(kind.asTrue)`is_finished finished completed is_completed`,
    startsAt: plain(asMoment)`
      starts_at start_at start_time start_date start_date_time starts_on start_timestamp
      scheduled_start scheduled_at scheduled_date_start begin_at begins_at championship_start
      timestamps.starts_at timestamps.start_at schedule.start schedule.starts_at dates.start
      event_date date datetime start timestamps.started_at started_at
    `,
    endsAt: plain(asMoment)`
      ends_at end_at end_time end_date end_date_time scheduled_date_end finishes_at finish_time
      finished_at completed_at timestamps.completed_at ended_at schedule.end dates.end end
    `,
    registrationClosesAt: plain(asMoment)`
      registration_closes_at registration_ends_at registration_end registration_deadline
      registration_closing_datetime registration_end_date registration.closes_at
      event_registration_closes_at subscription_end signup_deadline closes_at check_in_at
    `,
    capacity: field(kind.asSize)`
      capacity max_players max_participants max_entrants max_teams max_capacity player_limit
      participant_limit participants_limit players_limit entrants_limit teams_limit total_slots max_slots
      registration.capacity registration_options.registration_max participants.max
      players.max signup_cap slots size team_cap
    `,
    entrants: field(kind.asRecords)`
      entrants_count entrant_count num_entrants participants_count participant_count num_participants
      players_count player_count num_players nb_players number_of_players current_players
      current_subscriptions registered_count registered_user_count registrations_count teams_count
      num_attendees registered entrants participants players registrations attendees members_list
      teams
    `,
    entrantIds: field(kind.asRecords)`
      entrant_ids participant_ids player_ids entrants participants players registrations attendees
      members_list registered teams
    `,
    game: plain(kind.asName)`
      game game_name videogame video_game discipline game_title game_id variant sport title_name
    `,
    format: plain(kind.asWord)`
      format tournament_type bracket_type elimination_type competition_type settings.type mode system
    `,
    region: plain(kind.asName)`region region_name region_slug`,
    prize: plain(kind.asPrize)`
      prize prize_pool total_prize prizepool_string.total prize_pool_amount prize_money reward rewards
    `,
    description: plain(kind.asText)`description summary about short_description details`,
    /** The platform's own. */
    official: plain(kind.asTrue)`official is_official`,
    imageUrl: plain(kind.asUrl)`
      image_url image logo_url logo banner_url banner cover_url cover_image cover thumbnail images
      live_image_url league.image_url avatar icon
    `,
    url: plain(kind.asUrl)`
      url web_url html_url full_challonge_url site_url public_url permalink link faceit_url
      links.website
    `,
  },
  /** An entry in a tournament's list of entrants. */
  entrant: {
    gone: field(asGone)`withdrawn is_withdrawn dropped is_dropped removed status state registration_status`,
  },
  rankingEntry: {
    /** In a regional ranking, where a row may also have its global place. */
    regionalPlace: field(kind.asPlace)`regional_rank region_rank regional_place regional_position`,
    place: field(kind.asPlace)`
      place position rank global_rank regional_rank leaderboard_rank ranking rank_position placement
      standing pos
    `,
    player: field(kind.asRecords)`
      user player profile participant account member entrant team competitor participants.0
    `,
    elo: plain(kind.asCount)`
      elo rating elo_rating faceit_elo mmr current_rating skill_rating ranked_rating league_points
      trophies user.elo player.elo user.rating player.rating perfs.*.rating points total_points score
      total_score
    `,
    rank: plain(kind.asWord)`rank rank_label rank_name rank_title tier division league user.rank player.rank`,
    trend: plain(kind.asTrend)`
      trend rank_change position_change place_change movement delta change perfs.*.progress progress
    `,
  },
  token: {
    accessToken: field(kind.asText)`access_token token`,
    refreshToken: field(kind.asText)`refresh_token`,
    expiresIn: field(kind.asCount)`expires_in expires_in_seconds expiry_seconds token_lifetime`,
    expiresAt: field(asMoment)`expires_at expires expiry expiration`,
  },
  ...matchFields,
  ...endingFields,
  envelope: envelopeNames,
  state: stateWords,
};

/** All platform words that the bot knows: for fields, envelopes and states. */
export type FieldTable = typeof fields;
export type RecordName = Exclude<keyof FieldTable, 'envelope' | 'state'>;
export type FieldName<R extends RecordName> = keyof FieldTable[R] & string;
/** The fields of a record that are declared as `plain`. */
export type PlainName<R extends RecordName> = {
  [F in FieldName<R>]: FieldTable[R][F] extends PlainField<unknown> ? F : never;
}[FieldName<R>];
/** What a field is read as. */
export type FieldValue<R extends RecordName, F extends FieldName<R>> =
  FieldTable[R][F] extends Field<infer T> ? T | undefined : never;

/** The accepted names of a field, by names from outside the types. */
export const namesOf = (table: FieldTable, record: string, name: string): readonly string[] =>
  Object.entries<Record<string, Field<unknown>>>(table).find(([key]) => key === record)?.[1][name]?.names ??
  [];

/** The declaration of a field, by a name from outside the types. */
export function fieldOf(table: FieldTable, record: RecordName, name: string): Field<unknown> | undefined {
  return Object.entries<Field<unknown>>(table[record]).find(([field]) => field === name)?.[1];
}
