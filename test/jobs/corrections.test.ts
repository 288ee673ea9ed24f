import { describe, expect, it } from 'vitest';
import { readingFor, type MemberResult, type PlanInput } from '../../src/jobs/plan/plan-input.ts';
import { keyMatches } from '../../src/jobs/plan/match-keys.ts';
import { resultsView } from '../../src/jobs/deliver/result-views.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { resultLine } from '../../src/replies/feed-results.ts';
import { createWords } from '../../src/words/words.ts';
import { four, match } from '../support/night-records.ts';
import { reading, toldChannel } from '../support/told-channel.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');

type Channel = ReturnType<typeof toldChannel>;

const followed = (results: boolean, leads: boolean) => ({
  follow: { tournamentId: 't1', channelId: '10', topics: { calls: false, results, event: false }, since: 0 },
  leads: { calls: true, results: leads, event: true, ping: false, end: true },
});
/** Without calls, results have separate messages. */
const WITHOUT_CALLS = { followed: followed(true, true) };

const withoutRound = (line: string | undefined) =>
  plainSpaces(line ?? '').replace(/ · (Round \d|Semifinals|Final)$/, '');

/** All that the channel's messages with one result say now, without the tournament. */
function shown(channel: Channel, bracket: Bracket): string[] {
  const feed = channel.feed();
  if (feed === undefined) return [];
  const seen = readingFor(feed, reading(bracket));
  return Object.values(feed.posts).flatMap(({ keys, gap }) =>
    resultsView(
      { feed, reading: seen, keys, gap, reports: new Map(), isOpenToDispute: true, isHidden: false },
      t,
    )
      .content.split('\n')
      .slice(0, -1)
      .map(withoutRound),
  );
}

/** Without the live post and calls. */
const told = (acts: readonly string[]) => acts.filter((act) => !/^(live|call)/.test(act));
/** What two readings in a row ask for. */
const twice = (channel: Channel, bracket: Bracket): string[] =>
  [1, 2].flatMap(() => channel.see(reading(bracket)));
const semifinal = (first: string) => four(first, 'c-d', '-');

function begun(options: Partial<PlanInput> = {}): Channel {
  const channel = toldChannel({ ...WITHOUT_CALLS, ...options });
  channel.see(reading(semifinal('a-b')));
  return channel;
}

