import type { Playground } from '../start.ts';
import { Browser } from './browser.ts';
import { TourError, type TourStage } from './stage.ts';

/** What anybody sees without Discord: the calendar of upcoming tournaments, and a page for each. */
export async function openCalendar(
  stage: TourStage,
  { bot, platform }: Pick<Playground, 'bot' | 'platform'>,
): Promise<void> {
  stage.chapter('Without Discord');
  const browser = new Browser();
  const calendar = await browser.request(`${bot.url}/calendar.ics`);
  const titles = calendar.html.split('\r\n').filter((line) => line.startsWith('SUMMARY:'));
  stage.page('Matchpoint', `/calendar.ics: ${titles.length} tournaments`);
  const sprint = [...platform.world.tournaments.values()].find(({ name }) => name === 'Saturday Sprint');
  const card = await browser.open(`${bot.url}/t/${sprint?.id}`);
  stage.page('Matchpoint', `/t/${sprint?.id}: ${card.heading}`);
  if (!titles.includes('SUMMARY:Saturday Sprint') || card.heading !== 'Saturday Sprint')
    throw new TourError('the calendar and the page should show Saturday Sprint');
}
