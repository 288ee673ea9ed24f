import { ButtonStyle, ComponentType } from 'discord.js';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { placedComponents } from '../../tools/discord-stand-in/check/components.ts';
import { Browser, type Page } from './browser.ts';

/** Who sits at the browser: a member of the chat, and a player of the platform by id or name. */
export interface LinkingPerson {
  discord: string;
  player: string;
}

/** The address behind a message's link button. */
export function linkAddress(message: ChatMessage): string {
  for (const { component } of placedComponents(message.components)) {
    const { type, style, url } = component;
    if (type === ComponentType.Button && style === ButtonStyle.Link && typeof url === 'string') return url;
  }
  throw new Error('the message has no link button');
}

/** Goes through Discord's consent and the platform's, and stops at the bot's question. */
export async function goToQuestion(
  browser: Browser,
  address: string,
  person: LinkingPerson,
  see: (page: Page, pressed: string) => void = () => {},
): Promise<Page> {
  const press = async (page: Page, label: string, filled: Record<string, string> = {}): Promise<Page> => {
    see(page, label);
    return browser.press(page, label, filled);
  };
  let page = await browser.open(address);
  if (page.url.pathname === '/oauth2/authorize')
    page = await press(page, 'Authorize', { member: person.discord });
  if (page.forms.some(({ fields }) => 'player' in fields) && !hasButton(page, 'Allow'))
    page = await press(page, 'Continue', { player: person.player });
  if (hasButton(page, 'Allow')) page = await press(page, 'Allow', { player: person.player });
  return page;
}

const hasButton = ({ forms }: Page, label: string): boolean =>
  forms.some(({ buttons }) => buttons.some(({ text }) => text === label));

/** What stands on the one button of the bot's question, in the member's language. */
function agreeLabel({ forms, heading }: Page): string {
  const label = forms[0]?.buttons[0]?.text;
  if (label === undefined) throw new Error(`"${heading}" asks nothing`);
  return label;
}

/** All pages of linking, the last included. */
export async function goThroughLinking(
  browser: Browser,
  address: string,
  person: LinkingPerson,
  see?: (page: Page, pressed: string) => void,
): Promise<Page> {
  const question = await goToQuestion(browser, address, person, see);
  const agree = agreeLabel(question);
  see?.(question, agree);
  return browser.press(question, agree);
}
