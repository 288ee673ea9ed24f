import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { Context } from './define.ts';
import { scheduleOf } from '../../src/brackets/schedule.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { ReplyError, type ActionArg, type Modal } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { typedDigits } from './typed.ts';

const HOURS_MAX = 168;
export const CREATE_EVENTS = Permission.CreateEvents | Permission.Administrator;

/** Why a tournament cannot get a scheduled event. `noEnd`: its duration has to be entered. */
export function eventFault(
  { caller, place, now }: Pick<Context, 'caller' | 'place' | 'now'>,
  tournament: Tournament,
  hours: number | undefined,
): 'noPermission' | 'notYours' | 'noStart' | 'started' | 'noEnd' | undefined {
  if ((place.botPermissions & CREATE_EVENTS) === 0n) return 'noPermission';
  if ((caller.permissions & CREATE_EVENTS) === 0n) return 'notYours';
  const { start, end } = scheduleOf(tournament, hours);
  if (start === undefined) return 'noStart';
  // Discord does not accept events in the past.
  if (start <= now()) return 'started';
  return end === undefined ? 'noEnd' : undefined;
}

/** Throws `ReplyError` if the tournament cannot get an event. */
export function checkEvent(context: Context, tournament: Tournament, hours: number | undefined): void {
  const fault = eventFault(context, tournament, hours);
  if (fault !== undefined) throw new ReplyError(`event-${fault}`, context.t(`follow.event.${fault}`));
}

/** Throws `ReplyError` for a presser who may not create events. */
export function checkEventPresser({ caller, t }: Pick<Context, 'caller' | 't'>): void {
  if ((caller.permissions & CREATE_EVENTS) === 0n)
    throw new ReplyError('event-notYours', t('follow.event.notYours'));
}

/** What the form sends. */
export const HOURS = { hours: 'text' } as const;

/** A form for the duration of a tournament. */
export const hoursForm = (action: Modal['action'], args: readonly ActionArg[], t: Translate): Modal => ({
  title: t('follow.event.title'),
  action,
  args,
  inputs: [{ name: 'hours', label: t('follow.event.hours'), placeholder: '4', maxLength: 3 }],
});

/** The hours from the form. Throws `ReplyError` if they are not a valid number. */
export function readHours(fields: { hours: string }, t: Translate): number {
  const text = typedDigits(fields.hours);
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > HOURS_MAX) throw new ReplyError('bad-hours', t('follow.event.badHours'));
  return hours;
}
