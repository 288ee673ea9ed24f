import { describe, expect, it } from 'vitest';
import type { Tournament } from '../../src/reading/records.ts';
import { keptBoardPost, stoppedBoardPost } from '../../src/replies/kept-board.ts';
import { linkPanelPost } from '../../src/replies/link-panel.ts';
import { announcementPost, reminderPost, type AnnouncementView } from '../../src/replies/announcements.ts';
import { pageOf } from '../../src/replies/pager.ts';
import { createWords } from '../../src/words/words.ts';
import { postText } from '../support/message-text.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');
const NOW = Date.UTC(2027, 0, 1, 18);

const tournament: Tournament = {
  id: 't1',
  name: 'Open Cup',
  phase: 'open',
  startsAt: { epochMs: NOW + 60 * 60_000, precision: 'second' },
  entrants: 4,
  capacity: 8,
};

const newsView = { tournament, isCurrent: true, isHidden: false, now: NOW, roleId: undefined };

describe('posts beside followed tournaments', () => {
  it('announce a new tournament', async () => {
    expect(await postText(announcementPost(newsView, t))).toMatchInlineSnapshot(`
      New tournament: **Open Cup**
      | # Open Cup
      | Starts: <t:1798830000:f> (<t:1798830000:R>)
      | Status: Registration open
      | Players: 4/8
      [Register] [Details] [Follow here]
    `);
  });

  it('say of an announced tournament how it stands, and offer nothing that cannot work', async () => {
    const shown = async (more: Partial<Tournament>, view: Partial<AnnouncementView> = {}) =>
      postText(announcementPost({ ...newsView, ...view, tournament: { ...tournament, ...more } }, t));
    expect(await shown({ entrants: 8 })).toMatchInlineSnapshot(`
      New tournament: **Open Cup**
      | # Open Cup
      | Starts: <t:1798830000:f> (<t:1798830000:R>)
      | Status: Registration open
      | Registration: Full
      | Players: 8/8
      [Details] [Follow here]
    `);
    expect(await shown({ registration: 'postponed' })).toMatchInlineSnapshot(`
      **Open Cup** is postponed.
      | # Open Cup
      | Scheduled for: <t:1798830000:f>
      | Status: Registration open
      | Registration: Postponed
      | Players: 4/8
      [Details] [Follow here]
    `);
    expect(await shown({ phase: 'running' }, { now: NOW + 90 * 60_000 })).toMatchInlineSnapshot(`
      **Open Cup** is on.
      | # Open Cup
      | Started: <t:1798830000:f> (<t:1798830000:R>)
      | Status: Running
      | Players: 4
      [Details] [Follow here]
    `);
    const won = { tournament: { ...tournament, phase: 'finished', champion: 'Ana' } } as const;
    expect(await postText(announcementPost({ ...newsView, ...won }, t))).toMatchInlineSnapshot(`
      **Ana** won **Open Cup**!
      | # Open Cup
      | Scheduled for: <t:1798830000:f> (<t:1798830000:R>)
      | Status: Finished
      | Players: 4
      [Details]
    `);
    expect(await postText(announcementPost({ ...newsView, ...won, isHidden: true }, t))).not.toContain('Ana');
    expect(await shown({ phase: 'cancelled' })).toMatchInlineSnapshot(`
      **Open Cup** was canceled.
      | # Open Cup
      | Scheduled for: <t:1798830000:f>
      | Status: Canceled
      | Players: 4/8
      [Details]
    `);
    expect(await shown({ phase: 'upcoming' }, { isCurrent: false })).toMatchInlineSnapshot(`
      New tournament: **Open Cup**
      | # Open Cup
      | Starts: <t:1798830000:f> (<t:1798830000:R>)
      | Players: 4/8
      [Details] [Follow here]
    `);
  });

  it('remind a player', async () => {
    expect(await postText(reminderPost(tournament, t))).toMatchInlineSnapshot(`
      **Open Cup** starts <t:1798830000:R>. You asked me to remind you.
      [Details] [What's next]
    `);
  });

  it('keep a leaderboard, and say that it is stopped', async () => {
    const entries = [
      { place: 1, player: { id: 'u1', name: 'Ana' }, elo: 2400, gained: 2 },
      { place: 2, player: { id: 'u2', name: 'Bruno' }, elo: 2300, gained: -1, member: '501' },
    ];
    const view = { boardId: 'b1', title: 'Leaderboard', page: pageOf(entries, 1, 15), since: NOW };
    const post = keptBoardPost({ ...view, note: undefined }, t);
    expect(await postText(post)).toMatchInlineSnapshot(`
      -# Updated every hour while something changes
      | # Leaderboard
      | 🥇 \`#1\` **Ana** · 2,400 · ▲ +2
      | 🥈 \`#2\` **Bruno** · 2,300 · ▼ −1 · <@501>
      |
      | ▲ and ▼: places gained and lost since <t:1798826400:D>.
      [Stop updating]
    `);
    expect(await postText(stoppedBoardPost(post, t))).toMatchInlineSnapshot(`
      -# No longer updated
      | # Leaderboard
      | 🥇 \`#1\` **Ana** · 2,400 · ▲ +2
      | 🥈 \`#2\` **Bruno** · 2,300 · ▼ −1 · <@501>
      |
      | ▲ and ▼: places gained and lost since <t:1798826400:D>.
    `);
  });

  it('invite to link an account', async () => {
    expect(await postText(linkPanelPost(t))).toMatchInlineSnapshot(`
      **Link your Playhouse account**
      | - Your rank, matches and next match, right here
      | - Register for tournaments and report scores without leaving Discord
      | - Be called when your match is ready, and be on this server's leaderboard
      |
      | Members here then see your Playhouse name beside your Discord name. You can hide it with /privacy, and unlink anytime.
      [Link account]
    `);
  });
});
