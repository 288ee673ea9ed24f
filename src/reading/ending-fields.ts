import { field } from './keys.ts';
import * as kind from './values.ts';

/** The fields of a tournament's or a stage's end and of its tables; see fields.ts. */
export const endingFields = {
  /** Of a tournament, a bracket or a stage: what the platform states about its end. */
  ending: {
    name: field(kind.asName)`name title label stage_name group_name group display_name`,
    status: field(kind.asWord)`status state stage_status stage_state`,
    finished: field(kind.asTrue)`is_finished finished completed is_completed`,
    format: field(kind.asWord)`
      format tournament_type bracket_type elimination_type competition_type stage_type type mode system
    `,
    winner: field(kind.asIs)`
      winner champion winner_id champion_id winner_team winner_team_id winning_team winner_participant
      winner_participant_id winner_player winner_player_id winner_entrant winner_entrant_id results.winner
      result.winner winners
    `,
    /** Beside an id. */
    winnerName: field(kind.asName)`winner_name champion_name winner_username`,
    /** Lists that exist only once it is over. */
    placements: field(kind.asRecords)`
      placements final_placements final_standings final_ranking final_rankings final_results podium
      results.placements results.final_standings
    `,
    /** Current tables. */
    standings: field(kind.asRecords)`
      standings standing ranking rankings leaderboard table rows ranks standings.overall results.standings
    `,
    /** Lists whose entries may have a final place. */
    players: field(kind.asRecords)`participants players entrants teams registrations attendees competitors`,
    stages: field(kind.asRecords)`stages stage phases phase`,
  },
  /** A line of a table, or a place at the end. */
  standing: {
    place: field(kind.asFinalPlace)`
      place placement position rank standing ordinal pos bounds.left from
    `,
    /** Of a listed player: other numbers there may be a seed or a world rank. */
    finalPlace: field(kind.asFinalPlace)`
      final_rank final_place final_placement final_position final_standing standing.placement
      participant.final_rank
    `,
    player: field(kind.asRecords)`
      player participant user team entrant competitor account member profile club contestant roster
      players teams participants placements
    `,
    points: field(kind.asCount)`points total_points pts score total_score match_points`,
    played: field(kind.asSize)`played games_played matches_played played_games total_matches matches mp`,
    won: field(kind.asSize)`
      won wins win matches_won match_wins properties.wins record.wins teams.record.wins team.record.wins w
    `,
    drawn: field(
      kind.asSize,
    )`drawn draws draw ties tied matches_drawn match_ties properties.draws record.ties teams.record.ties d`,
    lost: field(kind.asSize)`
      lost losses loss matches_lost match_losses properties.losses record.losses teams.record.losses team.record.losses l
    `,
  },
};
