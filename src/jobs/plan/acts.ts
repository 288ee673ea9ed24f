import type { EventStep } from './event.ts';
import type { Gap, Milestone, NewResult, Plan, Winners } from './feed-record.ts';
import type { KeyedMatch } from './match-keys.ts';
import type { KnownResult } from './notices.ts';

/** How a player is reached; `wait`: whether they may be named is not known yet. */
export type Reach =
  | { how: 'mention'; discordId: string }
  /** `isNameable`: may be mentioned instead if no direct message reaches them. */
  | { how: 'direct'; discordId: string; isNameable: boolean }
  | { how: 'name' }
  | { how: 'wait' };

/** A match, and how its players are reached. */
interface CallOfMatch {
  call: KeyedMatch;
  sides: readonly [Reach, Reach];
}

/** One thing to do in a channel, or for it, as data. `deliver/deliver.ts` says how each kind is done. */
export type Act =
  /** The live post: new, or an edit of the one that stands. */
  | { kind: 'live' }
  | { kind: 'edit-live'; shows: string }
  /** A post for a moment, an edit of the champion's, and moments that need no post any more. */
  | { kind: 'milestone'; milestone: Milestone }
  | { kind: 'champion'; shows: string }
  /** An edit of the post of the start, which leads to the live post of this id. */
  | { kind: 'start'; shows: string }
  | { kind: 'pass'; milestones: Milestone[] }
  /** A post that it is postponed, canceled, or starts at another time. */
  | ({ kind: 'schedule' } & Plan)
  /** Strikes such a post, which a later one has overtaken. */
  | { kind: 'strike-plan'; messageId: string }
  /** A post that somebody else has won after all; and strikes one that is not so any more. */
  | ({ kind: 'new-winner' } & Winners)
  | { kind: 'strike-winner'; messageId: string }
  /** A new message with results; an edit of one, because some changed or there are more of its round; results that need none here. */
  | { kind: 'results'; results: NewResult[]; gap?: Gap; round?: string; table?: string }
  | { kind: 'correct'; postId: string; results: NewResult[]; table?: string }
  | { kind: 'note'; results: KnownResult[] }
  /** The table after a round, whose hash may be in `table` above: a message of its own, its edit, and rounds that need none. */
  | { kind: 'table'; round: string }
  | { kind: 'edit-table'; round: string; shows: string }
  | { kind: 'pass-tables'; rounds: string[] }
  /** Calls two players, after a direct message to those who chose one; and starts the thread of a call. */
  | { kind: 'direct'; call: KeyedMatch; discordId: string }
  | ({ kind: 'call' | 'thread' } & CallOfMatch)
  /** Edits a call to how its match stands. With `result`, no other message shows it. */
  | { kind: 'close'; key: string; shows: string; result?: string }
  /** Edits the direct messages that called its players to how the match stands. */
  | { kind: 'edit-direct'; key: string; state: string; shows: string }
  /** Edits the first message of a thread to what was reported or questioned, or to how the match ended. */
  | { kind: 'edit-thread'; key: string; state: string; shows: string }
  /** Locks and archives a thread. */
  | { kind: 'close-thread'; key: string }
  /** Reminds both players of a match without a report, or the one whose word a report awaits. */
  | ({ kind: 'late'; asks: 'both' | 'one' } & CallOfMatch)
  /** Deletes a reminder that asks for what was said since. */
  | { kind: 'unremind'; key: string }
  /** Tells the organizers about matches whose result keeps changing. */
  | { kind: 'often'; keys: string[] }
  /** Matches without a report become items of the desk. */
  | { kind: 'overdue'; keys: string[] }
  /** Invites players to link, as an organizer asked. */
  | { kind: 'link-call'; at: number }
  | { kind: 'event'; step: EventStep };
