import { describe, expect, it } from 'vitest';
import type { CommandServices } from '../../commands/shared/define.ts';
import type { Services } from '../../src/bot/command.ts';
import { present } from '../../src/present.ts';
import type { MemberPlatform } from '../../src/platform/platform.ts';
import type { Match, Tournament } from '../../src/reading/records.ts';
import { sha256 } from '../../src/sha256.ts';
import { StoreError } from '../../src/store/errors.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import {
  accountOf,
  failing,
  fakeAccounts,
  fakeMember,
  fakePlatform,
  fakeServices,
} from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });
const linkedWith = (member: Partial<MemberPlatform>) =>
  fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { platform: fakeMember(member) }) } });
const cup = {
  id: 't_1',
  name: 'Open Cup 1',
  startsAt: { epochMs: 1_800_000_000_000, precision: 'second' as const },
};

describe('/register', () => {
  const bracket = () => Promise.reject(failing('not-found'));
  const platform = fakePlatform({ tournament: () => value(cup), bracket });

  it('shows the tournament and its start', async () => {
    const accounts = linkedWith({ register: () => Promise.resolve({ outcome: 'done', now: cup }) });
    const answer = await people({ platform, accounts }).ask(slash('register', { tournament: 't_1' }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      You're registered for **Open Cup 1**, which starts <t:1800000000:R>. Good luck!
      [Tournament] [Bracket] [Match alerts]
    `);
  });

  it('records successful registrations, not refused or lost ones', async () => {
    const failure = failing('unavailable');
    for (const [written, noted] of [
      [{ outcome: 'done' }, ['t_1']],
      [{ outcome: 'refused', failure }, []],
      [{ outcome: 'unknown', failure }, []],
    ] as const) {
      const world = people({ platform, accounts: linkedWith({ register: () => Promise.resolve(written) }) });
      await world.ask(slash('register', { tournament: 't_1' }));
      expect(await world.services.registrations.read(accountOf('501')), written.outcome).toEqual(noted);
    }
  });

  it('names the tournament as it was read before, where nothing can be read now', async () => {
    const platform = fakePlatform({ tournament: () => Promise.reject(failing('unavailable')) });
    platform.names.note('tournament', cup);
    const accounts = linkedWith({ register: () => Promise.resolve({ outcome: 'done' }) });
    const answer = await people({ platform, accounts }).ask(slash('register', { tournament: 't_1' }));
    expect(wordsOf(answer)).toBe("You're registered for **Open Cup 1**. Good luck!");
  });

  it('offers the next steps', async () => {
    const bracketRecord = {
      rounds: [{ section: 'main' as const, matches: [{ id: 'm', sides: [{}, {}] as [object, object] }] }],
    };
    const accounts = linkedWith({ register: () => Promise.resolve({ outcome: 'done' }) });
    for (const [bracket, labels] of [
      [() => value(bracketRecord), ['Tournament', 'Bracket', 'Match alerts']],
      [() => value({ rounds: [] }), ['Tournament', 'Match alerts']],
      [() => Promise.reject(failing('unavailable')), ['Tournament', 'Match alerts']],
    ] as const) {
      const upcoming = fakePlatform({
        tournament: () => value({ ...cup, phase: 'upcoming' as const }),
        bracket,
      });
      const answer = await people({ platform: upcoming, accounts }).ask(
        slash('register', { tournament: 't_1' }),
      );
      expect(componentsOf(answer).map(({ label }) => label)).toEqual(labels);
      expect(buttonOf(answer, 'Tournament')).toBe('tournament:run:tournament=t_1');
      expect(buttonOf(answer, 'Match alerts')).toBe('next:run');
    }
  });

  describe('by a registered player', () => {
    const refusedWith = (kind: 'conflict' | 'forbidden') =>
      linkedWith({
        register: () => Promise.resolve({ outcome: 'refused', failure: failing(kind, 'no, *no*') }),
      });
    const open = { ...cup, phase: 'open' as const, entrants: 3, capacity: 16 };
    const askedOf = async (
      record: Tournament,
      { kind = 'conflict', noted = false }: { kind?: 'conflict' | 'forbidden'; noted?: boolean } = {},
    ) => {
      const world = people({
        platform: fakePlatform({
          tournament: () => value(record),
          bracket: () => Promise.reject(failing('not-found')),
        }),
        accounts: refusedWith(kind),
      });
      if (noted) await world.services.registrations.note(accountOf('501'), 't_1');
      const answer = await world.ask(slash('register', { tournament: 't_1' }));
      return { shown: answer, ids: await world.services.registrations.read(accountOf('501')) };
    };

    it('says so, offers the next steps and records it, by the platform’s record or its own', async () => {
      for (const { shown, ids } of [
        await askedOf({ ...open, entrantIds: ['player-501'] }),
        await askedOf({ ...open, phase: 'running', entrantIds: ['player-501'] }, { kind: 'forbidden' }),
        await askedOf(open, { noted: true }),
      ]) {
        expect(wordsOf(shown)).toBe("You're already registered for **Open Cup 1**.");
        expect(componentsOf(shown).map(({ label }) => label)).toEqual(
          expect.arrayContaining(['Tournament', 'Match alerts']),
        );
        expect(ids).toEqual(['t_1']);
      }
    });

    it('is nothing to say of a tournament that is over or canceled', async () => {
      for (const [phase, said] of [
        ['finished', '**Open Cup 1** is over.'],
        ['cancelled', '**Open Cup 1** was canceled.'],
      ] as const) {
        const { shown } = await askedOf({ ...open, phase, entrantIds: ['player-501'] });
        expect(wordsOf(shown)).toContain(said);
        expect(wordsOf(shown)).not.toContain('already registered');
      }
    });

    it('does not apply to others: the platform decides', async () => {
      for (const { shown } of [
        await askedOf(open),
        await askedOf({ ...open, entrantIds: ['u7'] }),
        await askedOf({ ...open, entrants: 16 }, { noted: true }),
        await askedOf(open, { noted: true, kind: 'forbidden' }),
      ])
        expect(wordsOf(shown)).toMatch(/didn't register you for \*\*Open Cup 1\*\*[^]*no, \\\*no/);
      for (const kind of ['conflict', 'forbidden'] as const) {
        const { shown } = await askedOf({ ...open, phase: 'running' }, { noted: true, kind });
        expect(wordsOf(shown)).toMatch(
          /^\*\*Open Cup 1\*\* has already started\.\nPlayhouse says: no, \\\*no\\\*\n\/tournaments shows what's open\.$/,
        );
        expect(buttonOf(shown, 'Tournament')).toBe('tournament:run:tournament=t_1');
      }
    });
  });

  it('a refusal has the platform’s message, escaped', async () => {
    const failure = failing('conflict', 'already **registered**');
    const accounts = linkedWith({ register: () => Promise.resolve({ outcome: 'refused', failure }) });
    const answer = await people({ platform, accounts }).ask(slash('register', { tournament: 't_1' }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      Playhouse didn't register you for **Open Cup 1**.
      Playhouse says: already \\*\\*registered\\*\\*
      [Tournament]
    `);
  });

  it('a reason in the record is shown in the reader’s language, with the next step', async () => {
    const failure = failing('conflict', 'no');
    const accounts = linkedWith({ register: () => Promise.resolve({ outcome: 'refused', failure }) });
    const refused = async (record: Partial<Tournament>, region?: string, locale = 'vi') => {
      const known = fakePlatform({
        tournament: () => value({ ...cup, ...record }),
        user: (id) => value({ id, ...present({ region }) }),
      });
      const raw = { ...slash('register', { tournament: 't_1' }), locale };
      return wordsOf(await people({ platform: known, accounts }).ask(raw));
    };
    const upcoming = { phase: 'upcoming' as const };
    const said = [
      await refused({ ...upcoming, entrants: 16, capacity: 16 }),
      await refused({ ...upcoming, registration: 'closed' }),
      await refused({ ...upcoming, registration: 'postponed' }),
      await refused({ ...upcoming, registration: 'draft' }),
      await refused({ ...upcoming, registration: 'seeding' }),
      await refused({ phase: 'running' }),
      await refused({ phase: 'finished' }),
      await refused({ phase: 'cancelled' }),
      await refused({ ...upcoming, region: 'ha-noi' }, 'da-nang'),
      // Nothing in the record explains these.
      await refused({ ...upcoming, region: 'ha-noi' }, 'Ha-Noi'),
      await refused({ ...upcoming, region: 'ha-noi' }),
      await refused(upcoming),
    ];
    expect(said.join('\n---\n')).toMatchInlineSnapshot(`
      "**Open Cup 1** đã đủ người.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      **Open Cup 1** đã đóng đăng ký.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      **Open Cup 1** đã bị hoãn và tạm thời không nhận người chơi.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      **Open Cup 1** chưa được công bố.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      **Open Cup 1** đang xếp hạt giống và không nhận thêm người chơi.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      **Open Cup 1** đã bắt đầu.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      **Open Cup 1** đã kết thúc.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      **Open Cup 1** đã bị hủy.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      Playhouse không nhận đăng ký **Open Cup 1** của bạn.
      Giải dành cho người chơi ở Ha Noi, còn hồ sơ của bạn ghi Da Nang.
      Playhouse báo: no
      /tournaments cho biết giải nào đang mở đăng ký.
      ---
      Playhouse không nhận đăng ký **Open Cup 1** của bạn.
      Playhouse báo: no
      ---
      Playhouse không nhận đăng ký **Open Cup 1** của bạn.
      Playhouse báo: no
      ---
      Playhouse không nhận đăng ký **Open Cup 1** của bạn.
      Playhouse báo: no"
    `);
    const german = [
      await refused({ ...upcoming, entrants: 16, capacity: 16 }, undefined, 'de'),
      await refused({ ...upcoming, registration: 'closed' }, undefined, 'de'),
      await refused({ ...upcoming, registration: 'postponed' }, undefined, 'de'),
      await refused({ phase: 'running' }, undefined, 'de'),
      await refused({ phase: 'cancelled' }, undefined, 'de'),
      await refused({ ...upcoming, region: 'ha-noi' }, 'da-nang', 'de'),
      await refused(upcoming, undefined, 'de'),
    ];
    expect(german.join('\n---\n')).toMatchInlineSnapshot(`
      "**Open Cup 1** ist voll.
      Playhouse sagt: no
      /tournaments zeigt, was offen ist.
      ---
      Die Anmeldung für **Open Cup 1** ist geschlossen.
      Playhouse sagt: no
      /tournaments zeigt, was offen ist.
      ---
      **Open Cup 1** ist verschoben und nimmt gerade keine Anmeldungen an.
      Playhouse sagt: no
      /tournaments zeigt, was offen ist.
      ---
      **Open Cup 1** hat schon begonnen.
      Playhouse sagt: no
      /tournaments zeigt, was offen ist.
      ---
      **Open Cup 1** wurde abgesagt.
      Playhouse sagt: no
      /tournaments zeigt, was offen ist.
      ---
      Playhouse hat dich nicht für **Open Cup 1** angemeldet.
      Es ist für die Region Ha Noi, und in deinem Profil steht Da Nang.
      Playhouse sagt: no
      /tournaments zeigt, was offen ist.
      ---
      Playhouse hat dich nicht für **Open Cup 1** angemeldet.
      Playhouse sagt: no"
    `);
  });

  it('a 404 distinguishes closed registration from an unknown tournament', async () => {
    const failure = failing('not-found');
    const accounts = linkedWith({ register: () => Promise.resolve({ outcome: 'refused', failure }) });
    const typed = slash('register', { tournament: 't_1' });
    const refusalText = async (given: Parameters<typeof fakePlatform>[0], raw: object = typed) =>
      messageText((await people({ platform: fakePlatform(given), accounts }).all(raw)).at(-1)!);
    const running = { ...cup, phase: 'running' as const };
    expect(await refusalText({ tournament: () => value(running) })).toMatchInlineSnapshot(`
      **Open Cup 1** has already started.
      /tournaments shows what's open.
      [Tournament]
    `);
    expect(await refusalText({ tournament: () => Promise.reject(failure) })).toMatchInlineSnapshot(
      `No tournament found. Start typing a name and pick one, or paste an ID.`,
    );
    const pressed = press('register:run:tournament=t_1');
    expect(await refusalText({ tournament: () => Promise.reject(failure) }, pressed)).toMatchInlineSnapshot(
      `Playhouse no longer has this tournament.`,
    );
  });

  it('a registration that was answered and is not listed yet is not called unanswered', async () => {
    const failure = failing('unexpected-response');
    const now = { ...cup, entrants: 1, entrantIds: ['u1'] };
    const unlisted = { outcome: 'unknown', failure, now, isAnswered: true } as const;
    const accounts = linkedWith({ register: () => Promise.resolve(unlisted) });
    const answer = await people({ platform, accounts }).ask(slash('register', { tournament: 't_1' }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      Playhouse answered, but doesn't list you for **Open Cup 1** yet. Press **Tournament** to check.
      [Tournament] [Try again]
    `);
  });

  it('a lost response is never shown as success', async () => {
    const failure = failing('unavailable');
    const accounts = linkedWith({ register: () => Promise.resolve({ outcome: 'unknown', failure }) });
    const answer = await people({ platform, accounts }).ask(slash('register', { tournament: 't_1' }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      Playhouse isn't responding, so I'm not sure your registration for **Open Cup 1** went through. Press **Try again**: if it did, Playhouse says so.
      [Tournament] [Try again]
    `);
  });
});

const before: Match = { id: 'm_1', sides: [{ player: { name: 'Chloé' } }, { player: { name: 'Élodie' } }] };
const withScore = (first: number, second: number): Match => ({
  ...before,
  sides: [
    { player: { name: 'Chloé' }, score: first },
    { player: { name: 'Élodie' }, score: second },
  ],
});
const report = { match: 'm_1', player1_score: 3, player2_score: 1 };

function scoring(
  reportScore: MemberPlatform['reportScore'],
  now: Match = before,
  own: Match[] = [],
  services: Partial<Services> = {},
) {
  const platform = fakePlatform({ match: () => value(now), userMatches: () => value(own) });
  return people({ platform, accounts: linkedWith({ reportScore }), ...services });
}
const never: MemberPlatform['reportScore'] = () =>
  Promise.reject(new Error('written without a confirmation'));

describe('/score', () => {
  it('asks first, privately, naming both players and the score', async () => {
    expect(messageText(await scoring(never).ask(slash('score', report)))).toMatchInlineSnapshot(`
      (private)
      | # Report this score?
      | **Chloé** 3 – 1 **Élodie**
      |
      | **Chloé** wins 3–1. Right?
      [Confirm] [Swap] [Cancel]
    `);
  });

  it('shows the current score', async () => {
    const answer = await scoring(never, withScore(2, 1)).ask(slash('score', report));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      (private)
      | # Report this score?
      | **Chloé** 3 – 1 **Élodie**
      |
      | This match already has a score. **Confirm** replaces 2 – 1 with 3 – 1.
      |
      | **Chloé** wins 3–1. Right?
      [Confirm] [Swap] [Cancel]
    `);
  });

  it('Swap swaps the scores and spends the previous question', async () => {
    const world = scoring(never);
    const question = await world.ask(slash('score', report));
    const swapped = await world.ask(press(buttonOf(question, 'Swap'), { ephemeral: true }));
    expect(messageText(swapped)).toMatchInlineSnapshot(`
      | # Report this score?
      | **Chloé** 1 – 3 **Élodie**
      |
      | **Élodie** wins 3–1. Right?
      [Confirm] [Swap] [Cancel]
    `);
    const late = await world.ask(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(messageText(late)).toMatchInlineSnapshot(`
      (private)
      This was already answered. See above.
    `);
  });

  it('a double click reports and posts once, with the reporter', async () => {
    let writes = 0;
    const world = scoring((_, scores) => {
      writes++;
      return Promise.resolve({ outcome: 'done', now: withScore(scores.player1, scores.player2) });
    });
    const question = await world.ask(slash('score', report));
    const confirm = press(buttonOf(question, 'Confirm'), { ephemeral: true });
    const [first, second] = await Promise.all([
      world.all(confirm),
      world.all({ ...confirm, id: '1300000000000009999' }),
    ]);
    expect(writes).toBe(1);
    const answers = [...first, ...second];
    const announced = answers.filter(
      (one) => one.flags === undefined && wordsOf(one).includes('Reported by'),
    );
    expect(announced).toHaveLength(1);
    expect(messageText(announced[0]!)).toMatchInlineSnapshot(`
      **Chloé** 3 – 1 Élodie
      -# Reported by <@501>
      [That's wrong]
    `);
    expect(announced[0]).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('does not post the reporter if they may not be named', async () => {
    const naming = {
      ...fakeServices([]).naming,
      nameable: () => Promise.resolve(new Set<string>()),
      standings: () => Promise.resolve(new Map()),
    };
    const accept = () => Promise.resolve({ outcome: 'done', now: withScore(3, 1) } as const);
    const world = scoring(accept, before, [], { naming });
    const question = await world.ask(slash('score', report));
    const answers = await world.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(answers.filter((one) => wordsOf(one).includes('3 – 1'))).toHaveLength(2);
    expect(JSON.stringify(answers)).not.toContain('501');
  });

  it('shows the platform’s current score, not the one that was sent', async () => {
    const world = scoring(() => Promise.resolve({ outcome: 'done', now: withScore(0, 2) }));
    const question = await world.ask(slash('score', report));
    const answers = await world.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(answers).toHaveLength(1);
    expect(messageText(answers[0]!)).toMatchInlineSnapshot(`
      Playhouse took your report, but shows this score:
      | # Score
      | Chloé 0 – 2 **Élodie**
      [Fix score]
    `);
  });

  it('a lost response is never shown as success', async () => {
    const failure = failing('unavailable');
    const answerBy = async (now?: Match) => {
      const world = scoring(() => Promise.resolve({ outcome: 'unknown', failure, ...present({ now }) }));
      const question = await world.ask(slash('score', report));
      const answers = await world.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
      expect(answers).toHaveLength(1);
      return messageText(answers[0]!);
    };
    // Nothing can be read back, the match has another score, or none.
    expect(await answerBy()).toMatchInlineSnapshot(`
      Playhouse isn't responding, so I'm not sure your score was reported. Check the match before trying again.
      [Match] [Report again]
    `);
    expect(await answerBy(withScore(2, 1))).toMatchInlineSnapshot(`
      Your score doesn't seem to have been reported: the match shows 2 – 1. Check again in a moment before trying again.
      [Match] [Report again]
    `);
    expect(await answerBy(before)).toMatchInlineSnapshot(`
      Your score doesn't seem to have been reported: the match shows none. Check again in a moment before trying again.
      [Match] [Report again]
    `);
  });

  it('a refusal has the platform’s message, for the reporter only', async () => {
    const failure = failing('forbidden', 'only the players may report');
    const world = scoring(() => Promise.resolve({ outcome: 'refused', failure }));
    const question = await world.ask(slash('score', report));
    const answers = await world.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(answers).toHaveLength(1);
    expect(messageText(answers[0]!)).toMatchInlineSnapshot(`
      Your score wasn't reported.
      Playhouse says: only the players may report
      [Change score]
    `);
    expect(buttonOf(answers[0]!, 'Change score')).toBe('score:formAgain:m_1:Chloé:Élodie:3:1');
  });

  it('can be retried if the platform was unreachable', async () => {
    const failure = failing('unavailable');
    const world = scoring(() => Promise.resolve({ outcome: 'refused', failure }));
    const question = await world.ask(slash('score', report));
    const [said] = await world.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    const again = await world.ask(press(buttonOf(said!, 'Report again'), { ephemeral: true }));
    expect(wordsOf(again)).toContain('**Chloé** 3 – 1 **Élodie**');
  });

  it('a match with an id alone can be reported', async () => {
    const answer = await scoring(never, { id: 'm_1', sides: [{}, {}] }).ask(slash('score', report));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      (private)
      | # Report this score?
      | **Player 1** 3 – 1 **Player 2**
      |
      | **Player 1** wins 3–1. Right?
      [Confirm] [Swap] [Cancel]
    `);
  });

  it('offers the reporter their next open match', async () => {
    const next: Match = { ...before, id: 'm_2', phase: 'open' };
    const accept: MemberPlatform['reportScore'] = () =>
      Promise.resolve({ outcome: 'done', now: withScore(3, 1) });
    const world = scoring(accept, before, [{ ...before, phase: 'open' }, next]);
    const question = await world.ask(slash('score', report));
    const [said] = await world.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(buttonOf(said!, 'Next: Chloé vs Élodie')).toBe('match:run:match=m_2');
  });

  it('a form asks with both names, and leads to the same question', async () => {
    const world = scoring(never);
    const answer = await world.ask(slash('match', { match: 'm_1' }));
    const form = await world.ask(press(buttonOf(answer, 'Report score'), { ownerId: '999' }));
    expect(messageText(form)).toMatchInlineSnapshot(`
      (form: Report a score)
      Chloé: [] – hint: 0
      Élodie: [] – hint: 0
    `);
    const question = await world.ask(submit('score:ask:m_1', { first: ' 3 ', second: '1' }));
    expect(messageText(question)).toMatchInlineSnapshot(`
      (private)
      | # Report this score?
      | **Chloé** 3 – 1 **Élodie**
      |
      | **Chloé** wins 3–1. Right?
      [Confirm] [Swap] [Cancel]
    `);
  });

  it.each(['', 'three', '1.5', '9'.repeat(12)])(
    'a form with %j as a score says what to type',
    async (first) => {
      const answer = await scoring(never).ask(submit('score:ask:m_1', { first, second: '1' }));
      expect(answer.flags).toBe(64);
      expect(wordsOf(answer)).toMatch(/isn't a whole number/);
    },
  );

  it('Cancel reports nothing', async () => {
    const world = scoring(never);
    const question = await world.ask(slash('score', report));
    const answer = await world.ask(press(buttonOf(question, 'Cancel'), { ephemeral: true }));
    expect(messageText(answer)).toMatchInlineSnapshot(`Canceled. Nothing was reported.`);
    const late = await world.ask(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(wordsOf(late)).toMatch(/already answered/);
  });

  describe('with missing options', () => {
    const open = (id: string): Match => ({ ...before, id, phase: 'open' });
    const selectOf = (shown: Awaited<ReturnType<ReturnType<typeof people>['ask']>>) =>
      componentsOf(shown).find((one) => one.options !== undefined)!;

    it('no scores: the match with a form labeled with both names', async () => {
      const world = scoring(never);
      const answer = await world.ask(slash('score', { match: 'm_1', player1_score: 3 }));
      expect(messageText(answer)).toMatchInlineSnapshot(`
        (private)
        | # Chloé vs Élodie
        [Enter score]
      `);
      const form = await world.ask(press(buttonOf(answer, 'Enter score'), { ephemeral: true }));
      expect(JSON.stringify(form)).toMatch(/Chloé[^]*Élodie/);
    });

    it('no match: the open ones to choose from, with or without scores', async () => {
      const world = scoring(never, before, [open('m_1'), { ...open('m_2'), phase: 'finished' }]);
      const choice = await world.ask(slash('score'));
      expect(messageText(choice)).toMatchInlineSnapshot(`
        (private)
        Which match?
        (select: Choose a match…)
          ○ Chloé vs Élodie – m_1
      `);
      const toForm = selectOf(choice);
      const values = [toForm.options![0]!.value];
      expect(JSON.stringify(await world.ask(press(toForm.custom_id!, { values, ephemeral: true })))).toMatch(
        /score:ask:m_1[^]*Chloé[^]*Élodie/,
      );
      const toQuestion = selectOf(await world.ask(slash('score', { player1_score: 0, player2_score: 3 })));
      const chosen = await world.ask(press(toQuestion.custom_id!, { values: ['m_1'], ephemeral: true }));
      expect(wordsOf(chosen)).toContain('**Chloé** 0 – 3 **Élodie**');
    });

    it('no match, and none open: says how to report another one', async () => {
      expect(messageText(await scoring(never).ask(slash('score')))).toMatchInlineSnapshot(`
        (private)
        You have no open matches. To report another one, use /score and search for it.
      `);
    });
  });

  it('asks to link before the form opens, and opens it if the link is unknown', async () => {
    const platform = fakePlatform({ match: () => value(before) });
    const unlinked = people({ platform });
    const answer = await unlinked.ask(slash('match', { match: 'm_1' }));
    const prompt = await unlinked.ask(press(buttonOf(answer, 'Report score'), { ownerId: '999' }));
    expect(componentsOf(prompt)[0]?.url).toContain('/link/start');
    const down = fakeAccounts({}, { find: () => Promise.reject(new StoreError('down')) });
    const form = await people({ platform, accounts: down }).ask(press(buttonOf(answer, 'Report score')));
    expect(form).toMatchObject({ custom_id: 'score:ask:m_1' });
  });
});

describe('/unlink', () => {
  it('acts once for repeated deliveries of a press', async () => {
    const forgotten: string[] = [];
    const accounts = fakeAccounts(
      { '501': { state: 'linked', account: accountOf('501') } },
      { unlink: (id) => Promise.resolve(forgotten.push(id) > 0) },
    );
    const world = people({ accounts });
    const question = await world.ask(slash('unlink'));
    const pressed = press(buttonOf(question, 'Unlink'), { ephemeral: true });
    for (let n = 0; n < 3; n++) await world.all(pressed);
    expect(forgotten).toEqual(['501']);
  });

  it('unlinks only after a confirmation', async () => {
    const forgotten: string[] = [];
    const accounts = fakeAccounts(
      { '501': { state: 'linked', account: accountOf('501') } },
      { unlink: (id) => Promise.resolve(forgotten.push(id) > 0) },
    );
    const world = people({ accounts });
    const question = await world.ask(slash('unlink'));
    expect(messageText(question)).toMatchInlineSnapshot(`
      (private)
      Unlink **Ana Souza**? I'll delete the access Playhouse gave me. Your Playhouse account, registrations and results stay. You can also remove this app there.
      [Unlink] [Keep it]
    `);
    expect(forgotten).toEqual([]);
    const answer = await world.ask(press(buttonOf(question, 'Unlink'), { ephemeral: true }));
    expect(messageText(answer)).toMatchInlineSnapshot(
      `Done. You're no longer linked to Playhouse. /link links you again anytime.`,
    );
    expect(forgotten).toEqual(['501']);
  });

  it('an old question does not unlink a newer account', async () => {
    const accounts = linkedWith({});
    const world = people({ accounts });
    const answer = await world.ask(press('unlink:confirm:other', { ephemeral: true }));
    expect(messageText(answer)).toMatchInlineSnapshot(`Your link has changed since then. Use /unlink again.`);
  });

  it('without a link says so', async () => {
    expect(messageText(await people().ask(slash('unlink')))).toMatchInlineSnapshot(`
      (private)
      You aren't linked, so there's nothing to unlink. /link links your Playhouse account.
    `);
  });
});

describe('/link', () => {
  it('gives a private button', async () => {
    expect(messageText(await people().ask(slash('link')))).toMatchInlineSnapshot(`
      (private)
      Link your Playhouse account to your Discord account.
      Press **Link account**. That link is just for you and works until <t:1800000000:t>.
      -# On another device? Get a code at <https://bot.example/link/device>, then press **Enter code** here.
      [Link account – https://bot.example/link/start?t=ticket]
      [Enter code]
    `);
  });

  it('names the account that is already linked', async () => {
    const accounts = fakeAccounts({ '501': { state: 'linked', account: accountOf('501') } });
    expect(messageText(await people({ accounts }).ask(slash('link')))).toMatchInlineSnapshot(`
      (private)
      You're linked as **Ana Souza**. Link another Playhouse account instead, or use /unlink.
      Press **Link account**. That link is just for you and works until <t:1800000000:t>.
      -# On another device? Get a code at <https://bot.example/link/device>, then press **Enter code** here.
      [Link account – https://bot.example/link/start?t=ticket]
      [Enter code]
    `);
  });
});

describe('/account', () => {
  const me = {
    id: 'u1',
    name: 'Ana *Souza*',
    phone: '+84****100',
    elo: 2400,
    rank: 'Diamond',
    balance: 1500,
  };
  const withMe = (member: Partial<MemberPlatform>) =>
    people({ accounts: linkedWith({ me: () => Promise.resolve(me), ...member }) });
  const player = sha256('player-501', 12);
  const edited = (fields: Record<string, string>, shown = player) => ({
    ...submit(`account:save:${shown}`, fields),
    message: {
      id: '6000',
      flags: 64,
      interaction_metadata: { user: { id: '501' } },
      embeds: [{ author: { name: me.name }, thumbnail: { url: 'https://x.example/a.png' } }],
    },
  });

  it('shows the whole profile, privately', async () => {
    const answer = await withMe({}).ask(slash('account'));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      (private)
      | Ana *Souza*
      | Rating: 2,400
      | Rank: Diamond
      | Balance: 1,500
      | Phone: \\+84\\*\\*\\*\\*100
      [Edit profile] [Unlink]
    `);
  });

  it('the form is filled from the message', async () => {
    const world = withMe({});
    const answer = await world.ask(slash('account'));
    const pressed = { ...press(buttonOf(answer, 'Edit profile')), message: edited({}).message };
    expect(messageText(await world.ask(pressed))).toMatchInlineSnapshot(`
      (form: Edit your profile)
      Display name: [Ana *Souza*]
      Link to your picture: [https://x.example/a.png] – hint: https:// – optional
    `);
  });

  it('a long name may break on a phone, and is unchanged in the form', async () => {
    const name = 'Maximiliane_von_und_zu_Hohenstein-Schwarzburg_III';
    const world = people({ accounts: linkedWith({ me: () => Promise.resolve({ ...me, name }) }) });
    const answer = await world.ask(slash('account'));
    const [author] = answer.embeds.map((embed) => embed.author?.name ?? '');
    for (const part of author!.split('\u200b')) expect(part.length).toBeLessThanOrEqual(20);
    const message = { ...edited({}).message, embeds: answer.embeds };
    const form = await world.ask({ ...press(buttonOf(answer, 'Edit profile')), message });
    expect(JSON.stringify(form)).toContain(`"value":"${name}"`);
    expect(wordsOf((await world.all({ ...edited({ name, avatar: '' }), message })).at(-1)!)).toContain(
      'Nothing changed',
    );
  });

  it('sends only changes and shows the platform’s current record', async () => {
    const changes: unknown[] = [];
    const world = withMe({
      updateMe(change) {
        changes.push(change);
        return Promise.resolve({ outcome: 'done', now: { ...me, name: 'ANA' } });
      },
    });
    const answers = await world.all(edited({ name: 'ana', avatar: 'https://x.example/a.png' }));
    expect(changes).toEqual([{ name: 'ana' }]);
    expect(messageText(answers.at(-1)!)).toMatchInlineSnapshot(`
      Saved. This is your profile now:
      | ANA
      | Rating: 2,400
      | Rank: Diamond
      | Balance: 1,500
      | Phone: \\+84\\*\\*\\*\\*100
      [Edit profile] [Unlink]
    `);
  });

  it('says that the platform took a change and still shows the old profile', async () => {
    const world = withMe({ updateMe: () => Promise.resolve({ outcome: 'done', now: me }) });
    const answer = (await world.all(edited({ name: 'Zoe', avatar: '' }))).at(-1)!;
    expect(answer.content).toBe('Playhouse took your change, but still shows this:');
  });

  it('sends nothing without changes', async () => {
    const world = withMe({ updateMe: () => Promise.reject(new Error('sent')) });
    const answers = await world.all(edited({ name: me.name, avatar: '' }));
    expect(wordsOf(answers.at(-1)!)).toContain('Nothing changed');
  });

  it('neither the button nor the form of another account opens or changes this one', async () => {
    const world = withMe({ updateMe: () => Promise.reject(new Error('sent')) });
    const other = sha256('player-502', 12);
    const opened = await world.ask(press(`account:edit:${other}`, { ephemeral: true }));
    expect(wordsOf(opened)).toBe('Your link has changed since then. Use /account again.');
    const saved = (await world.all(edited({ name: 'Ana Two', avatar: '' }, other))).at(-1)!;
    expect(messageText(saved)).toMatchInlineSnapshot(`Your link has changed since then. Use /account again.`);
    const unlinked = await people().ask(press(`account:edit:${player}`, { ephemeral: true }));
    expect(wordsOf(unlinked)).toContain('Link your Playhouse account first');
  });

  it('a refusal shows the platform’s message and a button for the form', async () => {
    const failure = failing('invalid', 'name is taken');
    const world = withMe({ updateMe: () => Promise.resolve({ outcome: 'refused', failure }) });
    const answer = (await world.all(edited({ name: 'Bảo', avatar: '' }))).at(-1)!;
    expect(messageText(answer)).toMatchInlineSnapshot(`
      Your changes weren't saved.
      Playhouse says: name is taken
      | Ana *Souza*
      | Rating: 2,400
      | Rank: Diamond
      | Balance: 1,500
      | Phone: \\+84\\*\\*\\*\\*100
      | # Not saved
      | **Display name**
      | Bảo
      | **Link to your picture**
      | ​
      [Edit profile] [Unlink]
    `);
    const typed = (await world.all(edited({ name: 'Bảo_', avatar: 'ftp://a.example/b_c.png' }))).at(-1)!;
    const pressed = press(buttonOf(answer, 'Edit profile'), { ephemeral: true });
    const valuesFor = async (embeds: unknown) => {
      const form = await world.ask({ ...pressed, message: { ...pressed.message, embeds } });
      return messageText(form).text.match(/(?<=\[)[^\]]+(?=\])/g);
    };
    expect(await valuesFor(typed.embeds)).toEqual(['Bảo_', 'ftp://a.example/b_c.png']);
    // As version 1.0.0 sent it.
    const earlier = { title: 'Not saved', description: 'ftp://a.example/b_c.png', author: { name: 'Bảo_' } };
    expect(await valuesFor([typed.embeds[0], earlier])).toEqual(['Bảo_', 'ftp://a.example/b_c.png']);
  });
});

it('/account says that Linked Roles show nothing more, whether the platform answers or not', async () => {
  const stopped: string[] = [];
  const linkedRoles = {
    url: 'https://bot.example/linked-role',
    state: () => Promise.resolve(stopped.length > 0 ? ('off' as const) : ('on' as const)),
    stop: (discordId: string) => Promise.resolve(void stopped.push(discordId)),
  } as unknown as CommandServices['linkedRoles'];
  for (const me of [
    () => Promise.resolve({ id: 'u1', name: 'Ana' }),
    () => Promise.reject(failing('unavailable')),
  ]) {
    const answer = await people({ accounts: linkedWith({ me }), linkedRoles }).ask(
      press('account:hideRoles', { ephemeral: true }),
    );
    expect(wordsOf(answer)).toContain('Linked Roles');
    expect(componentsOf(answer).map(({ label }) => label)).not.toContain('Stop showing');
  }
  expect(stopped).toEqual(['501', '501']);
});
