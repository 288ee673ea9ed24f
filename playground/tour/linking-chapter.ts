import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import { Browser, type Page } from './browser.ts';
import { goThroughLinking, linkAddress } from './link-member.ts';
import { TourError, type TourStage, type TourWorld } from './stage.ts';
import { afterEdit } from './waiting.ts';

/** A member who is not linked registers: the link on the way, and the registration taken up again behind it. */
export async function linkAndRegister(stage: TourStage, world: TourWorld): Promise<void> {
  const { say } = stage;
  const sprint = { tournament: 'Saturday Sprint' };
  stage.chapter('Registering, and connecting an account on the way');
  const choice = await stage.suggest('Ana', 'register', 'tournament', 'sprint', /Saturday Sprint/);
  const asked = await stage.type(
    'Ana',
    'register',
    { tournament: choice.value },
    { says: [say('link.needed'), say('link.connect')], sees: 'alone' },
    { tournament: choice.name },
  );
  await inTheBrowser(stage, asked, world);
  const welcome = await afterEdit(world.discord, asked);
  stage.tell('Back in Discord, the private message of before has turned into this:');
  stage.show(welcome, 'the welcome', {
    says: [say('link.welcome', { name: 'Ana Conceição' }), say('register.resume', sprint)],
    never: [`[ ${say('link.connect')}`],
    sees: 'alone',
  });
  await stage.press('Ana', welcome, say('register.resume', sprint), {
    says: [say('register.doneStarts', sprint)],
    sees: 'alone',
  });
  await stage.type(
    'Ana',
    'link',
    {},
    { says: [say('link.askAgain', { name: 'Ana Conceição' })], sees: 'alone' },
  );
}

async function inTheBrowser(
  stage: TourStage,
  asked: ChatMessage,
  { discord, platform }: TourWorld,
): Promise<void> {
  stage.tell('The button opens a browser. There, Ana sees and presses:');
  const places = new Map([
    [new URL(discord.url).origin, 'Discord'],
    [new URL(platform.url).origin, 'Rally'],
  ]);
  const where = (page: Page): string => places.get(page.url.origin) ?? 'Matchpoint';
  const see = (page: Page, pressed: string): void => stage.page(where(page), page.heading, pressed);
  const person = { discord: 'Ana', player: CAST.contender };
  const last = await goThroughLinking(new Browser(), linkAddress(asked), person, see);
  stage.page(where(last), last.heading);
  if (last.status !== 200) throw new TourError(`linking ended with ${last.status}: ${last.text}`);
  stage.read(last.text, 'the last page', [stage.say('pages.done.title')]);
}
