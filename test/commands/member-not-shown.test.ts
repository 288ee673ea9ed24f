import { describe, expect, it } from 'vitest';
import { hiddenWorld } from '../support/hidden-world.ts';
import { slash } from '../support/interactions.ts';

describe('a refusal to show a member', () => {
  it('takes the same steps for hidden, absent and unlinked members in every command', async () => {
    const steps: string[] = [];
    const hidden = '601';
    const { ask, discord, hide, link, memory } = await hiddenWorld();
    for (const discordId of [hidden, '602']) await link(discordId, `p${discordId}`);
    discord.server('700').members.set(hidden, new Set());
    await hide(hidden);
    // What is noted of the caller, and the first look-up of this minute.
    await ask(slash('rank', { player: '600' }));
    // A link is two reads: of it and its owner, or of it twice where there is none.
    memory.control.before = async (call) =>
      void steps.push(call.split(' ')[0]?.replace('owners', 'links') ?? '');
    const answers = new Set<string>();
    for (const rawOf of [
      (player: string) => slash('rank', { player }),
      (player: string) => slash('matches', { player }),
      (player: string) => ({ ...slash('x'), data: { type: 2, name: 'Show rank', target_id: player } }),
    ]) {
      const ways = [];
      for (const player of [hidden, '602', '603']) {
        steps.splice(0);
        const [said] = await ask(rawOf(player));
        if (said?.route === 'callback') answers.add(JSON.stringify(said.answer));
        ways.push([...steps]);
      }
      expect(ways[1]).toEqual(ways[0]);
      expect(ways[2]).toEqual(ways[0]);
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain("doesn't share their account here");
  });
});
