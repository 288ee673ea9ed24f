import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/durations.ts';
import { press } from '../support/interactions.ts';
import { productWorld, type ProductWorld } from '../support/product/product-world.ts';

const GUILD = '700';
const [CUP, DESK, LOG] = ['800', '810', '820'];
const [ANA, BRUNO] = [
  { id: 'p1', name: 'Ana' },
  { id: 'p2', name: 'Bruno' },
];

/** A cup of one match that runs, in a server with an organizers' channel and a log channel. */
async function world() {
  const made = productWorld();
  await made.member('501', ANA);
  await made.member('502', BRUNO);
  const match = { id: 'm1', status: 'open', player1: ANA, player2: BRUNO };
  made.platform.tournaments.set('t1', {
    record: { id: 't1', name: 'Cup', status: 'in_progress' },
    bracket: { rounds: [{ name: 'Final', matches: [match] }] },
  });
  const bot = made.start();
  await bot.services.guilds.settings.change(GUILD, () => ({
    organizersChannelId: DESK,
    logChannelId: LOG,
    organizerRoleId: '55',
  }));
  const topics = { calls: true, results: true, event: false };
  await bot.services.guilds.follows.add(GUILD, { tournamentId: 't1', channelId: CUP, topics });
  await made.pass(MINUTE_MS);
  return { made, bot };
}

/** Discord takes what is posted in the organizers' channel, and its answers are lost until the given function is called. */
function loseAnswers({ discord: { control } }: ProductWorld): () => void {
  let isLost = false;
  const { refuse } = control;
  control.refuse = (request) => {
    isLost = request.channelId === DESK && request.what === 'post';
    return refuse(request);
  };
  control.lose = () => isLost;
  return () => void (control.lose = () => false);
}

const callsOf = (made: ProductWorld): string[] =>
  made.discord.messages
    .filter(({ post }) => post.mentions?.roles?.includes('55'))
    .map(({ channelId, post }) => `${channelId}: ${post.content.split('\n')[0]}`);

describe('a message to the organizers whose answer is lost', () => {
  it('is one message where a player needs help, also when they press again', async () => {
    const { made, bot } = await world();
    const call = made.discord.messages.find(({ post }) => post.content.includes('your match is ready'))!;
    const raw = press('follow:help:m1:t1', { userId: '501' });
    const pressHelp = () =>
      made.interact(bot, { ...raw, channel_id: CUP, message: { ...raw.message, id: call.id } });
    const answer = loseAnswers(made);
    await pressHelp();
    answer();
    await pressHelp();
    expect(callsOf(made)).toEqual(['810: <@&55> <@501> needs help with **Ana vs Bruno** (Cup) in <#800>.']);
    await made.pass(MINUTE_MS);
    expect(made.textsIn(DESK)[0]).toContain('**Need help**');
  });

  it('is one message where a follow stops', async () => {
    const { made } = await world();
    made.discord.control.refuse = ({ channelId }) => (channelId === CUP ? 'forbidden' : undefined);
    const answer = loseAnswers(made);
    made.platform.tournaments.get('t1')!.record['name'] = 'The Cup';
    await made.pass(MINUTE_MS);
    answer();
    await made.pass(MINUTE_MS);
    expect(callsOf(made)).toEqual([
      "810: <@&55> I stopped posting about **The Cup** in <#800>: I don't have permission to post there anymore.",
    ]);
  });
});