describe('a correction', () => {
  it('edits the message, back to an earlier result too', () => {
    const channel = begun();
    const acts = ['3-1', '1-3', '1-3', '3-1'].map((score) =>
      told(channel.see(reading(semifinal(`a-b ${score}`)))),
    );
    expect(acts).toEqual([['results a-b:1:3-1'], ['correct a-b:2:1-3'], [], ['correct a-b:1:3-1']]);
    expect(shown(channel, semifinal('a-b 3-1'))).toEqual(['Corrected: **A** 3 – 1 B ~~1 – 3~~']);
  });

  it('of the winner alone names both winners', () => {
    const scores = { player1: 1, player2: 1 };
    const line = { match: match('m1', 'a-b 1-1'), before: { winner: 1, scores } } as const;
    expect(plainSpaces(resultLine({ ...line, result: { winner: 2, scores } }, t))).toBe(
      'Corrected: A 1 – 1 **B** ~~**A** 1 – 1 B~~',
    );
  });

  it('of a score that vanished says withdrawn, and of one that came back what it is', () => {
    const channel = begun();
    channel.see(reading(semifinal('a-b 3-1')));
    expect(told(channel.see(reading(semifinal('a-b'))))).toEqual([]);
    expect(told(channel.see(reading(semifinal('a-b'))))).toEqual(['correct a-b:']);
    expect(shown(channel, semifinal('a-b'))).toEqual(['Withdrawn: ~~**A** 3 – 1 B~~']);
    // The first result stands again: nothing that it would correct was ever a result.
    expect(told(channel.see(reading(semifinal('a-b 3-1'))))).toEqual(['correct a-b:1:3-1']);
    expect(shown(channel, semifinal('a-b 3-1'))).toEqual(['**A** 3 – 1 B']);
    for (const score of ['', ' 0-2']) channel.see(reading(semifinal(`a-b${score}`)));
    expect(shown(channel, semifinal('a-b 0-2'))).toEqual(['Corrected: A 0 – 2 **B** ~~3 – 1~~']);
  });

  it('withdraws what is redrawn, and nothing if a bracket is empty for a moment or was not read', () => {
    const channel = begun();
    channel.see(reading(semifinal('a-b 3-1')));
    expect(told(channel.see(reading({ rounds: [] })))).toEqual([]);
    expect(told(channel.see(reading(semifinal('x-y'), { isCurrent: false })))).toEqual([]);
    expect(told(channel.see(reading(four('a-c', 'b-d', '-'))))).toEqual([]);
    expect(told(channel.see(reading(four('a-c', 'b-d', '-'))))).toEqual(['correct a-b:']);
    expect(shown(channel, four('a-c', 'b-d', '-'))).toEqual(['Withdrawn: ~~**A** 3 – 1 B~~']);
  });

  it('says who had won of a pair of which one is unknown now', () => {
    const texts = ['b-d', 'a-d'].map((second) => {
      const channel = begun();
      twice(channel, semifinal('a-b 3-1'));
      const redrawn = four('c-e', second, '-');
      twice(channel, redrawn);
      // The bracket before, which knew both, is not at hand anymore.
      return shown(channel, redrawn)[0];
    });
    expect(texts).toEqual([
      'Withdrawn: ~~**Unnamed player** 3 – 1 B~~',
      'Withdrawn: ~~**A** 3 – 1 Unnamed player~~',
    ]);
  });

  it('is made five times; then the organizers are notified once', () => {
    const channel = begun();
    const acts = Array.from({ length: 14 }, (_, at) =>
      told(channel.see(reading(semifinal(at % 2 === 0 ? 'a-b 3-1' : 'a-b 1-3')))),
    ).flat();
    expect(acts.filter((act) => act.startsWith('results'))).toHaveLength(1);
    expect(acts.filter((act) => act.startsWith('correct'))).toHaveLength(5);
    expect(acts.slice(6)).toEqual(['often a-b']);
  });

  it('whose edit may not have arrived is made again, also where everything is as before', () => {
    const channel = begun();
    channel.see(reading(semifinal('a-b 3-1')));
    channel.change((feed) => ({
      ...feed,
      posts: Object.fromEntries(
        Object.entries(feed.posts).map(([id, post]) => [id, { ...post, unsure: true }]),
      ),
    }));
    expect(told(channel.acts(reading(semifinal('a-b 3-1'), { isCurrent: false })))).toEqual([]);
    expect(told(channel.acts(reading(semifinal('a-b 3-1'))))).toEqual(['correct']);
    const corrected = reading(semifinal('a-b 1-3'));
    expect(told(channel.acts(corrected))).toEqual(['correct a-b:2:1-3']);
    // What a member is writing shows it: made again before that, it would show the result from before.
    const key = keyMatches(semifinal('a-b 1-3'), new Map())[0]?.key ?? '';
    const writing: [string, MemberResult][] = [[key, { state: 'writing', result: '2:1-3' }]];
    expect(told(channel.acts(corrected, { memberResults: new Map(writing) }))).toEqual([]);
  });

  it('of several in one message is one edit', () => {
    const channel = begun();
    channel.see(reading(four('a-b 3-1', 'c-d 2-0', '-')));
    const acts = told(channel.see(reading(four('a-b 1-3', 'c-d 0-2', '-'))));
    expect(acts).toEqual(['correct a-b:2:1-3 c-d:2:0-2']);
  });

  it('needs another winner: a score that only joins the winner does not count', () => {
    const channel = begun();
    const { sides, ...rest } = match('m1', 'a-b');
    const winner = (won: 1 | 2, scores?: [number, number]): Bracket => {
      const [first, second] = sides;
      const scored: Match['sides'] = scores
        ? [
            { ...first, score: scores[0] },
            { ...second, score: scores[1] },
          ]
        : sides;
      return {
        rounds: [
          {
            section: 'main',
            matches: [{ ...rest, sides: scored, phase: 'finished', winner: won }, match('m2', 'c-d')],
          },
        ],
      };
    };
    expect(told(channel.see(reading(winner(1))))).toEqual(['results a-b:1']);
    channel.see(reading(winner(1, [3, 1])));
    expect(shown(channel, winner(1, [3, 1]))).toEqual(['**A** 3 – 1 B']);
    expect(told(channel.see(reading(winner(1))))).toEqual([]);
    expect(told(channel.see(reading(winner(2, [1, 3]))))).toEqual(['correct a-b:2:1-3']);
  });

  it('of what was decided before following began is news, but its withdrawal is not', () => {
    const withBefore = () => {
      const channel = toldChannel(WITHOUT_CALLS);
      channel.see(reading(semifinal('a-b 3-1')));
      return channel;
    };
    expect(told(withBefore().see(reading(semifinal('a-b 1-3'))))).toEqual(['results a-b:2:1-3']);
    const channel = withBefore();
    channel.see(reading(semifinal('a-b')));
    channel.see(reading(semifinal('a-b')));
    expect(told(channel.see(reading(semifinal('a-b 3-1'))))).toEqual(['note a-b:1:3-1']);
    expect(channel.feed()?.posts).toEqual({});
    expect(told(channel.see(reading(semifinal('a-b 0-2'))))).toEqual(['results a-b:2:0-2']);
  });
});

