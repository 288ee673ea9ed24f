import { ButtonStyle, ComponentType, Routes } from 'discord.js';
import { expect } from 'vitest';
import {
  appears,
  browserTest as test,
  disappears,
  PHONE,
  sidewaysPx,
  violations,
} from '../support/chat-page.ts';
import { fakeRoom } from './fake-room.ts';

const room = fakeRoom();

const ANA = '200000000000000001';
const BRUNO = '200000000000000002';
const ARENA = '300000000000000001';
const ORGANIZER = '310000000000000001';
const GENERAL = '400000000000000001';
const RESULTS = '400000000000000003';
const ORGANIZERS = '400000000000000005';
const THREAD = '400000000000000007';
const HOUR_MS = 3_600_000;

const post = async (channelId: string, body: object, files: { name: string; data: Buffer }[] = []) =>
  (await room.rest().post(Routes.channelMessages(channelId), { body, files })) as { id: string };

/** A picture of so many pixels: its head is all that is read. */
function picture(width: number): { name: string; data: Buffer } {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(10, 4);
  return { name: 'bracket.png', data: Buffer.concat([head, size]) };
}

const withPicture = (content: string) => ({
  content,
  embeds: [{ title: 'Bracket', image: { url: 'attachment://bracket.png' } }],
  attachments: [{ id: '0', filename: 'bracket.png', description: content }],
});

test('a post of the bot appears, changes in place with its new picture, and goes', async () => {
  const chat = await room.open();
  const { id } = await post(GENERAL, withPicture('Round 1'), [picture(20)]);
  const article = chat.page.locator(`[data-message="${id}"]`);
  await article.getByText('Round 1').first().waitFor();
  await post(GENERAL, { content: 'Another one' });
  await room
    .rest()
    .patch(Routes.channelMessage(GENERAL, id), { body: withPicture('Round 2'), files: [picture(30)] });
  await article.getByText('Round 2').first().waitFor();
  expect(await article.count()).toBe(1);
  expect(await article.getByRole('link', { name: 'Open the picture: Round 2' }).count()).toBe(1);
  expect(await chat.last().innerText()).toContain('Another one');
  await room.rest().delete(Routes.channelMessage(GENERAL, id));
  expect(await disappears(article)).toBe(true);
  await chat.close();
});

test('posts in a row stand under one head, also after the first of them is gone', async () => {
  const chat = await room.open();
  await chat.page.getByRole('button', { name: 'organizers', exact: true }).click();
  const { id } = await post(ORGANIZERS, { content: 'M1' });
  const { id: later } = await post(ORGANIZERS, { content: 'M2' });
  const head = (messageId: string) => chat.page.locator(`[data-message="${messageId}"] .message-head`);
  await chat.page.getByText('M2').waitFor();
  expect([await head(id).isVisible(), await head(later).isVisible()]).toEqual([true, false]);
  await room.rest().patch(Routes.channelMessage(ORGANIZERS, later), { body: { content: 'M2: 3 – 1' } });
  await chat.page.getByText('M2: 3 – 1').getByText('(edited)').waitFor();
  expect(await head(later).isVisible()).toBe(false);
  await room.rest().delete(Routes.channelMessage(ORGANIZERS, id));
  await expect.poll(() => head(later).isVisible()).toBe(true);
  await chat.close();
});

test('a link to a message leads to it, in another channel as well', async () => {
  const chat = await room.open();
  const { id } = await post(RESULTS, { content: 'The live bracket' });
  const address = `https://discord.com/channels/${ARENA}/${RESULTS}/${id}`;
  await post(GENERAL, { content: `The cup has started.\n[See the live bracket](${address})` });
  await chat.page.getByRole('button', { name: 'See the live bracket' }).click();
  await chat.page.getByRole('heading', { name: 'results you are Ana' }).waitFor();
  expect(await chat.page.locator(`[data-message="${id}"]:focus`).count()).toBe(1);
  await chat.close();
});

test('a button on a post can be pressed, in a thread as well', async () => {
  const chat = await room.open();
  await post(THREAD, {
    content: 'M1 can begin',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          { type: ComponentType.Button, custom_id: 'tell', label: 'Need help', style: ButtonStyle.Secondary },
        ],
      },
    ],
  });
  await chat.page.getByRole('button', { name: /^friday-cup/ }).click();
  await chat.page.getByRole('button', { name: 'Need help' }).click();
  expect(await appears(chat.page.getByText(/Told to all/))).toBe(true);
  await chat.close();
});

test('a post is marked for those it pings, by name or by role, not for those it only names', async () => {
  const chat = await room.open();
  const marked = (text: string) => chat.page.locator('article.mentioned').filter({ hasText: text }).count();
  await post(GENERAL, { content: `Called: <@${ANA}> <@${BRUNO}>`, allowed_mentions: { users: [ANA] } });
  await post(GENERAL, { content: `Help: <@&${ORGANIZER}>`, allowed_mentions: { roles: [ORGANIZER] } });
  await chat.page.getByText('Help: @Organizer').waitFor();
  expect([await marked('Called'), await marked('Help')]).toEqual([1, 0]);
  await chat.page.getByRole('radio', { name: 'Bruno' }).check();
  await chat.page.getByText('Help: @Organizer').waitFor();
  expect([await marked('Called'), await marked('Help')]).toEqual([0, 1]);
  await chat.close();
});

test('new messages elsewhere are counted beside their channel until it is opened', async () => {
  const chat = await room.open({ viewport: PHONE });
  const dm = (await room.rest().post(Routes.userChannels(), { body: { recipient_id: ANA } })) as {
    id: string;
  };
  await post(dm.id, { content: 'Your match is on' });
  await post(RESULTS, { content: 'M1: 3 – 1' });
  await chat.page.locator('.has-news').waitFor();
  await chat.page.getByRole('button', { name: 'Channels and you' }).click();
  const place = (name: string) => chat.page.locator('.place').filter({ hasText: name });
  expect(await place('results').getByRole('img', { name: 'New messages' }).isVisible()).toBe(true);
  const direct = place('Matchpoint');
  expect(await direct.getByRole('img', { name: '1 new for you' }).innerText()).toBe('1');
  expect(await violations(chat.page)).toEqual([]);
  await direct.click();
  await chat.page.getByText('Your match is on').waitFor();
  await chat.page.getByRole('button', { name: 'Channels and you' }).click();
  expect(await direct.locator('.unread').isVisible()).toBe(false);
  await chat.close();
});

test('a scheduled event stands above its server’s channels, with its time and state', async () => {
  const chat = await room.open({ viewport: PHONE });
  const strip = chat.page.getByRole('list', { name: 'Scheduled events' });
  expect(await strip.isVisible()).toBe(false);
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const { id } = (await room.rest().post(Routes.guildScheduledEvents(ARENA), {
    body: {
      name: 'The Very Long and Ceremonious Friday Cup',
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: 'Rally' },
      scheduled_start_time: at(2.01),
      scheduled_end_time: at(5),
    },
  })) as { id: string };
  await strip.getByText('Starts in 2 hours').waitFor();
  expect(await sidewaysPx(chat.page)).toBe(0);
  await room.rest().patch(Routes.guildScheduledEvent(ARENA, id), { body: { status: 2 } });
  await strip.getByText('On now').waitFor();
  expect(await violations(chat.page)).toEqual([]);
  await room.rest().delete(Routes.guildScheduledEvent(ARENA, id));
  await expect.poll(() => strip.isVisible()).toBe(false);
  await chat.close();
});
