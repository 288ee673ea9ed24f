import { button, h, icon } from '../dom.ts';
import { avatar } from '../people.ts';
import type { Room } from '../room.ts';

const FIRST_COMMANDS = ['help', 'link', 'rank', 'tournaments', 'leaderboard'];

/** The beginning of a channel: what this is, and something to press for those who do not know what to type. */
export function drawWelcome(room: Room): HTMLElement {
  const { store } = room;
  const { bot, commands, switches } = store.state;
  const direct = store.channel.place === 'dm';
  const offered = FIRST_COMMANDS.filter((name) =>
    commands.some(({ kind, line }) => kind === 'slash' && line === name),
  );
  return h(
    'section',
    { class: 'welcome', 'aria-label': 'About this channel' },
    direct ? avatar(bot) : h('span', { class: 'welcome-mark' }, icon('hash')),
    h('h2', {}, direct ? bot.name : `Welcome to #${store.channel.name}!`),
    h(
      'p',
      {},
      direct
        ? `Direct messages between you and ${bot.name}.`
        : `A small world on your own machine: the real ${bot.name} bot, a chat that works like Discord's, and ${switches.platformName}, a made-up platform full of players.`,
    ),
    h('p', {}, 'Type ', h('kbd', {}, '/'), ' to see what the bot can do, or begin with one of these:'),
    h(
      'p',
      { class: 'first-commands' },
      ...offered.map((name) => button({ class: 'mention' }, () => room.useCommand(name), `/${name}`)),
    ),
  );
}
