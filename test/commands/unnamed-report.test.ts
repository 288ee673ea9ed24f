import { describe, expect, it } from 'vitest';
import { CALLER, hiddenWorld, type HiddenSetup } from '../support/hidden-world.ts';
import { press, slash } from '../support/interactions.ts';

describe('a result from a reporter who may not be named', () => {
  /** The report, up to the post in the channel. */
  async function report(given: HiddenSetup, place: object = {}) {
    const { ask, refuse, services } = await hiddenWorld(given);
    const question = await ask({
      ...slash('score', { match: 'm9', player1_score: 2, player2_score: 1 }),
      ...place,
    });
    const id = /"custom_id":"(score:confirm:[^"]+)"/.exec(JSON.stringify(question))?.[1] ?? '';
    return { ask: () => ask({ ...press(id, { ephemeral: true }), ...place }), refuse, services };
  }

  it('is a post and not a reply', async () => {
    const { ask } = await report({});
    const hiddenAnswers = await ask();
    expect(hiddenAnswers.map(({ route }) => route)).toEqual(['callback', 'edit', 'post']);
    expect(hiddenAnswers[2]).toMatchObject({ channelId: '800' });
    expect(JSON.stringify(hiddenAnswers[2])).toContain('Name u1');
    expect(JSON.stringify(hiddenAnswers[2])).not.toMatch(/Reported by|501/);
    const visibleAnswers = await (await report({ hides: false })).ask();
    expect(visibleAnswers.map(({ route }) => route)).toEqual(['callback', 'edit', 'follow-up']);
    expect(JSON.stringify(visibleAnswers[2])).toContain('Reported by <@501>');
  });

  it('is known to a follow of the tournament there', async () => {
    const { ask, services } = await report({});
    await ask();
    const { resultPosts } = services.guilds;
    expect(await resultPosts.find('800', 'm9')).toMatchObject({
      state: 'posted',
      scores: { player1: 2, player2: 1 },
      messageId: expect.any(String),
    });
    expect(await resultPosts.find('801', 'm9')).toBeUndefined();
  });

  it('corrects only a message of the same two players: others may have played under the same id', async () => {
    const scores = { player1: 3, player2: 0 };
    const { ask, services } = await report({});
    await services.guilds.resultPosts.end('800', 'm9', { scores, pair: 'others', messageId: '55' });
    expect((await ask())[2]).toMatchObject({ route: 'post', channelId: '800' });
    const own = await services.guilds.resultPosts.find('800', 'm9');
    expect(own).toMatchObject({ pair: expect.not.stringMatching('others') });
    const again = await report({});
    await again.services.guilds.resultPosts.end('800', 'm9', { ...own!, scores, messageId: '55' });
    expect((await again.ask())[2]).toMatchObject({ route: 'edit-post' });
  });

  it('goes to the results channel like any other', async () => {
    const { ask } = await report({ settings: { resultsChannelId: '802' } });
    expect((await ask())[2]).toMatchObject({ route: 'post', channelId: '802' });
  });

  it('is posted only in channels for public answers, never outside of servers, and the log names what could not be posted', async () => {
    const brought = { authorizing_integration_owners: { '1': CALLER } };
    const cases: [HiddenSetup, object][] = [
      [{ settings: { publicChannelIds: ['801'] } }, {}],
      [{}, brought],
    ];
    for (const [given, place] of cases) {
      const { ask } = await report(given, place);
      expect((await ask()).map(({ route }) => route)).toEqual(['callback', 'edit']);
    }
    const refused = await report({ settings: { logChannelId: '803' } });
    refused.refuse('800');
    const answers = await refused.ask();
    expect(answers.map(({ route }) => route)).toEqual(['callback', 'post', 'edit', 'post']);
    expect(answers.flatMap((one) => ('channelId' in one ? one.channelId : []))).toEqual(['803', '803']);
    expect(JSON.stringify(answers[3])).toContain("A score couldn't be posted in <#800>.");
  });
});
