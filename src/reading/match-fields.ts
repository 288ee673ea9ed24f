import { asGroup } from './bracket-groups.ts';
import { sectionOfName } from './bracket-words.ts';
import { field, plain } from './keys.ts';
import { asMoment } from './moments.ts';
import { asOut } from './phases.ts';
import * as kind from './values.ts';

/** The fields of matches, sides and rounds; see fields.ts. */
export const matchFields = {
  match: {
    id: field(kind.asId)`id uuid guid match_id set_id fixture_id game_id`,
    /** What people call the match: the "A" of "Winner of A". */
    label: field(kind.asLabel)`identifier match_number match_label label number suggested_play_order`,
    tournamentId: field(kind.asId)`
      tournament_id tournament.id tournament competition_id championship_id event.tournament.id
      league_id
    `,
    tournamentName: field(kind.asTitle)`
      tournament_name tournament.name tournament.title tournament competition_name league_name
      event.tournament.name
    `,
    round: field(kind.asInteger)`
      round round_number round_no round_num round.number round.round round_info.round round_index
      tournament_round tournament_system_specific_data.round
    `,
    roundId: field(kind.asId)`round_id round.id round`,
    roundName: plain(kind.asRoundName)`
      round_name full_round_text round_text tournament_round_text round_info.name round_label round
      stage_name stage
    `,
    section: field(sectionOfName)`
      section bracket bracket_type bracket_side branch bracket_section match_type conference
      bracket_position phase
    `,
    losers: field(kind.asTrue)`losers is_losers is_losers_bracket losers_bracket`,
    group: field(asGroup)`
      group_name pool_name group_label phase_group.display_identifier group pool group_id pool_id
      phase_group_id group_number
    `,
    stageId: field(kind.asId)`stage_id stage.id phase_id phase.id phase_group.phase.id stage_number`,
    stageName: field(kind.asWord)`stage_name stage.name phase_name phase.name phase_group.phase.name stage`,
    status: field(kind.asWord)`status state match_status match_state`,
    finished: field(kind.asTrue)`is_finished finished completed is_completed over closed`,
    winner: field(kind.asIs)`
      winner_id winner winner_team_id winner_player_id winner_participant_id winner_side
      winner_team score.winner results.winner result.winner detailed_results.winner
    `,
    /** 1 or 2, never an id. */
    winnerNumber: field(kind.asSideNumber)`winner_code winner_side winner_number`,
    /** Words for an end without a plain win; a state word counts, too. */
    decided: field(kind.asWord)`
      result outcome winner score.winner score result_type win_type outcome_type decision result.type result.status
    `,
    walkover: field(kind.asTrue)`walkover is_walkover forfeit is_forfeit forfeited is_forfeited no_show`,
    loser: field(kind.asIs)`loser_id loser loser_team_id`,
    startsAt: plain(asMoment)`
      starts_at start_at scheduled_at scheduled_time scheduled_datetime scheduled_for scheduled_start
      start_time start_timestamp begin_at timestamps.scheduled_at kickoff date start_date datetime
      start timestamps.underway_at timestamps.started_at underway_at started_at played_at
    `,
    endsAt: plain(asMoment)`
      ends_at end_at finished_at completed_at ended_at end_time timestamps.completed_at end
    `,
    bestOf: plain(kind.asBestOf)`
      best_of number_of_games bo series_length total_games match_format set_format format
    `,
    /** Both scores in one value: two numbers, "3-1", by side or by player. */
    scores: field(kind.asIs)`
      scores score scores_csv results.score result.score results.scores result.scores results result
      final_score score_text detailed_results.factions score.full_time score.ft score_in_sets
      points_by_participant sets
    `,
    /** Both sides in one value: a list, or an object by side. */
    sides: field(kind.asRecords)`
      sides opponents slots participants players teams competitors contestants entrants seats rosters
      factions match_teams users matchup
    `,
    /** The matches whose outcomes fill the sides, in order. */
    previous: field(kind.asRecords)`
      previous_matches prev_matches prereq_matches source_matches child_matches
    `,
    next: field(kind.asId)`
      next_match_id next_match winner_next_match_id winner_next_set_id next.winner.match_id next_match_for_winner_uuid
      winner_to_match_id next_game_id
    `,
    bye: field(kind.asTrue)`is_bye bye bye_match`,
  },
  /** One side of a match, if it is an object. */
  side: {
    player: field(kind.asRecords)`
      player participant entrant opponent team user competitor contestant roster account profile
      member node
    `,
    score: field(kind.asScore)`
      score standing.stats.score.value stats.score points total_score final_score games_won sets_won
      goals wins result_text result result.game_wins game_wins current display value
    `,
    order: field(kind.asSeat)`number seat slot_index slot_number meta.location location home_away`,
    /** Won sets, marked in a separate list. */
    sets: field(kind.asList)`scores score sets set_scores`,
    won: field(kind.asOutcome)`
      winner is_winner won win result result.outcome outcome meta.winner forfeit_winner
    `,
    /** Disqualified, forfeited or absent. */
    out: field(asOut)`
      out disqualified is_disqualified dq is_dq forfeit forfeited is_forfeit no_show is_no_show withdrew
      withdrawn result result.outcome outcome status state
    `,
    bye: field(kind.asTrue)`bye is_bye`,
    from: field(kind.asIs)`
      from source placeholder source_text source_label label prereq_placeholder placeholder_name meta.source
    `,
    fromMatch: field(kind.asId)`
      prereq_match_id prereq_id source_match_id from_match_id winner_of loser_of previous_match_id
      source_node_id
    `,
    /** Of an entry that is only a source: `previous_matches[0]`. */
    sourceMatch: field(kind.asId)`match_id id match`,
    fromLoser: field(kind.asLoser)`
      is_prereq_match_loser loser_of from_loser prereq_placement type source_type takes_loser outcome
    `,
  },
  /**
   * Names of the first and the second side of a match, as a key or as the start of one (`player1_score`). The names at one position
   * belong together.
   */
  pair: {
    first: field(kind.asRecords)`
      player1 player_one player_a first_player participant1 opponent1 entrant1 competitor1 contestant1
      team1 team_one team_a faction1 side1 slot1 club1 user1 p1 home_team home top top_team upper left
      white blue radiant challenger first a 1
    `,
    second: field(kind.asRecords)`
      player2 player_two player_b second_player participant2 opponent2 entrant2 competitor2 contestant2
      team2 team_two team_b faction2 side2 slot2 club2 user2 p2 away_team away bottom bottom_team lower
      right black red dire challenged second b 2
    `,
  },
  /** Also for groups and stages in separate lists. */
  round: {
    number: field(kind.asInteger)`round number round_number round_no index order round.number`,
    id: field(kind.asId)`id round_id uuid`,
    name: field(kind.asName)`
      name title label round_name full_round_text display_name display_identifier round description
    `,
    section: field(sectionOfName)`
      section bracket bracket_type bracket_side branch stage_type phase type side
    `,
    group: field(asGroup)`group_name pool_name group_label group pool group_id pool_id`,
    stageId: field(kind.asId)`stage_id stage.id phase_id phase.id`,
    stageName: field(kind.asName)`stage_name stage.name phase_name phase.name`,
    tournamentId: field(kind.asId)`tournament_id tournament.id tournament`,
  },
};
