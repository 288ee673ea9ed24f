import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { ActionInput, Context } from '../src/bot/command.ts';
import { scheduleOf } from '../src/brackets/schedule.ts';
import type { Tournament } from '../src/platform/records.ts';
import { ReplyError, type Modal } from '../src/words/reply.ts';
import type { Translate } from '../src/words/words.ts';

const HOURS_MAX = 168;
const CREATES = Permission.CreateEvents | Permission.Administrator;

/** Why no scheduled event can be made for a tournament; `noEnd`: somebody has to say how long it takes. */
export function eventFault(
  { place, now }: Pick<Context, 'place' | 'now'>,
  tournament: Tournament,
  hours: number | undefined,
): 'noPermission' | 'noStart' | 'started' | 'noEnd' | undefined {
  if ((place.botPermissions & CREATES) === 0n) return 'noPermission';
  const { start, end } = scheduleOf(tournament, hours);
  if (start === undefined) return 'noStart';
  // Discord takes no event in the past.
  if (start <= now()) return 'started';
  return end === undefined ? 'noEnd' : undefined;
}

/** Throws `ReplyError` where no event can be made. */
export function checkEvent(context: Context, tournament: Tournament, hours: number | undefined): void {
  const fault = eventFault(context, tournament, hours);
  if (fault !== undefined) throw new ReplyError(`event-${fault}`, context.t(`follow.event.${fault}`));
}

/** Asks how long a tournament takes; what its component carries goes on to `action`. */
export const hoursForm = (
  action: Modal['action'],
  { args, t }: Pick<ActionInput, 'args'> & { t: Translate },
): Modal => ({
  title: t('follow.event.title'),
  action,
  args,
  inputs: [{ name: 'hours', label: t('follow.event.hours'), placeholder: '4', maxLength: 3 }],
});

/** What was typed. Throws `ReplyError` where it is no number of hours. */
export function readHours({ fields, t }: Pick<ActionInput, 'fields'> & { t: Translate }): number {
  const text = fields['hours']?.trim() ?? '';
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > HOURS_MAX) throw new ReplyError('bad-hours', t('follow.event.badHours'));
  return hours;
}