describe('the same match', () => {
  const named = (first: string, second: string, score?: [number, number], id = 'm1'): Bracket => ({
    rounds: [
      {
        section: 'main',
        matches: [
          {
            id,
            sides: [
              { player: { name: first }, ...(score && { score: score[0] }) },
              { player: { name: second }, ...(score && { score: score[1] }) },
            ],
            phase: score ? 'finished' : 'open',
            ...(score && { winner: 1 }),
          },
          match('m2', 'c-d'),
        ],
      },
    ],
  });

  it('has players with new names, where names are all that there is', () => {
    const channel = toldChannel();
    const acts = [
      named('Anna', 'Bob'),
      named('Anna_2', 'Bob'),
      named('Anna_2', 'Bob', [2, 0]),
      named('Anna_3', 'Bobby', [2, 0]),
    ].flatMap((one) => channel.see(reading(one)));
    expect(acts.filter((act) => /call (anna|bob)/.test(act))).toHaveLength(1);
    expect(told(acts)).toHaveLength(1);
    const silent = toldChannel(WITHOUT_CALLS);
    for (const one of [named('Anna', 'Bob'), named('Anna_2', 'Bob', [2, 0])]) silent.see(reading(one));
    const last = named('Anna_3', 'Bobby', [2, 0]);
    expect(silent.acts(reading(last))).toEqual([]);
    expect(shown(silent, last)).toEqual(['**Anna\\_3** 2 – 0 Bobby']);
  });

  it('is another one where both names are new before it is decided, or one is and its result is gone, if all else changed', () => {
    const redrawn = (...names: [string, string]) => {
      const { rounds } = named(...names);
      return { rounds: rounds.map((one) => ({ ...one, matches: [one.matches[0]!, match('m2', 'c-e')] })) };
    };
    const renamed = toldChannel();
    renamed.see(reading(named('Anna', 'Bob')));
    expect(twice(renamed, named('Cleo', 'Dora'))).not.toContain('call cleo-dora');
    const both = toldChannel();
    both.see(reading(named('Anna', 'Bob')));
    expect(twice(both, redrawn('Cleo', 'Dora'))).toContain('call cleo-dora');
    const one = toldChannel();
    for (const bracket of [named('Anna', 'Bob'), named('Anna', 'Bob', [2, 0])]) one.see(reading(bracket));
    expect(twice(one, redrawn('Anna', 'Dora'))).toContain('call anna-dora');
  });

  it('is the same where all names get a tag at once', () => {
    const tagged = (tag: string): Bracket => {
      const { rounds } = named(`${tag}Anna`, `${tag}Bob`);
      const other = named(`${tag}Cleo`, `${tag}Dora`, undefined, 'm2').rounds[0]!.matches[0]!;
      return { rounds: rounds.map((one) => ({ ...one, matches: [one.matches[0]!, other] })) };
    };
    const channel = toldChannel();
    channel.see(reading(tagged('')));
    expect(twice(channel, tagged('[EU] ')).filter((act) => /^(call|close)/.test(act))).toEqual([]);
  });

  it('does not apply to other players under its id: they get their own call', () => {
    const channel = toldChannel();
    channel.see(reading(semifinal('a-b')));
    expect(twice(channel, semifinal('a-e'))).toContain('call a-e');
    const other = toldChannel();
    other.see(reading(named('Anna', 'Bob')));
    // Bob plays elsewhere now: this is no new name.
    const bracket = named('Cleo', 'Dora');
    bracket.rounds.push({
      section: 'main',
      matches: [named('Anna', 'Bob', undefined, 'm9').rounds[0]!.matches[0]!],
    });
    expect(twice(other, bracket)).toContain('call cleo-dora');
    const third = toldChannel();
    const four = named('Anna', 'Bob');
    four.rounds.push({
      section: 'main',
      matches: [named('Cleo', 'Dora', undefined, 'm9').rounds[0]!.matches[0]!],
    });
    third.see(reading(four));
    // Bob sits out now: Cleo has had her name before.
    expect(twice(third, named('Anna', 'Cleo'))).toContain('call anna-cleo');
  });
});

