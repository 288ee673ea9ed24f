import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { parseArgs, parseCustomId } from '../../src/message/custom-id.ts';
import { playersMark } from '../../src/brackets/players.ts';
import { resultWorld } from '../support/result-world.ts';
import { textOf, type ShownMessage } from '../support/shown-message.ts';

/** Custom ids as 1.0.0 wrote them. Its messages stand in channels, and what they carry has to be read as it was meant. */
const IDS: Readonly<Record<string, object>> = {
  'score:form:m1': { match: 'm1' },
  'score:form:m1:Ana:Bruno': { match: 'm1', name1: 'Ana', name2: 'Bruno' },
  'score:form:m1:Ana:Bruno:3:1': { match: 'm1', name1: 'Ana', name2: 'Bruno', score1: '3', score2: '1' },
  'score:form:m1:Ana:Bruno:::a.b': { match: 'm1', name1: 'Ana', name2: 'Bruno', mark: 'a.b' },
  'score:form:m1:::3:1:a.b': { match: 'm1', score1: '3', score2: '1', mark: 'a.b' },
  'score:form:m1:::3%3A:one': { match: 'm1', score1: '3:', score2: 'one' },
  'score:mine:t1': { tournament: 't1' },
  'score:pick:3:1': { player1: 3, player2: 1 },
  'score:ask:m1': { match: 'm1' },
  'score:confirm:ticket': { ticket: 'ticket' },
  'score:swap:ticket': { ticket: 'ticket' },
  'score:cancel:ticket': { ticket: 'ticket' },
  'score:insist:ticket': { ticket: 'ticket' },
  'score:again:m1:3:1': { match: 'm1', player1: 3, player2: 1 },
  'score:agree:m1': { match: 'm1' },
  'score:agree:m1:3:1': { match: 'm1', player1: 3, player2: 1 },
  'score:wrong:m1': { match: 'm1' },
  'score:wrong:m1:Ana:Bruno:a.b:3': { match: 'm1', name1: 'Ana', name2: 'Bruno', mark: 'a.b', bestOf: 3 },
  'score:wrong:m1:Ana:Bruno::0': { match: 'm1', name1: 'Ana', name2: 'Bruno', bestOf: 0 },
  'score:wrong:m1:::a.b:3': { match: 'm1', mark: 'a.b', bestOf: 3 },
  'score:doubt:t1': { tournament: 't1' },
  'score:claim:m1': { match: 'm1' },
  'score:rule:m1:Ana:Bruno:a.b:3:3:1': {
    match: 'm1',
    name1: 'Ana',
    name2: 'Bruno',
    mark: 'a.b',
    bestOf: 3,
    score1: '3',
    score2: '1',
  },
  'score:rule:m1:Ana:Bruno:a.b:3::': { match: 'm1', name1: 'Ana', name2: 'Bruno', mark: 'a.b', bestOf: 3 },
  'score:rule:m1:::::-:-': { match: 'm1', score1: '-', score2: '-' },
  'score:ruled:m1:3:1': { match: 'm1', score1: '3', score2: '1' },
  'score:ruled:m1::': { match: 'm1' },
  'score:ruled:m1:-:-': { match: 'm1', score1: '-', score2: '-' },
  'bracket:window:t1': { tournament: 't1' },
  'bracket:page:2:3:t1': { of: '2', page: 3, tournament: 't1' },
  'bracket:page:t0:2:t1': { of: 't0', page: 2, tournament: 't1' },
  'bracket:page:before::t1': { of: 'before', tournament: 't1' },
  'bracket:mine:t1': { tournament: 't1' },
  'bracket:ask:t1': { tournament: 't1' },
  'bracket:player:t1': { tournament: 't1' },
  'link:code': {},
  'link:code:ticket': { resume: 'ticket' },
  'link:submit:ticket': { resume: 'ticket' },
  'link:connect:claim:moves replaces:ticket': { claim: 'claim', shown: 'moves replaces', resume: 'ticket' },
  'link:connect:claim:': { claim: 'claim' },
  'link:cancel:u1': { player: 'u1' },
  'unlink:confirm:u1': { player: 'u1' },
  'follow:form:t1:800:1.1.1:': { tournament: 't1', channel: '800', switches: '1.1.1' },
  'follow:end:t1:800:1.1.1:': { tournament: 't1', channel: '800', switches: '1.1.1' },
  'follow:take:3': { lines: 3 },
  'leaderboard:jump:::': {},
  'leaderboard:to:berlin:20:': { region: 'berlin', limit: 20 },
};

