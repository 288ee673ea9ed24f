import { drawMoment } from '../../moments.ts';

/** A moment in one of Discord's styles, as it is read now. */
export const moment = (atMs: number, style: string, locale: string): string =>
  drawMoment(atMs, style, { nowMs: Date.now(), locale });

/** What stands beside an author's name: the time, and the day unless it is today. */
export function stamp(atMs: number, locale: string): string {
  const isToday = new Date(atMs).toDateString() === new Date().toDateString();
  return moment(atMs, 't', locale).concat(isToday ? '' : `, ${moment(atMs, 'd', locale)}`);
}