describe('two who meet again', () => {
  const drawn = (...texts: [string, string][]): Bracket => ({
    rounds: [{ section: 'main', matches: texts.map(([id, text]) => match(id, text)) }],
  });

  it('get a new call and a separate result after their match was drawn away', () => {
    const channel = toldChannel();
    channel.see(reading(drawn(['m1', 'a-b'], ['m2', 'c-d'])));
    channel.see(reading(drawn(['m1', 'a-b 3-1'], ['m2', 'c-d'])));
    expect(told(twice(channel, drawn(['m1', 'a-c'], ['m2', 'b-d'])))).toEqual([
      'close c-d:gone (told elsewhere)',
      'close a-b:gone',
    ]);
    const again = drawn(['m1', 'a-c 2-0'], ['m2', 'b-d 2-0'], ['m3', 'a-b']);
    expect(channel.see(reading(again))).toContain('call a-b');
    expect(channel.see(reading(again))).not.toContain('call a-b');
    const decided = drawn(['m1', 'a-c 2-0'], ['m2', 'b-d 2-0'], ['m3', 'a-b 0-2']);
    expect(told(channel.see(reading(decided)))).toContain('close a-b:2:0-2');
  });

  it('under the same id, or after a bracket that was not read, play the same match', () => {
    const first = drawn(['m1', 'a-b'], ['m2', 'c-d']);
    for (const [between, then] of [
      [reading(drawn(['m1', 'a-c'])), first],
      [reading(drawn(['m1', 'a-c']), { isCurrent: false }), drawn(['m9', 'a-b'])],
      [reading({ rounds: [] }), drawn(['m9', 'a-b'])],
    ] as const) {
      const channel = toldChannel();
      channel.see(reading(first));
      channel.see(between);
      expect(channel.see(reading(then))).not.toContain('call a-b');
    }
  });
});