it('what the buttons of 1.0.0 carry is read as it was', () => {
  for (const [id, expected] of Object.entries(IDS)) {
    const { command: name, action = '', args = [] } = parseCustomId(id) ?? {};
    const command = commands.find((one) => one.name === name && one.kind === 'slash');
    const own = command?.actions[action];
    expect(own, id).toBeDefined();
    expect(parseArgs(own?.args ?? {}, args), id).toEqual(expected);
  }
});

describe('the forms of messages of 1.0.0', () => {
  const labelsOf = ({ body }: ShownMessage) =>
    (body.components as { label: string }[]).map(({ label }) => label);
  const submitted = { first: '1', second: '3' };

  it('open and report', async () => {
    for (const id of ['score:form:m1:Ana:Bruno', 'score:form:m1:Ana:Bruno:2:1', 'score:form:m1']) {
      const world = resultWorld();
      const replica = world.replica();
      const form = await replica.press('ana', id);
      expect(labelsOf(form), id).toEqual(
        id === 'score:form:m1' ? ['Player 1', 'Player 2'] : ['Ana', 'Bruno'],
      );
      expect(textOf(await replica.fill('ana', form, submitted)), id).toContain('**Ana** 1 – 3 **Bruno**');
    }
  });

  it('open for the players of the match, and not for others', async () => {
    const world = resultWorld();
    const id = `score:form:m1:Ana:Bruno:::${playersMark(world.match())}`;
    expect(labelsOf(await world.replica().press('ana', id))).toEqual(['Ana', 'Bruno']);
    expect(textOf(await world.replica().press('chris', id))).toContain("don't play in this match");
  });

  it('open and dispute, with the menu of the best-of that they carry', async () => {
    for (const [id, fields] of [
      ['score:wrong:m1:Ana:Bruno::5', { first: '', second: '', result: '1-3' }],
      ['score:wrong:m1', submitted],
    ] as const) {
      const world = resultWorld();
      await world.replica().report('ana', 3, 1);
      const form = await world.replica().press('bruno', id);
      expect(labelsOf(form)[0], id).toBe('result' in fields ? 'Result' : 'Player 1');
      const answer = await world.replica().fill('bruno', form, fields);
      expect(textOf(answer), id).toContain('The organizers have both scores');
    }
  });

  it('open and rule: the score of the button, another one, or none', async () => {
    const cases: [string, object, string[]][] = [
      ['score:rule:m1:Ana:Bruno::0:1:3', {}, ['3-1', '1-3']],
      ['score:rule:m1:::::1:3', {}, ['3-1', '1-3']],
      ['score:rule:m1:Ana:Bruno::0::', submitted, ['3-1', '1-3']],
      ['score:rule:m1:::::-:-', {}, ['3-1']],
    ];
    for (const [id, fields, writes] of cases) {
      const world = resultWorld();
      await world.replica().report('ana', 3, 1);
      await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
      await world.replica().rule('olga', id, { reason: 'The video shows it.', ...fields });
      expect(
        world.writes.map(({ score }) => score),
        id,
      ).toEqual(writes);
      expect(world.events.at(-1), id).toBe(writes.length > 1 ? 'ruled' : 'left');
    }
  });

  it('settle from a list of late matches, and say what the match shows by now', async () => {
    const list = (...texts: string[]) => ['score:rule:m1', 'Ana', 'Bruno', '', '0', ...texts].join(':');
    const reason = 'Not there.';
    for (const [choice, fields, writes] of [
      [list('', ''), { first: '3', second: '1' }, ['3-1']],
      [list('0', '1'), {}, ['0-1']],
    ] as const) {
      const world = resultWorld();
      const form = await world.replica().press('olga', 'score:rule', [choice]);
      await world.replica().fill('olga', form, { reason, ...fields });
      expect(
        world.writes.map(({ score }) => score),
        choice,
      ).toEqual(writes);
    }
    const world = resultWorld();
    world.show(3, 2);
    const form = await world.replica().press('olga', 'score:rule', [list('0', '1')]);
    const answer = await world.replica().fill('olga', form, { reason });
    expect(textOf(answer)).toContain(
      'now shows: Ana wins 3–2. Keep that, or replace it with yours: Bruno wins 1–0',
    );
    expect(world.writes).toEqual([]);
  });
});
