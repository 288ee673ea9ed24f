import { expect, it } from 'vitest';
import { press, slash } from '../support/interactions.ts';
import { productWorld } from '../support/product/product-world.ts';
import { buttonIn } from '../support/shown-message.ts';

it.each(['takes', 'refuses'])(
  'who unlinks while the other side’s press is written, which the platform %s, is in no report',
  async (how) => {
    const world = productWorld();
    await world.member('501', { id: 'p1', name: 'Ana' });
    await world.member('502', { id: 'p2', name: 'Bruno' });
    const [player1, player2] = [
      { id: 'p1', name: 'Ana' },
      { id: 'p2', name: 'Bruno' },
    ];
    world.platform.matches.set('m1', { id: 'm1', status: 'in_progress', player1, player2 });
    const bot = world.start();
    for (const userId of ['501', '502']) await world.interact(bot, slash('help', {}, { userId }));
    await bot.services.guilds.settings.change('700', () => ({ agreement: 'both' }));
    const typed = { match: 'm1', player1_score: 3, player2_score: 1 };
    const body = (await world.interact(bot, slash('score', typed, { userId: '501' }))).at(-1);
    const confirm = buttonIn({ channelId: '800', body: body as never, files: [] }, 'Confirm');
    await world.interact(bot, press(confirm, { userId: '501', ownerId: '501', ephemeral: true }));
    const question = world.discord.messages.find(({ channelId }) => channelId === '800');
    const [agree = ''] = /score:agree[^"]*/.exec(JSON.stringify(question)) ?? [];
    const take = world.platform.control.takeScore;
    let left: Promise<unknown> = Promise.resolve();
    world.platform.control.takeScore = (...score) => {
      left = bot.services.accounts.unlink('501');
      return how === 'takes' ? take(...score) : { status: 403, body: '{"message":"no"}' };
    };
    await world.interact(bot, press(agree, { userId: '502', ownerId: '502' }));
    expect(world.platform.requests).toContain('POST /v1/matches/m1/score');
    await world.finish(left);
    await world.pass(2000);
    expect(world.stores.textOf('reports')).not.toContain('"501"');
  },
);
