import { describe, expect, it } from 'vitest';
import { changeSeries } from '../../../src/guilds/series-changes.ts';
import type { SeriesRule } from '../../../src/guilds/series.ts';
import { four, T0 } from '../../support/night-records.ts';
import { postText } from '../../support/message-text.ts';
import { weekWorld } from '../../support/week-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type World = ReturnType<typeof weekWorld>;

const RULE: SeriesRule = { id: 'a', words: ['weekly'], seasonChannelId: '75' };

async function started(rules: SeriesRule[] = [RULE]): Promise<World> {
  const world = weekWorld();
  await changeSeries(world.guilds, '7', () => rules);
  return world;
}

/** A tournament that the server followed has a winner. */
const won = (world: World, at: number, winner: string, name = `Weekly ${at}`) =>
  world.guilds.season.note('7', {
    tournamentId: `t${at}`,
    name,
    places: [winner, 'x', 'y'].map((id) => ({ id, name: id.toUpperCase() })),
  });

const shown = async (world: World): Promise<string[]> => {
  const posts = world.messages.filter(({ channelId }) => channelId === '75');
  return Promise.all(posts.map(async ({ post }) => (await postText(post)).text));
};

describe('the season of a rule', () => {
  it('is one message, posted with the first winner and edited with each, of the tournaments with its words', async () => {
    const world = await started([
      { ...RULE, language: 'fr' },
      { id: 'b', seasonChannelId: '76' },
    ]);
    world.start('a');
    await world.pass(MINUTE_MS);
    expect(world.messages).toEqual([]);
    await won(world, 1, 'ana');
    await world.pass(5000);
    expect(world.messages).toHaveLength(2);
    await won(world, 2, 'bruno');
    await won(world, 3, 'ana');
    await won(world, 4, 'zoe', 'Swiss');
    await world.pass(5000);
    expect(await shown(world)).toMatchInlineSnapshot(`
      [
        "-# Mise à jour après chaque vainqueur
      | # Saison : weekly
      | 🥇 \`#1\` **ANA** · 2 victoires · 2 finales · 2 podiums
      | 🥈 \`#2\` **BRUNO** · 1 victoire · 1 finale · 1 podium
      | 🥉 \`#3\` **X** · 0 victoire · 3 finales · 3 podiums
      | \`#4\` **Y** · 0 victoire · 0 finale · 3 podiums
      |
      | 3 tournois en un an. Dernier tournoi : Weekly 3.",
      ]
    `);
    expect(world.textsIn('76')).toHaveLength(1);
    const edits = world.changes.filter(({ kind }) => kind === 'edit').length;
    await world.pass(3 * HOUR_MS, 5000);
    expect(world.changes.filter(({ kind }) => kind === 'edit')).toHaveLength(edits);
    // Before the store has said that no rule announces.
    expect(world.calls).toHaveLength(1);
  });

  it('is posted where Discord answers, whatever another channel does', async () => {
    const world = await started([RULE, { id: 'b', seasonChannelId: '76' }]);
    world.start('a');
    await won(world, 1, 'ana');
    for (const [silent, other] of [
      ['75', '76'],
      ['76', '75'],
    ] as const) {
      world.control.refuse = ({ channelId }) => {
        if (channelId === silent) throw new Error('Discord: 503');
        return undefined;
      };
      await won(world, Number(silent), 'zoe');
      await world.pass(MINUTE_MS);
      const post = world.messages.find(({ channelId }) => channelId === other);
      expect(post && (await postText(post.post)).text, other).toContain(`Weekly ${silent}`);
    }
  });

  it('mentions those who may be named, without notifying them, and drops who hides within 20 seconds', async () => {
    const world = await started();
    world.start('a');
    await world.link('501', 'ana', '7');
    await won(world, 1, 'ana');
    await world.pass(5000);
    const [post] = await shown(world);
    expect(post).toContain('**ANA** · 1 win · 1 final · 1 podium · <@501>');
    expect(world.messages[0]?.post.mentions).toBeUndefined();
    await world.hide('501');
    await world.pass(20_000);
    expect((await shown(world))[0]).not.toContain('<@501>');
    expect((await shown(world))[0]).toContain('**ANA**');
  });

  it('follows an end that is corrected or undone', async () => {
    const world = await started();
    world.start('a');
    await won(world, 1, 'ana');
    await world.pass(5000);
    await won(world, 1, 'bruno');
    await world.pass(5000);
    expect((await shown(world))[0]).toMatch(/#1.*BRUNO/);
    expect((await shown(world))[0]).not.toContain('ANA');
    await world.guilds.season.takeBack('7', 't1');
    await world.pass(5000);
    expect(await shown(world)).toMatchInlineSnapshot(`
      [
        "-# Updated after each winner
      | # Season: weekly
      | 0 tournaments within a year.",
      ]
    `);
  });

  it('is fed by the followed tournaments themselves', async () => {
    const world = await started();
    world.start('a');
    const cup = { id: 't9', name: 'Weekly 9', startsAt: { epochMs: T0, precision: 'second' } } as const;
    world.platform.single['t9'] = { ...cup, phase: 'running' };
    world.platform.brackets['t9'] = four('a-b 3-1', 'c-d 3-1', 'a-c');
    await world.guilds.follows.add('7', { tournamentId: 't9', channelId: '70', topics: {} });
    await world.pass(2 * MINUTE_MS);
    world.platform.single['t9'] = { ...cup, phase: 'finished' };
    world.platform.brackets['t9'] = four('a-b 3-1', 'c-d 3-1', 'a-c 3-0');
    await world.pass(5 * MINUTE_MS);
    expect(await shown(world)).toEqual([expect.stringMatching(/#1.*\*\*A\*\*[^]*Latest: Weekly 9\./)]);
  });

  it('names tournaments of before by what is known of them', async () => {
    const world = await started();
    world.start('a');
    await world.guilds.season.note('7', { tournamentId: 't1', places: [{ id: 'ana', name: 'ANA' }] });
    await world.pass(5000);
    expect(world.messages).toEqual([]);
    await world.listing.note({ id: 't1', name: 'Weekly 1' });
    await world.guilds.boards.index.mark('7');
    await world.pass(5000);
    expect((await shown(world))[0]).toContain('Latest: Weekly 1.');
  });

  it('moves with its channel: the message of before says that it is no longer updated', async () => {
    const french = { ...RULE, language: 'fr' };
    const world = await started([french]);
    world.start('a');
    await won(world, 1, 'ana');
    await won(world, 2, 'zoe', 'Swiss');
    await world.pass(5000);
    await changeSeries(world.guilds, '7', () => [{ ...french, seasonChannelId: '76' }]);
    await world.pass(5000);
    expect([world.textsIn('75'), world.textsIn('76')]).toEqual([
      ['-# N’est plus mis à jour'],
      ['-# Mise à jour après chaque vainqueur'],
    ]);
    expect(await shown(world)).toMatchInlineSnapshot(`
      [
        "-# N’est plus mis à jour
      | # Saison : weekly
      | 🥇 \`#1\` **ANA** · 1 victoire · 1 finale · 1 podium
      | 🥈 \`#2\` **X** · 0 victoire · 1 finale · 1 podium
      | 🥉 \`#3\` **Y** · 0 victoire · 0 finale · 1 podium
      |
      | 1 tournoi en un an. Dernier tournoi : Weekly 1.",
      ]
    `);
    await changeSeries(world.guilds, '7', () => []);
    await world.pass(5000);
    expect(world.textsIn('76')).toEqual(['-# N’est plus mis à jour']);
    expect(await world.guilds.boards.index.read()).toEqual({});
  });

  it('stops where the bot may no longer post, or its message is deleted, with one line', async () => {
    const world = await started();
    await world.guilds.settings.change('7', (settings) => ({ ...settings, logChannelId: '79' }));
    world.start('a');
    await won(world, 1, 'ana');
    await world.pass(5000);
    world.messages.splice(0, 1);
    await won(world, 2, 'ana');
    await world.pass(MINUTE_MS);
    expect(world.lines).toEqual([
      "79: I stopped updating the season in <#75>: my post was deleted. Choose a channel again in the server's settings.",
    ]);
    expect((await world.guilds.settings.read('7')).series).toEqual([{ id: 'a', words: ['weekly'] }]);
    expect(world.messages).toEqual([]);
  });

  it('goes on in a channel that is chosen while the one of before turns out to be gone', async () => {
    const world = await started();
    world.start('a');
    await won(world, 1, 'ana');
    await world.pass(5000);
    let chosen: Promise<unknown> | undefined;
    world.control.refuse = ({ channelId }) => {
      if (channelId !== '75') return undefined;
      chosen ??= changeSeries(world.guilds, '7', () => [{ ...RULE, seasonChannelId: '76' }]);
      return 'channel-gone';
    };
    await won(world, 2, 'ana');
    await world.pass(MINUTE_MS);
    await chosen;
    await world.pass(5000);
    expect((await world.guilds.settings.read('7')).series).toMatchObject([{ seasonChannelId: '76' }]);
    expect(world.textsIn('76')).toHaveLength(1);
  });

  it('is one message, wherever a process is killed', async () => {
    for (const isMade of [true, false])
      for (let act = 1; act <= 6; act++) {
        const world = await started();
        const first = world.start('a');
        await world.pass(5000);
        first.killAt(act, isMade);
        await won(world, 1, 'ana');
        await world.pass(5000);
        await won(world, 2, 'ana');
        await world.pass(5000);
        world.start('b');
        await world.pass(3 * MINUTE_MS);
        const texts = await shown(world);
        expect(texts, `${isMade} ${act}`).toHaveLength(1);
        expect(texts[0], `${isMade} ${act}`).toContain('2 wins');
      }
  });
});
