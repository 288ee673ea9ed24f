import { matchRounds } from '../../brackets/match-rounds.ts';
import { sendToOrganizers } from '../../guilds/send-to-organizers.ts';
import { organizersChannelsOf } from '../../guilds/settings.ts';
import { own } from '../../json.ts';
import { channelUrl } from '../../message/channel-url.ts';
import type { SendOutcome } from '../../message/channels.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import { closedDeskPost, deskCallPost } from '../../replies/desk.ts';
import { sha256 } from '../../sha256.ts';
import type { Translate } from '../../words/words.ts';
import type { Owned } from '../owner/owned.ts';
import type { DeskDeps } from './desk-ports.ts';
import type { DeskInput, DeskItem } from './desk-items.ts';
import type { Desk, MessagePlace, RoundCall, StoredDesks } from './desk-record.ts';

export const hashOf = (post: Post): string => sha256(JSON.stringify([post.content, post.menu]), 22);

interface DeskPlace {
  guildId: string;
  tournamentId: string;
  t: Translate;
  desks: StoredDesks;
}

/** Sends and edits the messages of one desk. Each is stored before it could be sent twice. */
export function openDeskPosts(
  { events, guilds, log, now }: DeskDeps,
  { channels, outbox }: Owned,
  { guildId, tournamentId, t, desks }: DeskPlace,
) {
  const current = (): Desk | undefined => own(desks.read(), tournamentId);
  const save = (desk: Desk): Promise<void> => desks.save({ ...desks.read(), [tournamentId]: desk });
  async function forget(): Promise<void> {
    const { [tournamentId]: _closed, ...others } = desks.read();
    await desks.save(others);
  }

  /** Other messages of desks, which may have the same text. */
  const isOther = (messageId: string): boolean =>
    Object.values(desks.read()).some(({ calls, message }) =>
      [message, ...calls.map((call) => call.message)].some((place) => place?.messageId === messageId),
    );

  /** Where a message is, also one whose answer was lost. */
  async function placeOf({
    message,
    pending,
  }: Pick<Desk, 'message' | 'pending'>): Promise<MessagePlace | undefined> {
    if (message !== undefined || pending === undefined) return message;
    const found = await outbox.lookFor(pending, isOther);
    return typeof found === 'object' ? { channelId: pending.channelId, messageId: found.id } : undefined;
  }

  /** Sends the desk's message, unless it was sent before. None is begun after the tournament. */
  async function send(desk: Desk, post: Post, { channelId: followedId, reading }: DeskInput): Promise<void> {
    const { message: _gone, pending, ...rest } = desk;
    const [organizersId] = organizersChannelsOf(await guilds.settings.recent(guildId));
    const found = pending && (await outbox.lookFor(pending, isOther));
    const shown = {
      ...rest,
      forChannelId: organizersId ?? followedId,
      // What an earlier attempt shows is unknown.
      shows: found === 'fresh' ? '' : hashOf(post),
      editedAt: now(),
    };
    if (pending !== undefined && typeof found === 'object')
      return save({
        ...shown,
        forChannelId: pending.channelId,
        shows: '',
        message: { channelId: pending.channelId, messageId: found.id },
      });
    if (reading.stage !== 'running' && found !== 'fresh') {
      await settleCalls(() => false);
      return forget();
    }
    const sendTo = (channelId: string): Promise<SendOutcome> => {
      const before = found === 'fresh' && pending?.channelId === channelId ? pending : undefined;
      return outbox.send({ channelId, post, before }, (next) => save({ ...rest, shows: '', pending: next }));
    };
    const sent = await sendToOrganizers(
      { guildId, channelId: followedId, send: sendTo },
      { settings: guilds.settings, log },
    );
    const message = sent && { channelId: sent.channelId, messageId: sent.messageId };
    // If no channel accepts it, the next change tries again, and looks first whether an earlier attempt was accepted.
    const kept = message === undefined && found === 'fresh' ? pending : undefined;
    await save({ ...shown, ...present({ message, pending: kept }) });
    if (message !== undefined) note(message.channelId);
  }

  function note(channelId: string): void {
    events.onPost('desk', 0);
    log.info({ kind: 'desk', guildId, channelId, tournamentId }, 'posted');
  }

  return {
    /** Removes the desk from its channel after the server chose another one. Returns it without its message. */
    async leave(desk: Desk): Promise<Desk> {
      await settleCalls(() => false);
      const { message, pending: _pending, ...rest } = current() ?? desk;
      if (message !== undefined) await channels.remove(message.channelId, message.messageId);
      const left = { ...rest, shows: '' };
      await save(left);
      return left;
    },

    /** Shows the desk. While its tournament runs, a deleted message, or one in a channel that refuses edits, is sent again. */
    async show(desk: Desk, post: Post, input: DeskInput): Promise<void> {
      const { message, pending } = desk;
      const isRunning = input.reading.stage === 'running';
      if (message !== undefined) {
        const outcome = await channels.edit(message.channelId, message.messageId, post);
        const isGone = 'refused' in outcome && outcome.refused !== 'refused';
        if (!isGone || !isRunning) {
          if (!isGone) note(message.channelId);
          return save({ ...desk, shows: hashOf(post), editedAt: now() });
        }
      }
      if (isRunning || pending !== undefined) await send(desk, post, input);
    },

    /** Mentions the organizer role once for each round with a late match, and deletes settled calls. */
    async callRounds(open: ReadonlyMap<string, DeskItem>, { reading }: DeskInput): Promise<void> {
      const late = [...open.values()].filter(({ kind }) => kind === 'late');
      const lateRounds = new Set(late.map(({ round }) => round));
      await settleCalls((rounds) => rounds.some((round) => lateRounds.has(round)));
      const desk = current();
      const { organizerRoleId: roleId } = await guilds.settings.recent(guildId);
      if (desk?.message === undefined || roleId === undefined) return;
      const unsent = desk.calls.find(
        ({ message, pending }) => message === undefined && pending !== undefined,
      );
      const rounds = unsent?.rounds ?? [...lateRounds].filter((round) => !desk.called.includes(round));
      if (rounds.length === 0) return;
      const texts = matchRounds(reading.bracket, t);
      const named = late.flatMap(({ match, round }) =>
        rounds.includes(round) ? (texts.get(match) ?? []) : [],
      );
      const { channelId, messageId } = desk.message;
      const url = channelUrl(guildId, channelId, messageId);
      const post = deskCallPost(
        { tournament: reading.tournament, rounds: [...new Set(named)], url, roleId },
        t,
      );
      await call({ rounds }, unsent, channelId, post);
    },

    /** No channel of the server follows the tournament anymore. `isOver`: it was followed to its end. */
    async close(desk: Desk, { isOver }: { isOver: boolean }): Promise<void> {
      await settleCalls(() => false);
      const message = isOver ? undefined : await placeOf(current() ?? desk);
      if (message !== undefined)
        await channels.edit(message.channelId, message.messageId, closedDeskPost(desk.name, t));
      await forget();
    },
  };

  /** Deletes the calls of settled rounds. */
  async function settleCalls(stands: (rounds: readonly string[]) => boolean): Promise<void> {
    const desk = current();
    const settled = desk?.calls.filter(({ rounds }) => !stands(rounds)) ?? [];
    if (desk === undefined || settled.length === 0) return;
    for (const one of settled) {
      const place = await placeOf(one);
      if (place !== undefined) await channels.remove(place.channelId, place.messageId);
    }
    await save({ ...desk, calls: desk.calls.filter((one) => !settled.includes(one)) });
  }

  /** Sends the call of rounds once. */
  async function call(
    next: RoundCall,
    unsent: RoundCall | undefined,
    channelId: string,
    post: Post,
  ): Promise<void> {
    const found = unsent?.pending && (await outbox.lookFor(unsent.pending, isOther));
    const withCall = (one: RoundCall): Desk | undefined => {
      const desk = current();
      return (
        desk && {
          ...desk,
          called: [...new Set([...desk.called, ...one.rounds])],
          calls: [...desk.calls.filter(({ rounds }) => rounds.join(' ') !== one.rounds.join(' ')), one],
        }
      );
    };
    const store = async (one: RoundCall): Promise<void> => {
      const desk = withCall(one);
      if (desk !== undefined) await save(desk);
    };
    const at = unsent?.pending?.channelId ?? channelId;
    if (typeof found === 'object') return store({ ...next, message: { channelId: at, messageId: found.id } });
    // It is unknown whether it was sent: it counts as sent, so that no one is called twice.
    if (found === 'unsure') return store(next);
    const before = found === 'fresh' ? unsent?.pending : undefined;
    const sent = await outbox.send({ channelId: at, post, before }, (pending) => store({ ...next, pending }));
    return store('id' in sent ? { ...next, message: { channelId: at, messageId: sent.id } } : next);
  }
}
