import { describe, expect, it } from 'vitest';
import { createNaming } from '../../src/members/naming.ts';
import { hiddenWorld } from '../support/hidden-world.ts';
import { slash } from '../support/interactions.ts';
import { memoryStores } from '../support/memory-stores.ts';

describe('a refusal to show a member', () => {
  it('takes the same steps for hidden, absent and unlinked members in every command', async () => {
    const steps: string[] = [];
    const stores = memoryStores();
    const hidden = '601';
    const naming = createNaming({
      stores: stores.replica(),
      readLink: (discordId) =>
        Promise.resolve(discordId === '603' ? undefined : { playerId: `p${discordId}`, namingShown: true }),
      lookUp: (guildId, discordId) => {
        steps.push(`look-up ${guildId}`);
        return Promise.resolve(discordId === hidden);
      },
      now: () => Date.UTC(2027, 0, 1, 12),
      sleep: () => new Promise(() => undefined),
      onChange: () => Promise.resolve(),
      onError: () => undefined,
    });
    await naming.members.change(hidden, (record) => ({ ...record, hidden: true }));
    const { ask } = await hiddenWorld({ more: { naming } });
    // What is noted of the caller, and the first look-up of this minute.
    await ask(slash('rank', { player: '600' }));
    stores.control.before = async (call) => void steps.push(call.split(' ')[0] ?? '');
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
