import type { EventStep } from './event.ts';
import type { Gap, Milestone, NewResult, Plan, Winners } from './feed-record.ts';
import type { KeyedMatch } from './match-keys.ts';
import type { KnownResult } from './notices.ts';

/** How a player is reached; `wait`: it is not known yet whether they may be named. */
export type Reach =
  | { how: 'mention'; discordId: string }
  /** `isNameable`: may be mentioned if no direct message reaches them. */
  | { how: 'direct'; discordId: string; isNameable: boolean }
  | { how: 'name' }
  | { how: 'wait' };

/** A match, and how its players are reached. */
interface CallOfMatch {
  call: KeyedMatch;
  sides: readonly [Reach, Reach];
}

/** One thing to do in or for a channel, as data. `deliver/deliver.ts` handles each kind. */
export type Act =
  /** The live post: a new one, or an edit. */
  | { kind: 'live' }
  | { kind: 'edit-live'; shows: string }
  /** A post for a moment, an edit of the champion's post, and moments that no longer need a post. */
  | { kind: 'milestone'; milestone: Milestone }
  | { kind: 'champion'; shows: string }
  /** An edit of the start's post, which links to the live post of this id. */
  | { kind: 'start'; shows: string }
  | { kind: 'pass'; milestones: Milestone[] }
  /** Strikes the post that registration is open once it is not. */
  | { kind: 'strike-open' }
  /** A post that the tournament is postponed, canceled, or starts at another time. */
  | ({ kind: 'schedule' } & Plan)
  /** Strikes a post of the schedule after a later one replaced it. */
  | { kind: 'strike-plan'; messageId: string }
  /** A post that the winner has changed; and strikes one that no longer holds. */
  | ({ kind: 'new-winner' } & Winners)
  | { kind: 'strike-winner'; messageId: string }
  /** A new message with results; an edit of one, because some changed or its round has more; results that need no message here. */
  | { kind: 'results'; results: NewResult[]; gap?: Gap; round?: string; table?: string }
  | { kind: 'correct'; postId: string; results: NewResult[]; table?: string }
  | { kind: 'note'; results: KnownResult[] }
  /** The table after a round, whose hash may be in `table` above: a separate message, its edit, and rounds that need none. */
  | { kind: 'table'; round: string }
  | { kind: 'edit-table'; round: string; shows: string }
  | { kind: 'pass-tables'; rounds: string[] }
  /** Calls two players, after a direct message to those who chose one; and starts the thread of a call. */
  | { kind: 'direct'; call: KeyedMatch; discordId: string }
  | ({ kind: 'call' | 'thread' } & CallOfMatch)
  /** Edits a call to how its match stands. With `result`, no other message shows the result. */
  | { kind: 'close'; key: string; shows: string; result?: string }
  /** Edits the direct messages that called its players to how the match stands. */
  | { kind: 'edit-direct'; key: string; state: string; shows: string }
  /** Edits the first message of a thread to the report, the dispute, or how the match ended. */
  | { kind: 'edit-thread'; key: string; state: string; shows: string }
  /** Locks and archives a thread. */
  | { kind: 'close-thread'; key: string }
  /** Reminds both players of a match without a report, or the one who has to answer a report. */
  | ({ kind: 'late'; asks: 'both' | 'one' } & CallOfMatch)
  /** Deletes a reminder that has been answered. */
  | { kind: 'unremind'; key: string }
  /** Notifies the organizers of matches whose result keeps changing. */
  | { kind: 'often'; keys: string[] }
  /** Adds matches without a report to the desk. */
  | { kind: 'overdue'; keys: string[] }
  /** Invites players to link, at an organizer's request. */
  | { kind: 'link-call'; at: number }
  | { kind: 'event'; step: EventStep };
