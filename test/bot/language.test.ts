import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { defineCommand, type BotContext, type Services } from '../../src/bot/command.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import { createWords } from '../../src/words/words.ts';
import { accountOf, fakeAccounts, fakeGuilds, fakeRoutes, fakeServices, silent } from '../support/fakes.ts';
import { people, wordsOf } from '../support/ask.ts';
import { press, slash } from '../support/interactions.ts';

const words = createWords({ strict: true, platformName: 'Playhouse' });
const sentenceIn = (locale: string): string => words.in(locale)('rank.level');

interface LanguageSetup {
  command?: string;
  run?: (context: BotContext) => Promise<Reply>;
  services?: Partial<Services>;
  guilds?: ReturnType<typeof fakeGuilds>;
  /** It is deferred, and Discord deletes no placeholder. */
  withoutDelete?: boolean;
}

/** Both members' answers to /rank (public) and /link (private), by what the channel or the member reads. */
async function ask(
  settings: GuildSettings,
  who: object,
  {
    command = 'rank',
    run = say,
    services = {},
    guilds = fakeGuilds(settings),
    withoutDelete = false,
  }: LanguageSetup = {},
) {
  const { said, routes } = fakeRoutes();
  if (withoutDelete) routes.deleteOriginal = () => Promise.reject(new Error('Unknown Message'));
  const commands = [
    defineCommand({ name: 'rank', audience: 'public', run }),
    defineCommand({ name: 'link', audience: 'private', run }),
  ];
  const dispatcher = createDispatcher({
    ...fakeServices(commands, { ...services, guilds }),
    routes,
    log: silent,
    deferAfterMs: withoutDelete ? 1 : 500,
  });
  await dispatcher.dispatch({ ...slash(command), ...who });
  return { text: JSON.stringify(said), guilds };
}

const say = ({ t }: BotContext): Promise<Reply> => Promise.resolve({ content: t('rank.level') });
const refuse = ({ callerT }: BotContext): Promise<Reply> =>
  Promise.reject(new ReplyError('no', callerT('rank.level')));

const inServer = (locale: string, guildLocale = 'en-US') => ({ locale, guild_locale: guildLocale });

describe('the language of an answer', () => {
  it('is the server’s where its channel reads it, and the caller’s where they alone do', async () => {
    const settings: GuildSettings = { language: 'fr' };
    expect((await ask(settings, inServer('vi'))).text).toContain(sentenceIn('fr'));
    expect((await ask(settings, inServer('vi'), { command: 'link' })).text).toContain(sentenceIn('vi'));
  });

  it('is that of its numbers and dates, too', async () => {
    const run = ({ t }: BotContext): Promise<Reply> =>
      Promise.resolve({ content: `${t.number(2400)} ${t.date(0, 'day')}` });
    expect((await ask({ language: 'de' }, inServer('en-US'), { run })).text).toContain('2.400 01.01.1970');
    const alone = await ask({ language: 'de' }, inServer('ja'), { run, command: 'link' });
    expect(alone.text).toContain('2,400 1970/01/01');
  });

  it('is Discord’s for the server until the server chooses one', async () => {
    expect((await ask({ discordLocale: 'ja' }, inServer('vi', 'ja'))).text).toContain(sentenceIn('ja'));
    expect((await ask({ discordLocale: 'ja', language: 'fr' }, inServer('vi', 'ja'))).text).toContain(
      sentenceIn('fr'),
    );
    expect((await ask({}, inServer('vi'))).text).toContain(sentenceIn('en-US'));
  });

  it('is the caller’s for a refusal, a failure and a public answer that became private', async () => {
    const settings: GuildSettings = { language: 'fr' };
    expect((await ask(settings, inServer('vi'), { run: refuse })).text).toContain(sentenceIn('vi'));
    const failed = await ask(settings, inServer('vi'), { run: () => Promise.reject(new Error('bug')) });
    const apology = words.in('vi')('failure.unknown', { reference: '' }).slice(0, 12);
    expect(failed.text).toContain(apology);
    const elsewhere = { ...settings, publicChannelIds: ['999'] };
    expect((await ask(elsewhere, inServer('vi'))).text).toContain(sentenceIn('vi'));
  });

  it('is the caller’s for a button of a public list that has expired', async () => {
    const expired = { ...press('matches:page:~gone'), ...inServer('vi') };
    const shown = await people({ guilds: fakeGuilds({ language: 'fr' }) }).ask(expired);
    expect([shown.flags, wordsOf(shown)]).toEqual([64, words.in('vi')('failure.ticketGone')]);
  });

  it('is the caller’s in direct messages, and where the bot is not in the server', async () => {
    const alone = { ...inServer('vi', 'fr'), authorizing_integration_owners: { '1': '501' } };
    expect((await ask({ language: 'fr' }, alone)).text).toContain(sentenceIn('vi'));
  });

  describe('that turns private because its caller may not be named', () => {
    const settings: GuildSettings = { language: 'fr' };
    const { naming } = fakeServices([]);
    const services: Partial<Services> = {
      accounts: fakeAccounts({ '501': { state: 'linked', account: accountOf('501') } }),
      naming: { ...naming, nameable: () => Promise.resolve(new Set()) },
    };
    const run = async (context: BotContext): Promise<Reply> => {
      await wait(20);
      await context.self.player();
      return say(context);
    };

    it('is the caller’s', async () => {
      const { text } = await ask(settings, inServer('vi'), { run, services });
      expect(text).toContain(sentenceIn('vi'));
    });

    it('leaves the channel, where its placeholder stays, a sentence in the server’s', async () => {
      const { text } = await ask(settings, inServer('vi'), { run, services, withoutDelete: true });
      expect(text).toContain(sentenceIn('vi'));
      expect(text).toContain(words.in('fr')('failure.neutral'));
    });
  });

  it('is the server’s from its first interaction, which waits for no store', async () => {
    const guilds = fakeGuilds({});
    guilds.settings.noteLocale = () => new Promise(() => undefined);
    const { text } = await ask({}, inServer('vi', 'ja'), { guilds });
    expect(text).toContain(sentenceIn('ja'));
  });

  it('is remembered for the server from its interactions', async () => {
    const { guilds } = await ask({}, inServer('vi', 'pt-BR'));
    expect((await guilds.settings.read()).discordLocale).toBe('pt-BR');
  });
});
