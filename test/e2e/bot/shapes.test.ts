import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHAPE_NAMES } from '../../../tools/platform-stand-in/shapes/choose.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { mode } from '../../support/mode.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';

let world: Playground;
const ana = () => world.discord.member('Ana');
const idOf = (name: string) =>
  [...world.platform.world.tournaments.values()].find((one) => one.name === name)!.id;

beforeAll(async () => {
  world = await startPlayground({ mode, platform: { basePath: '/play/api' } });
  await linked(world, 'Ana', CAST.contender);
});
afterAll(() => world.close());

/** Tournaments that are open to her, one for each shape, so that none sees her register twice. */
const OPEN = [
  'Late Break',
  'Sunday Social',
  'Spring Grand Prix',
  'Women’s Masters',
  'Round Robin Rumble',
  'Bank Pool Brawl',
  'New Year’s Break-Off',
];

describe.each(SHAPE_NAMES.map((shape, at) => ({ shape, at, rich: shape !== 'minimal' })))(
  'a platform of the shape $shape',
  ({ shape, at, rich }) => {
    const tournament = OPEN[at]!;
    beforeAll(async () => {
      // Lists are cached: a bot that has read the other shape would answer from its cache.
      await world.bot.stop();
      world.platform.setShape(shape);
      await world.bot.start();
    });

    test('/rank', async () => {
      expect(await ana().slash('rank').answer()).toRead(
        'Ana Conceição',
        /(Rating )?1,\d{3}/,
        /#\d+ globally|Global rank #\d+/,
      );
      expect(await ana().slash('rank', { id: CAST.awkward }).answer()).toRead(
        /#\d+ globally|Global rank #\d+/,
      );
    });

    test('/tournaments, its pages and its menu', async () => {
      const list = await ana().slash('tournaments').answer();
      expect(list).toRead('Late Break', ...(rich ? [/in \d+ (hours|days)/, /players/] : []));
      expect(await ana().press(list, 'Next ›').answer()).toRead('Women’s Masters');
      expect(await ana().slash('tournaments', { status: 'all', limit: 50 }).answer()).toRead(
        'Friday Night Open',
      );
      const opened = await ana().select(list, 'Open a tournament…', idOf('Late Break')).answer();
      expect(opened).toRead('Late Break');
    });

    test('/tournament by what autocomplete suggests', async () => {
      const [choice] = await ana()
        .autocomplete('tournament', 'tournament', { tournament: 'friday' })
        .suggestions();
      expect(choice?.name).toContain('Friday Night Open');
      const answer = await ana()
        .slash('tournament', { tournament: String(choice?.value) })
        .answer();
      expect(answer).toRead('Friday Night Open', ...(rich ? ['Started'] : []));
    });

    test('/register, and the platform’s own words where it says no', async () => {
      const id = idOf(tournament);
      const { entrantIds } = world.platform.world.tournaments.get(id)!;
      expect(await ana().slash('register', { tournament: id }).answer()).toReadAlone(
        ana().id,
        `You're registered for ${tournament}`,
      );
      expect(entrantIds.filter((one) => one === CAST.contender)).toHaveLength(1);
      expect(await ana().slash('register', { tournament: id }).answer()).toReadAlone(ana().id, 'already');
      expect(
        await ana()
          .slash('register', { tournament: idOf('Full House') })
          .answer(),
      ).toReadAlone(ana().id, 'full');
    });

    test('/matches and /bracket name the players, also where matches hold ids alone', async () => {
      const friday = { tournament: idOf('Friday Night Open') };
      const [matches, bracket] = [
        await ana().slash('matches').answer(),
        await ana().slash('bracket', friday).answer(),
      ];
      expect(matches).toRead(...(rich ? ['Jürgen Weiß', 'Friday Night Open'] : [/\d/]));
      expect(bracket).toRead(...(rich ? ['Zélia Conceição', '김서연'] : [/\d/]));
    });

    test('/score by what autocomplete suggests', async () => {
      // What one shape has reported is finished in the next, and comes after what others play.
      const typed = rich ? 'ana weiß' : '';
      const choices = await ana().autocomplete('score', 'match', { match: typed }).suggestions();
      const match = String(choices[0]?.value);
      expect(choices[0]?.name).toMatch(rich ? /Ana Conceição vs Jürgen Weiß/ : /\d/);
      // Another score than the shape before reported, of a best of five.
      const won = at % 3;
      const question = await ana().slash('score', { match, player1_score: won, player2_score: 3 }).answer();
      expect(question).toReadAlone(ana().id, `${won} – 3`, ...(rich ? ['Ana Conceição', 'Jürgen Weiß'] : []));
      const answer = await ana().press(question, 'Confirm').answer();
      expect(answer).toReadAlone(
        ana().id,
        rich ? 'Reported to Rally' : /Reported to Rally|Rally took your report/,
      );
      expect(world.platform.world.matches.get(match)?.scores).toEqual([won, 3]);
    });

    test('/leaderboard, global and regional', async () => {
      const board = await ana().slash('leaderboard').answer();
      expect(board).toRead('Leaderboard', '#1 ', /@somebody: #\d+ Ana Conceição/);
      expect(await ana().press(board, 'Next ›').answer()).toRead('#11');
      expect(await ana().slash('leaderboard', { region: 'sao-paulo' }).answer()).toRead('Leaderboard');
    });

    test('unknown ids are reported as not found, to the caller alone', async () => {
      for (const interaction of [
        ana().slash('rank', { id: 'nobody' }),
        ana().slash('tournament', { tournament: 'nothing' }),
        ana().slash('register', { tournament: 'nothing' }),
        ana().slash('score', { match: 'nothing', player1_score: 1, player2_score: 0 }),
      ])
        expect(await interaction.answer()).toReadAlone(ana().id, 'found');
    });

    test('Discord takes every answer', () => {
      expect(world.discord.problems).toEqual([]);
    });
  },
);