describe('a member’s result post', () => {
  const bracket = semifinal('a-b 3-1');
  const key = keyMatches(bracket, new Map())[0]?.key ?? '';
  const resultsOf = (one: MemberResult) => new Map([[key, one]]);

  it('waits while it is written, and then only that message shows it', () => {
    const channel = begun();
    const writing = resultsOf({ state: 'writing', result: '1:3-1' });
    expect(told(channel.acts(reading(bracket), { memberResults: writing }))).toEqual([]);
    const post = { postId: '77', channelId: '10' };
    const posted = resultsOf({ state: 'posted', result: '1:3-1', post });
    expect(told(channel.see(reading(bracket), { memberResults: posted }))).toEqual(['note a-b:1:3-1']);
    // A correction edits the reporter's message.
    expect(told(channel.see(reading(semifinal('a-b 1-3'))))).toEqual(['correct a-b:2:1-3']);
    expect(Object.keys(channel.feed()?.posts ?? {})).toEqual(['77']);
  });

  it('is posted by the channel if the report was dropped', () => {
    const channel = begun();
    expect(told(channel.see(reading(bracket), { memberResults: new Map() }))).toEqual(['results a-b:1:3-1']);
  });

  it('beside a message of the channel: that one says that it no longer counts, and stays so', () => {
    const channel = begun();
    channel.see(reading(bracket));
    const post = { postId: '77', channelId: '10' };
    const posted = resultsOf({ state: 'posted', result: '2:1-3', post });
    const other = semifinal('a-b 1-3');
    expect(told(channel.see(reading(other), { memberResults: posted }))).toEqual(['note a-b:2:1-3']);
    expect(told(channel.acts(reading(other)))).toEqual(['correct']);
    const feed = channel.feed();
    const lines = Object.entries(feed?.posts ?? {}).map(([id, { keys, gap, moved }]) => {
      const view = {
        feed: feed!,
        reading: readingFor(feed!, reading(other)),
        keys,
        gap,
        isOpenToDispute: true,
        reports: new Map(),
        isHidden: false,
        ...(moved && { moved }),
      };
      return [id === '77', withoutRound(plainSpaces(resultsView(view, t).content).split('\n')[0])];
    });
    expect(lines).toContainEqual([false, 'Withdrawn: ~~**A** 3 – 1 B~~']);
    expect(lines).toContainEqual([true, expect.stringContaining('A 1 – 3 **B**')]);
  });

  it('was another result: the message that says so is edited', () => {
    const channel = begun();
    const posted = resultsOf({ state: 'posted', result: '2:1-3', post: { postId: '77', channelId: '10' } });
    const acts = [reading(bracket), reading(bracket)].flatMap((one) =>
      told(channel.see(one, { memberResults: posted })),
    );
    expect(acts).toEqual(['note a-b:2:1-3', 'correct a-b:1:3-1']);
  });
});

describe('results', () => {
  it('that are switched off, or are another channel’s, are noted, so that they are no history afterwards', () => {
    const cases: Partial<PlanInput>[] = [
      { followed: followed(false, false) },
      { followed: followed(true, false), sharesResults: true },
    ];
    for (const options of cases) {
      const channel = begun();
      expect(told(channel.see(reading(semifinal('a-b 3-1')), options))).toEqual(['note a-b:1:3-1']);
      expect(told(channel.see(reading(semifinal('a-b 3-1'))))).toEqual([]);
    }
    const own = begun();
    expect(told(own.see(reading(semifinal('a-b 3-1')), { followed: followed(true, false) }))).toHaveLength(1);
  });

  it('that may have been sent come first, as they were, and at most 25 share a message', () => {
    const round = (decided: number): Bracket => ({
      rounds: [
        {
          section: 'main',
          matches: Array.from({ length: 30 }, (_, at) =>
            match(`m${at}`, `a${at}-b${at}${at < decided ? ' 2-0' : ''}`),
          ),
        },
      ],
    });
    const channel = toldChannel(WITHOUT_CALLS);
    channel.see(reading(round(0)));
    const last = keyMatches(round(30), new Map()).at(-1)?.key ?? '';
    const pending = {
      notice: {
        kind: 'results' as const,
        results: [{ key: last, result: '1:2-0' }],
        gap: { from: 1, to: 2 },
      },
      channelId: '10',
      nonce: 'n',
      text: 't',
      at: 0,
    };
    channel.change((feed) => ({ ...feed, pending: [pending] }));
    const sizes = told(channel.see(reading(round(30)))).map((act) => act.split(' ').slice(1));
    expect(sizes.map(({ length }) => length)).toEqual([2, 25, 4]);
    expect(sizes[0]?.[1]).toBe('(gap)');
  });

  it('that may have been sent and are no longer so wait, and others do not', () => {
    const bracket = four('a-b 3-1', 'c-d 2-0', '-');
    const channel = begun();
    const [first, second] = keyMatches(bracket, new Map()).map(({ key }) => key);
    const results = [
      { key: first ?? '', result: '2:1-3' },
      { key: second ?? '', result: '1:2-0' },
    ];
    const notice = { kind: 'results' as const, results };
    channel.change((feed) => ({
      ...feed,
      pending: [{ notice, channelId: '10', nonce: 'n', text: 't', at: 0 }],
    }));
    expect(told(channel.acts(reading(bracket)))).toEqual([]);
    channel.change((feed) => ({ ...feed, pending: [] }));
    expect(told(channel.acts(reading(bracket)))).toEqual(['results a-b:1:3-1 c-d:1:2-0']);
  });
});
