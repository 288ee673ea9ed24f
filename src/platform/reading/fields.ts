import { envelopeNames } from './envelopes.ts';
import { stateWords } from './phases.ts';

const names = (list: string): readonly string[] => list.trim().split(/\s+/);

/**
 * Under which names each field of each record is accepted, the first that fits winning.
 *
 * A name is compared without case, `_`, `-` and spaces. A dot goes into an object; `*` is an object's only entry.
 * Grown from the public documents of Challonge, start.gg, Toornament, FACEIT, Battlefy, PandaScore, Lichess, chess.com,
 * OpenDota, Riot, Supercell, Wargaming and brackets-manager.
 */
const records = {
  player: {
    /** Of a record that is the account. */
    id: names('id user_id player_id account_id uuid guid puuid tag steam_id'),
    /** Of an entry that points to an account: its own id comes last. */
    accountId: names(`
      user_id player_id account_id profile_id participant_id entrant_id summoner_id puuid id uuid guid
      tag team_id faction_id roster_id steam_id
    `),
    name: names(`
      name display_name username user_name nickname nick gamer_tag player_name game_name persona_name
      full_name team_name summoner_name handle alias login title
    `),
    avatarUrl: names(`
      avatar_url avatar avatar_full image_url picture photo profile_picture logo logo_url image images
      attached_participatable_portrait_url
    `),
    elo: names(`
      elo rating elo_rating faceit_elo games.*.faceit_elo mmr mmr_estimate.estimate current_rating
      perfs.*.rating skill_rating trophies league_points ranked_rating
    `),
    rank: names('rank rank_label rank_name rank_title tier division league skill_level division_name'),
    region: names('region region_name region_slug games.*.region server'),
  },
  /** As documented; the rest is shown where a platform adds it. */
  me: {
    id: names('id'),
    name: names('name'),
    phone: names('phone'),
    elo: names('elo'),
    rank: names('rank'),
    balance: names('spa_balance'),
    avatarUrl: names('avatar_url avatar image_url picture'),
    region: names('region region_name region_slug'),
  },
  /** As documented. */
  playerRank: {
    globalRank: names('global_rank'),
    regionalRank: names('regional_rank'),
    elo: names('elo'),
    trend: names('trend'),
  },
  tournament: {
    id: names('id uuid guid tournament_id championship_id competition_id event_id league_id tag slug'),
    name: names(`
      name title display_name full_name tournament_name championship_name competition_name event_name
    `),
    status: names('status state tournament_status tournament_state phase'),
    finished: names('is_finished finished completed is_completed'),
    startsAt: names(`
      starts_at start_at start_time start_date start_date_time starts_on start_timestamp
      scheduled_start scheduled_at scheduled_date_start begin_at begins_at championship_start
      timestamps.starts_at timestamps.start_at schedule.start schedule.starts_at dates.start
      event_date date datetime start timestamps.started_at started_at
    `),
    endsAt: names(`
      ends_at end_at end_time end_date end_date_time scheduled_date_end finishes_at finish_time
      finished_at completed_at timestamps.completed_at ended_at schedule.end dates.end end
    `),
    registrationClosesAt: names(`
      registration_closes_at registration_ends_at registration_end registration_deadline
      registration_closing_datetime registration_end_date registration.closes_at
      event_registration_closes_at subscription_end signup_deadline closes_at check_in_at
    `),
    capacity: names(`
      capacity max_players max_participants max_entrants max_teams max_capacity player_limit
      participant_limit participants_limit players_limit entrants_limit teams_limit total_slots max_slots
      registration.capacity registration_options.registration_max participants.max
      players.max signup_cap slots size team_cap
    `),
    entrants: names(`
      entrants_count entrant_count num_entrants participants_count participant_count num_participants
      players_count player_count num_players nb_players number_of_players current_players
      current_subscriptions registered_count registered_user_count registrations_count teams_count
      num_attendees registered entrants participants players registrations attendees members_list
      teams
    `),
    entrantIds: names(`
      entrant_ids participant_ids player_ids entrants participants players registrations attendees
      members_list registered teams
    `),
    game: names('game game_name videogame video_game discipline game_title game_id variant sport title_name'),
    format: names(`
      format tournament_type bracket_type elimination_type competition_type settings.type mode system
    `),
    region: names('region region_name region_slug'),
    prize: names(`
      prize prize_pool total_prize prizepool_string.total prize_pool_amount prize_money reward rewards
    `),
    description: names('description summary about short_description details'),
    imageUrl: names(`
      image_url image logo_url logo banner_url banner cover_url cover_image cover thumbnail images
      live_image_url league.image_url avatar icon
    `),
    url: names(`
      url web_url html_url full_challonge_url site_url public_url permalink link faceit_url
      links.website
    `),
  },
  match: {
    id: names('id uuid guid match_id set_id fixture_id game_id'),
    /** What people call it: "Winner of A". */
    label: names('identifier match_number match_label label number suggested_play_order'),
    tournamentId: names(`
      tournament_id tournament.id tournament competition_id championship_id event.tournament.id
      league_id
    `),
    tournamentName: names(`
      tournament_name tournament.name tournament.title tournament competition_name league_name
      event.tournament.name
    `),
    round: names(`
      round round_number round_no round_num round.number round.round round_info.round round_index
      tournament_round tournament_system_specific_data.round
    `),
    roundId: names('round_id round.id round'),
    roundName: names(`
      round_name full_round_text round_text tournament_round_text round_info.name round_label round
      stage_name stage
    `),
    section: names(`
      section bracket bracket_type bracket_side branch bracket_section match_type conference
      bracket_position phase
    `),
    losers: names('losers is_losers is_losers_bracket losers_bracket'),
    group: names(`
      group_name pool_name group_label phase_group.display_identifier group pool group_id pool_id
      phase_group_id group_number
    `),
    stageId: names('stage_id stage.id phase_id phase.id phase_group.phase.id stage_number'),
    stageName: names('stage_name stage.name phase_name phase.name phase_group.phase.name stage'),
    status: names('status state match_status match_state'),
    finished: names('is_finished finished completed is_completed over closed'),
    winner: names(`
      winner_id winner winner_team_id winner_player_id winner_participant_id winner_side
      winner_team results.winner result.winner detailed_results.winner
    `),
    /** 1 or 2, and never an id. */
    winnerNumber: names('winner_code winner_side winner_number'),
    loser: names('loser_id loser loser_team_id'),
    startsAt: names(`
      starts_at start_at scheduled_at scheduled_time scheduled_datetime scheduled_for scheduled_start
      start_time start_timestamp begin_at timestamps.scheduled_at kickoff date start_date datetime
      start timestamps.underway_at timestamps.started_at underway_at started_at played_at
    `),
    endsAt: names('ends_at end_at finished_at completed_at ended_at end_time timestamps.completed_at end'),
    bestOf: names('best_of number_of_games bo series_length total_games match_format format'),
    /** Where both scores stand together: two numbers, "3-1", by side or by player. */
    scores: names(`
      scores score scores_csv results.score result.score results.scores result.scores results result
      final_score score_text detailed_results.factions score.full_time score_in_sets
      points_by_participant sets
    `),
    /** Where both sides stand together, as a list or keyed by side. */
    sides: names(`
      sides opponents slots participants players teams competitors contestants entrants seats rosters
      factions match_teams users matchup
    `),
    /** Matches whose outcome fills the sides, in their order. */
    previous: names('previous_matches prev_matches prereq_matches source_matches child_matches'),
    next: names(`
      next_match_id next_match winner_next_match_id next.winner.match_id next_match_for_winner_uuid
      winner_to_match_id next_game_id
    `),
    bye: names('is_bye bye bye_match'),
  },
  /** One side of a match, where it is an object. */
  side: {
    player: names(`
      player participant entrant opponent team user competitor contestant roster account profile
      member node
    `),
    score: names(`
      score standing.stats.score.value stats.score points total_score final_score games_won sets_won
      goals wins result_text result current display
    `),
    order: names('number seat slot_index slot_number'),
    won: names('winner is_winner won win result outcome'),
    bye: names('bye is_bye'),
    from: names(`
      from source placeholder source_text source_label label prereq_placeholder placeholder_name meta.source
    `),
    fromMatch: names(`
      prereq_match_id prereq_id source_match_id from_match_id winner_of loser_of previous_match_id
      source_node_id
    `),
    /** Of an entry that is nothing but such a source: `previous_matches[0]`. */
    sourceMatch: names('match_id id match'),
    fromLoser: names(`
      is_prereq_match_loser loser_of from_loser prereq_placement type source_type takes_loser outcome
    `),
  },
  /**
   * What the first and the second side of a match are called, alone or as the beginning of a key (`player1_score`). The
   * names at one position belong together.
   */
  pair: {
    first: names(`
      player1 player_one player_a first_player participant1 opponent1 entrant1 competitor1 contestant1
      team1 team_one team_a faction1 side1 slot1 club1 user1 p1 home_team home top top_team upper left
      white blue radiant challenger first a 1
    `),
    second: names(`
      player2 player_two player_b second_player participant2 opponent2 entrant2 competitor2 contestant2
      team2 team_two team_b faction2 side2 slot2 club2 user2 p2 away_team away bottom bottom_team lower
      right black red dire challenged second b 2
    `),
  },
  /** Of a group or a stage too, where these are listed apart from their matches. */
  round: {
    number: names('round number round_number round_no index order round.number'),
    id: names('id round_id uuid'),
    name: names('name title label round_name full_round_text display_name display_identifier round'),
    section: names('section bracket bracket_type bracket_side branch stage_type phase type side'),
    group: names('group_name pool_name group_label group pool group_id pool_id'),
    stageId: names('stage_id stage.id phase_id phase.id'),
    stageName: names('stage_name stage.name phase_name phase.name'),
    tournamentId: names('tournament_id tournament.id tournament'),
  },
  rankingEntry: {
    /** In a regional ranking; a row may tell its global place beside. */
    regionalPlace: names('regional_rank region_rank regional_place regional_position'),
    place: names(`
      place position rank global_rank regional_rank leaderboard_rank ranking rank_position placement
      standing pos
    `),
    player: names('user player profile participant account member entrant team competitor participants.0'),
    elo: names(`
      elo rating elo_rating faceit_elo mmr current_rating skill_rating ranked_rating league_points
      trophies user.elo player.elo user.rating player.rating perfs.*.rating points total_points score
      total_score
    `),
    rank: names('rank rank_label rank_name rank_title tier division league user.rank player.rank'),
    trend: names(`
      trend rank_change position_change place_change movement delta change perfs.*.progress progress
    `),
  },
  token: {
    accessToken: names('access_token token'),
    refreshToken: names('refresh_token'),
    expiresIn: names('expires_in expires_in_seconds expiry_seconds token_lifetime'),
    expiresAt: names('expires_at expires expiry expiration'),
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type RecordName = keyof typeof records;

/**
 * All words of platforms that the bot knows: of fields, of what stands around records, and of states. Plain data: the
 * readers get it as an argument, so that a platform's own words can be added to it.
 */
export const fields = { ...records, envelope: envelopeNames, state: stateWords };

/** The same table with other words in it. */
export type FieldTable = {
  readonly [R in keyof typeof fields]: { readonly [F in keyof (typeof fields)[R]]: readonly string[] };
};
