import { describe, expect, it } from 'vitest';
import {
  createResultPosts,
  inOrderOf,
  pairOf,
  playersOf,
  ResultPostRecord,
  type ShownResult,
} from '../../src/guilds/result-posts.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { OwnMessage, Refused, SendOutcome } from '../../src/message/channels.ts';
import type { Post } from '../../src/message/reply.ts';
import type { Match } from '../../src/reading/records.ts';
import { createResultPoster } from '../../src/results/post-result.ts';
import { present } from '../../src/present.ts';
import { besideAlone, besideOf, changeOf } from '../../src/results/shown-change.ts';
import type { ResultChannel } from '../../src/results/next-report.ts';
import type { Report } from '../../src/results/report.ts';
import { resultChannel } from '../../src/results/result-channels.ts';
import { createWords } from '../../src/words/words.ts';
import { fakeGuilds } from '../support/fakes.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { resultWorld } from '../support/result-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const MATCH: Match = {
  id: 'm1',
  phase: 'finished',
  sides: [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bruno' } }],
};
const PLAYERS = playersOf(MATCH);
const SCORES = { player1: 3, player2: 1 };
const REPORT: Report = {
  matchId: 'm1',
  guildId: '700',
  state: 'written',
  policy: 'at-once',
  claim: { playerId: 'u1', side: 1, scores: SCORES, at: 0 },
  seen: SCORES,
  reportedAt: 0,
};
const fr = createWords().in('fr');
const WON = '**Ana** 3 – 1 Bruno';
const CORRECTED = `Corrected: ${WON} ~~1 – 3~~`;

interface PostSetup {
  settings?: GuildSettings;
  /** Where Ana pressed. */
  origin?: { serverId?: string; channelId?: string; parentId?: string };
  isNameable?: boolean;
  /** What the channel showed, and the channel. */
  before?: { channelId: string; shown: ShownResult };
  report?: Report;
  /** Where the report stood before, and is shown. */
  stands?: Pick<Report, 'guildId' | 'channelId'>;
  refuses?: (what: string) => boolean;
  /** Why Discord refuses it. */
  reason?: Refused;
  /** What it does not answer; `true` once it has done it. */
  loses?: (what: string) => boolean | undefined;
  /** What the channel holds already. */
  history?: OwnMessage[] | undefined;
  /** How the match stands, at each look. */
  later?: { match: Match; report: Report; scores: typeof SCORES; mentions: object }[];
}

/** Posts a result of Ana's, and lists what Discord received. */
async function postResult({
  settings = {},
  origin: { serverId, channelId = '800', parentId } = { serverId: '700' },
  isNameable = true,
  before,
  report = REPORT,
  stands,
  refuses = () => false,
  reason = 'forbidden',
  loses = () => undefined,
  history = [],
  later = [],
}: PostSetup = {}) {
  const guilds = fakeGuilds(settings);
  const { translator } = guilds;
  guilds.translator = async (guildId) => (guildId === '701' ? fr : translator(guildId));
  const sent: string[] = [];
  /** What names Ana. */
  const named: string[] = [];
  const shownIn: string[] = [];
  const take = async (what: string, { content }: Post): Promise<SendOutcome> => {
    if (refuses(what)) return { refused: reason };
    const isLost = loses(what);
    if (isLost !== false) sent.push(`${what}: ${plainSpaces(content).split('\n')[0]}`);
    if (isLost === true) history.push({ id: '9000', content });
    if (isLost !== undefined) throw new Error('no answer');
    if (content.includes('<@501>')) named.push(what);
    return { id: '9000' };
  };
  if (before !== undefined) await guilds.resultPosts.end(before.channelId, 'm1', before.shown);
  const { prepare, prepareCorrection } = createResultPoster({
    guilds,
    channels: {
      post: (to, post) => take(`post ${to}`, post),
      edit: (to, id, post) => take(`edit ${to}/${id}`, post),
      remove: (to, id) => take(`remove ${to}/${id}`, { content: '' }),
      reopenThread: () => Promise.reject(new Error('no thread')),
      since: async () => history,
    },
    now: () => 0,
    sleep: async () => {},
    onShown: async (_id, to) => void shownIn.push(to),
    posted: async () => {},
    latest: async () => later.shift(),
  });
  const origin = { serverId, channelId, parentId };
  const here: ResultChannel = await resultChannel(origin, MATCH, guilds);
  const standing = stands && { ...report, ...stands };
  const prepared =
    serverId === undefined
      ? prepareCorrection(MATCH, standing === undefined ? [] : [standing])
      : await prepare(MATCH, standing, here);
  await prepared.begin(SCORES);
  await prepared.show(
    { match: MATCH, report, scores: SCORES, mentions: { reporter: '<@501>' }, settled: report },
    {
      origin,
      isNameable: async () => isNameable,
      async followUp(post) {
        const outcome = await take('follow-up', post);
        if ('refused' in outcome) throw new Error('Missing Access');
        return outcome.id;
      },
    },
  );
  return { sent, named, shownIn, guilds, notes: guilds.notes.map(({ text }) => text) };
}

describe('a new result', () => {
  it('follows the interaction of one who may be named there, otherwise it is a separate message', async () => {
    const named = await postResult();
    expect(named).toMatchObject({ sent: [`follow-up: ${WON}`], shownIn: ['800'] });
    const unnamed = await postResult({ isNameable: false });
    expect(unnamed).toMatchObject({ sent: [`post 800: ${WON}`], shownIn: ['800'] });
    for (const { guilds } of [named, unnamed])
      expect(await guilds.resultPosts.find('800', 'm1')).toEqual({
        state: 'posted',
        ...PLAYERS,
        scores: SCORES,
        messageId: '9000',
      });
  });

  it('is one message although the answer of Discord is lost', async () => {
    for (const isTaken of [true, false]) {
      const { guilds, sent } = await postResult({
        loses: (what) => (what === 'follow-up' ? isTaken : undefined),
      });
      expect(sent).toEqual([isTaken ? `follow-up: ${WON}` : `post 800: ${WON}`]);
      expect(await guilds.resultPosts.find('800', 'm1')).toMatchObject({ messageId: '9000' });
    }
  });

  it('whose answer is lost is posted by no feed until the owner has looked for it', async () => {
    const { guilds, sent } = await postResult({ isNameable: false, loses: () => true });
    expect(sent).toEqual([`post 800: ${WON}`]);
    expect(await guilds.resultPosts.find('800', 'm1')).toEqual({ state: 'writing', scores: SCORES });
  });

  it('goes to the results channel as a separate message', async () => {
    const settings = { resultsChannelId: '802', publicChannelIds: ['801'] };
    expect(await postResult({ settings })).toMatchObject({ sent: [`post 802: ${WON}`], shownIn: ['802'] });
    expect((await postResult({ settings: { resultsChannelId: '800' } })).sent).toEqual([`post 800: ${WON}`]);
  });

  it('is shown where it was reported if the results channel takes nothing, which the log channel says', async () => {
    const { guilds, notes, sent, shownIn } = await postResult({
      settings: { resultsChannelId: '802', logChannelId: '803' },
      refuses: (what) => what === 'post 802',
    });
    expect({ sent, shownIn }).toEqual({ sent: [`follow-up: ${WON}`], shownIn: ['800'] });
    expect(notes).toEqual(["A score couldn't be posted in <#802>."]);
    expect(await guilds.resultPosts.find('802', 'm1')).toBeUndefined();
  });

  it('that no channel takes is a line in the log channel, and nothing waits for it', async () => {
    const { guilds, notes, sent } = await postResult({ refuses: () => true });
    expect(sent).toEqual([]);
    expect(notes).toEqual(["A score couldn't be posted in <#800>."]);
    expect(await guilds.resultPosts.find('800', 'm1')).toBeUndefined();
  });

  it('is shown neither outside of servers nor in channels without public answers', async () => {
    for (const given of [{ origin: {} }, { settings: { publicChannelIds: ['801'] } }] as PostSetup[])
      expect(await postResult(given)).toMatchObject({ sent: [], shownIn: [], notes: [] });
  });
});

describe('a result that changes another', () => {
  const before = (shown: Partial<ShownResult>) => ({
    channelId: '800',
    shown: { scores: { player1: 1, player2: 3 }, messageId: '91', ...shown },
  });

  it('edits its message, which says what it showed; where that is gone, a new one does', async () => {
    expect((await postResult({ before: before({}) })).sent).toEqual([`edit 800/91: ${CORRECTED}`]);
    const given: PostSetup = { before: before({}), refuses: (what) => what.startsWith('edit') };
    const gone = await postResult({ ...given, reason: 'post-gone' });
    expect(gone.sent).toEqual([`follow-up: ${CORRECTED}`]);
    const stands = await postResult({ ...given, settings: { logChannelId: '803' } });
    expect(stands).toMatchObject({ sent: [], notes: ["A score couldn't be posted in <#800>."] });
  });

  it('is tried again where an edit fails, and is no second message', async () => {
    let failures = 2;
    const loses = (what: string) => (what.startsWith('edit') && failures-- > 0 ? false : undefined);
    expect((await postResult({ before: before({}), loses })).sent).toEqual([`edit 800/91: ${CORRECTED}`]);
    const down = await postResult({
      before: before({}),
      loses: (what) => (what.startsWith('edit') ? false : undefined),
    });
    expect(down.sent).toEqual([]);
    // What it showed stays, for the next correction.
    expect(await down.guilds.resultPosts.shown('800', 'm1')).toMatchObject({ messageId: '91' });
  });

  it('of the same score, says nothing of a correction', async () => {
    expect((await postResult({ before: before({ scores: SCORES }) })).sent).toEqual([`edit 800/91: ${WON}`]);
  });

  it('in the message of a followed tournament is left to its feed', async () => {
    const { guilds, sent } = await postResult({ before: before({ isFollowed: true }) });
    expect(sent).toEqual([]);
    expect(await guilds.resultPosts.find('800', 'm1')).toMatchObject({ scores: SCORES, isFollowed: true });
  });

  it('of other players under the same id is a separate message', async () => {
    const report = { ...REPORT, pair: 'ours' };
    expect((await postResult({ report, before: before({ pair: 'others' }) })).sent).toEqual([
      `follow-up: ${WON}`,
    ]);
  });

  it('in a direct message edits what stands in a server, in its language and by no name, and posts nothing', async () => {
    const inFrench = fr('feed.results.corrected', { result: WON, before: '1 – 3' });
    const stands = { guildId: '701', channelId: '810' };
    const given = { origin: {}, stands, before: { ...before({}), channelId: '810' } };
    const { named, sent, shownIn } = await postResult(given);
    expect({ named, sent, shownIn }).toEqual({
      named: [],
      sent: [`edit 810/91: ${plainSpaces(inFrench)}`],
      shownIn: [],
    });
    const gone = await postResult({ ...given, refuses: () => true });
    expect(gone).toMatchObject({ sent: [], notes: [] });
    expect((await postResult({ origin: {}, stands })).sent).toEqual([]);
  });
});

describe('a proposal', () => {
  const proposal: Report = { ...REPORT, state: 'open', policy: 'both', seen: { player1: 1, player2: 3 } };
  const standing = { scores: { player1: 1, player2: 3 }, messageId: '91' };

  it('is a separate message beside the existing one, which it does not correct', async () => {
    for (const isFollowed of [undefined, true] as const) {
      const shown = { ...standing, ...(isFollowed && { isFollowed }) };
      const { guilds, sent } = await postResult({ report: proposal, before: { channelId: '800', shown } });
      expect(sent).toEqual([`follow-up: ${WON}`]);
      expect(await guilds.resultPosts.find('800', 'm1')).toEqual({
        state: 'posted',
        ...PLAYERS,
        scores: SCORES,
        isOpen: true,
        messageId: '9000',
        beside: shown,
      });
    }
  });

  const question = { scores: SCORES, isOpen: true, messageId: '92', beside: standing } as const;
  const agreed: Report = { ...proposal, state: 'agreed', seen: SCORES };
  const result = { state: 'posted', ...PLAYERS, scores: SCORES, messageId: '9000' };

  it('that both agree to goes, and what stood becomes the result; a feed corrects its own', async () => {
    const { guilds, sent } = await postResult({
      report: agreed,
      before: { channelId: '800', shown: question },
    });
    expect(sent).toEqual([`edit 800/91: ${CORRECTED}`, 'remove 800/92: ']);
    expect(await guilds.resultPosts.find('800', 'm1')).toEqual(result);
    const followed = { ...question, beside: { ...standing, isFollowed: true } } as const;
    const alone = await postResult({ report: agreed, before: { channelId: '800', shown: followed } });
    expect(alone.sent).toEqual(['remove 800/92: ']);
    expect(await alone.guilds.resultPosts.find('800', 'm1')).toEqual({
      state: 'posted',
      ...PLAYERS,
      scores: SCORES,
      messageId: '91',
      isFollowed: true,
    });
  });

  describe('of a match that was called there', () => {
    const asked = { ...question, beside: { messageId: '91' } };
    const before = { channelId: '800', shown: asked };

    it('is a separate message, until the call becomes the result and it goes', async () => {
      const first = await postResult({
        report: { ...REPORT, state: 'open', policy: 'both' },
        before: { channelId: '800', shown: { messageId: '91' } },
      });
      expect(first.sent).toEqual([`follow-up: ${WON}`]);
      expect(await first.guilds.resultPosts.find('800', 'm1')).toEqual({
        state: 'posted',
        ...PLAYERS,
        ...asked,
        messageId: '9000',
      });
      const { guilds, sent } = await postResult({ report: agreed, before });
      expect(sent).toEqual([`edit 800/91: ${WON}`, 'remove 800/92: ']);
      expect(await guilds.resultPosts.find('800', 'm1')).toEqual(result);
    });

    it('goes although Discord answers late, and although the call or it was deleted', async () => {
      let failures = 2;
      const late = await postResult({
        report: agreed,
        before,
        loses: (what) => (what.startsWith('remove') && failures-- > 0 ? false : undefined),
      });
      expect(late.sent).toEqual([`edit 800/91: ${WON}`, 'remove 800/92: ']);
      const gone = (start: string) =>
        postResult({
          report: agreed,
          before,
          refuses: (what) => what.startsWith(start),
          reason: 'post-gone',
        });
      expect((await gone('edit')).sent).toEqual([`follow-up: ${WON}`, 'remove 800/92: ']);
      const { guilds } = await gone('remove');
      expect(await guilds.resultPosts.find('800', 'm1')).toEqual(result);
    });

    it('still asks, for its feed to see, where Discord does not delete it', async () => {
      const { guilds } = await postResult({
        report: agreed,
        before,
        loses: (what) => (what.startsWith('remove') ? false : undefined),
      });
      expect(await guilds.resultPosts.find('800', 'm1')).toEqual({ state: 'posted', ...asked });
    });

    it('stays while the organizers decide', async () => {
      const { seen: _none, ...unseen } = REPORT;
      const { guilds, sent } = await postResult({
        report: { ...unseen, state: 'disputed', policy: 'both' },
        before,
      });
      expect(sent).toEqual([`edit 800/92: ${WON}`]);
      expect(await guilds.resultPosts.find('800', 'm1')).toMatchObject({ isOpen: true, messageId: '9000' });
    });
  });

  it('that the organizers leave goes, and what stood says so', async () => {
    const ruling = { playerId: 'u3', reason: 'late', at: 0 };
    const { guilds, sent } = await postResult({
      report: { ...proposal, state: 'ruled', ruling },
      before: { channelId: '800', shown: question },
    });
    expect(sent).toEqual(['edit 800/91: Ana 1 – 3 **Bruno**', 'remove 800/92: ']);
    expect(await guilds.resultPosts.find('800', 'm1')).toEqual({
      state: 'posted',
      ...PLAYERS,
      ...standing,
      messageId: '9000',
    });
  });
});

it('a press that another one has overtaken shows what stands by then', async () => {
  const earlier = { match: MATCH, report: REPORT, scores: SCORES, mentions: {} };
  const scores = { player1: 1, player2: 3 };
  const report: Report = { ...REPORT, claim: { ...REPORT.claim!, scores } };
  const { sent } = await postResult({
    later: [
      { ...earlier, report, scores },
      { ...earlier, report, scores },
    ],
  });
  expect(sent).toEqual([`follow-up: ${WON}`, 'edit 800/9000: Corrected: Ana 1 – 3 **Bruno** ~~3 – 1~~']);
  expect((await postResult({ later: [earlier] })).sent).toHaveLength(1);
});

it('a press that settles nothing shows nothing, and the channel shows what it showed', async () => {
  const guilds = fakeGuilds();
  const fail = () => Promise.reject(new Error('nothing is sent'));
  const { prepare } = createResultPoster({
    guilds,
    channels: { post: fail, edit: fail, remove: fail, reopenThread: fail, since: fail },
    onShown: fail,
    posted: fail,
    latest: fail,
    now: () => 0,
    sleep: fail,
  });
  const prepared = await prepare(MATCH, undefined, { guildId: '700', channelId: '800' });
  await prepared.begin(SCORES);
  expect(await guilds.resultPosts.find('800', 'm1')).toEqual({ state: 'writing', scores: SCORES });
  await prepared.cancel();
  expect(await guilds.resultPosts.find('800', 'm1')).toBeUndefined();
});

it('a disputed score whose post was lost on its way is found, and edited', async () => {
  const history: OwnMessage[] = [];
  await postResult({ isNameable: false, loses: () => true, history });
  const counter = { playerId: 'u2', side: 2, scores: { player1: 1, player2: 3 }, at: 1 } as const;
  const disputed = { ...REPORT, state: 'disputed', counter } as const;
  const unfinished = {
    at: 1,
    by: { playerId: 'u2', discordId: '502' },
    pressId: 'y',
    steps: ['post' as const],
  };
  const { sent } = await postResult({
    report: { ...disputed, unfinished: { ...unfinished, isPostLost: true } },
    history,
  });
  expect(sent).toEqual([`edit 800/9000: ${WON}`]);
  const by = { playerId: 'u9', reason: 'Seen.', at: 2 };
  const ruling = { ...by, scores: { player1: 1, player2: 3 } };
  const ruled = { ...disputed, state: 'ruled', ruling } as const;
  const edited = await postResult({
    report: { ...ruled, unfinished: { ...unfinished, isPostLost: true } },
    history,
  });
  expect(edited.sent[0]).toMatch(/^edit 800\/9000: /);
  // The same words may be of another match of theirs.
  expect((await postResult({ report: { ...disputed, unfinished }, history })).sent).toEqual([]);
});

it('a post whose answer was lost is known once its result no longer stands, so that it is corrected', async () => {
  const lost: OwnMessage[] = [];
  await postResult({ isNameable: false, loses: () => true, history: lost });
  const unfinished = {
    at: 0,
    by: { playerId: 'u1', discordId: '501' },
    pressId: 'x',
    steps: ['post' as const],
  };
  const settle = async (since: () => Promise<OwnMessage[]>, before?: ShownResult, pressed = REPORT) => {
    const guilds = fakeGuilds();
    if (before !== undefined) await guilds.resultPosts.end('800', 'm1', before);
    const fail = () => Promise.reject(new Error('nothing is sent'));
    const { settleOutdated } = createResultPoster({
      guilds,
      channels: { post: fail, edit: fail, remove: fail, reopenThread: fail, since },
      onShown: fail,
      posted: fail,
      latest: fail,
      now: () => 0,
      sleep: fail,
    });
    const report = { ...pressed, channelId: '800', unfinished };
    const outcome = await settleOutdated({
      match: MATCH,
      report,
      scores: SCORES,
      mentions: { reporter: '<@501>' },
    });
    const state = outcome === 'settled' ? 'posted' : outcome === 'none' ? before && 'posted' : 'writing';
    expect((await guilds.resultPosts.find('800', 'm1'))?.state).toBe(state);
    const { messageId, scores } = (await guilds.resultPosts.shown('800', 'm1')) ?? {};
    return [outcome, messageId, scores];
  };
  expect(await settle(async () => lost)).toEqual(['settled', '9000', SCORES]);
  expect(await settle(async () => [])).toEqual(['none', undefined, undefined]);
  expect(await settle(() => Promise.reject(new Error('no answer')))).toEqual([
    'unanswered',
    undefined,
    undefined,
  ]);
  // What it may have edited counts as edited.
  const old = { messageId: '91', scores: { player1: 1, player2: 3 } };
  expect(await settle(async () => [], old)).toEqual(['settled', '91', SCORES]);
  expect(await settle(async () => lost, { ...old, pressId: 'x' })).toEqual(['settled', '91', old.scores]);
  // A dispute takes no place of a winner without a score, so it has edited nothing.
  const { seen: _none, ...unseen } = REPORT;
  const disputed: Report = { ...unseen, state: 'disputed' };
  const winner = { messageId: '91', winner: 2 } as const;
  expect(await settle(async () => [], winner, disputed)).toEqual(['none', '91', undefined]);
});

it('a question beside a call that was lost on its way is found once its score is disputed', async () => {
  const history: OwnMessage[] = [];
  const before = { channelId: '800', shown: { messageId: '91' } };
  const { seen: _unwritten, ...unwritten } = REPORT;
  const asked = { ...unwritten, state: 'open', policy: 'both' } as const;
  await postResult({ report: asked, before, isNameable: false, loses: () => true, history });
  const counter = { playerId: 'u2', side: 2, scores: { player1: 1, player2: 3 }, at: 1 } as const;
  const by = { playerId: 'u2', discordId: '502' };
  const unfinished = { at: 1, by, pressId: 'y', steps: ['post' as const], isPostLost: true as const };
  const { guilds, sent } = await postResult({
    report: { ...asked, state: 'disputed', counter, unfinished },
    before,
    history,
  });
  expect(sent).toEqual([`edit 800/9000: ${WON}`]);
  expect(await guilds.resultPosts.find('800', 'm1')).toMatchObject({
    messageId: '9000',
    isOpen: true,
    beside: { messageId: '91' },
  });
});

it('the post of a process that died is not sent again while nobody can see whether it was', async () => {
  const guilds = fakeGuilds();
  const sent: string[] = [];
  const fail = () => Promise.reject(new Error('no answer'));
  const post = async (to: string) => {
    sent.push(to);
    return { id: '9000' };
  };
  const unfinished = {
    at: 0,
    by: { playerId: 'u1', discordId: '501' },
    pressId: 'x',
    steps: ['post' as const],
  };
  const report = { ...REPORT, guildId: '700', channelId: '800', unfinished };
  const postedWhere = async (since: () => Promise<OwnMessage[] | undefined>) => {
    const { showUnfinished } = createResultPoster({
      guilds,
      channels: { post, edit: fail, remove: fail, reopenThread: fail, since },
      onShown: async () => {},
      posted: async () => {},
      latest: async (match) => ({ match, report, scores: SCORES, mentions: {} }),
      now: () => 0,
      sleep: async () => {},
    });
    return showUnfinished(report, MATCH);
  };
  expect(await postedWhere(fail)).toBe(false);
  expect(sent).toEqual([]);
  expect(await postedWhere(async () => [])).toBe(true);
  expect(sent).toEqual(['800']);
});

it('between two attempts no feed posts the result, even if the clock is set forward half a minute', async () => {
  let at = 0;
  const store = memoryStores({ now: () => at }).replica();
  const guilds = {
    ...fakeGuilds(),
    resultPosts: createResultPosts(store.namespace('announced', ResultPostRecord)),
  };
  const fail = () => Promise.reject(new Error('no answer'));
  const unfinished = {
    at: 0,
    by: { playerId: 'u1', discordId: '501' },
    pressId: 'x',
    steps: ['post' as const],
  };
  const report = { ...REPORT, channelId: '800', unfinished };
  const { showUnfinished } = createResultPoster({
    guilds,
    channels: { post: fail, edit: fail, remove: fail, reopenThread: fail, since: fail },
    onShown: fail,
    posted: fail,
    latest: async (match) => ({ match, report, scores: SCORES, mentions: {} }),
    now: () => at,
    sleep: async () => {},
  });
  at = 40_000;
  expect(await showUnfinished(report, MATCH)).toBe(false);
  // An attempt may take 40 s, and the next one comes 15 s later.
  at += 55_000 + 30_000;
  expect(await guilds.resultPosts.find('800', 'm1')).toMatchObject({ state: 'writing' });
});

it('a write that the platform refuses posts nothing, and delays no feed', async () => {
  const world = resultWorld();
  world.refuse('No.');
  await world.replica().report('ana', 3, 1);
  expect(world.writes).toHaveLength(1);
  expect(world.public()).toEqual([]);
  expect(await world.replica().services.guilds.resultPosts.find('800', 'm1')).toBeUndefined();
});

it('how a result is shown follows from what the channel shows', () => {
  const call = { messageId: '91' };
  const result = { scores: SCORES, messageId: '91' };
  const lost = { scores: SCORES };
  const feed = { scores: SCORES, messageId: '91', isFollowed: true } as const;
  const proposal = { ...result, isOpen: true } as const;
  const final = { isOpen: false, editsOnly: false };
  const open = { isOpen: true, editsOnly: false };
  const undecided = { isOpen: false, editsOnly: true };
  const cases: [ShownResult | undefined, Parameters<typeof changeOf>[1], ReturnType<typeof changeOf>][] = [
    [undefined, final, 'post'],
    [undefined, open, 'post'],
    [undefined, undecided, 'none'],
    [call, final, 'edit'],
    [call, open, 'post'],
    [call, undecided, 'none'],
    [result, final, 'edit'],
    [result, open, 'post'],
    [proposal, open, 'edit'],
    [proposal, final, 'edit'],
    [proposal, undecided, 'edit'],
    [result, undecided, 'edit'],
    [lost, final, 'post'],
    [lost, undecided, 'none'],
    [feed, final, 'feed'],
    [feed, open, 'post'],
    [feed, undecided, 'none'],
    [{ winner: 2, messageId: '91' }, undecided, 'none'],
    [{ winner: 2, messageId: '91' }, final, 'edit'],
  ];
  for (const [shown, result, change] of cases)
    expect(changeOf(shown, result), JSON.stringify([shown, result])).toBe(change);
});

it('what a question was posted beside is known again once it is gone, with its players', () => {
  const players = { pair: 'both', first: 'one' };
  for (const result of [{ scores: SCORES }, { winner: 2 } as const, {}]) {
    const shown = { ...result, ...players, messageId: '91' };
    const question = {
      ...players,
      messageId: '92',
      isOpen: true,
      ...present({ beside: besideOf(shown) }),
    } as const;
    expect(besideAlone(question)).toEqual(shown);
    expect(besideOf(question)).toEqual({ ...result, messageId: '91' });
  }
});

it('says whose score comes first, in a feed’s message too, without the ids of its players', async () => {
  const [first, second] = MATCH.sides;
  const turned = playersOf({ sides: [second, first] });
  const report = { ...REPORT, ...present({ pair: pairOf(MATCH) }) };
  const feed = { ...turned, scores: { player1: 2, player2: 3 }, messageId: '91', isFollowed: true } as const;
  const { first: _first, pair: _pair, ...old } = feed;
  for (const shown of [undefined, feed, old]) {
    const before = shown && { channelId: '800', shown };
    const { guilds } = await postResult({ report, ...present({ before }) });
    const post = await guilds.resultPosts.shown('800', 'm1');
    expect(post && inOrderOf(playersOf(MATCH), post).scores).toEqual(SCORES);
    expect(post && inOrderOf(turned, post).scores).toEqual({ player1: 1, player2: 3 });
  }
});
