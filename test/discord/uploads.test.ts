import { expect, onTestFinished, test } from 'vitest';
import { parseInteraction } from '../../src/bot/interaction.ts';
import { createAttachments } from '../../src/discord/attachments.ts';
import { renderModal } from '../../src/message/render-modal.ts';
import { startDiscord } from '../../tools/discord-stand-in/server.ts';

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000014000000280802000000000000000000000049454e4400000000',
  'hex',
);
const shot = (filename: string, bytes: Uint8Array = PNG) => ({ filename, contentType: 'image/png', bytes });

test('what a form of the bot brings back is read, and its files are fetched from where the API is', async () => {
  const discord = await startDiscord();
  onTestFinished(() => discord.close());
  const sent: unknown[] = [];
  discord.deliver = (raw) => void sent.push(raw);
  await fetch(`${discord.apiUrl}/v10/applications/${discord.applicationId}/commands`, {
    method: 'PUT',
    headers: {
      authorization: `Bot ${discord.token}`,
      'content-type': 'application/json',
      'user-agent': 'DiscordBot (https://example.com, 1)',
    },
    body: JSON.stringify([{ name: 'score', description: 'Reports a score' }]),
  });
  const ana = discord.member('Ana');
  const opened = ana.slash('score');
  const form = {
    title: 'That’s wrong',
    action: 'score:wrong',
    inputs: [
      {
        kind: 'choice',
        name: 'winner',
        label: 'Who won',
        options: [
          { label: 'Ana', value: '1' },
          { label: 'Bruno', value: '2' },
        ],
      },
      { kind: 'files', name: 'shots', label: 'Screenshots', max: 2, required: false },
      { name: 'why', label: 'Why', long: true, required: false },
    ],
  } as const;
  discord.answer(opened.raw, { type: 9, data: renderModal(form, 'score:wrong') });
  const submit = (values: Parameters<typeof ana.submitModal>[1]) => {
    ana.submitModal(opened, values);
    const interaction = parseInteraction(sent.at(-1));
    if (interaction?.kind !== 'modal') throw new Error('not parsed');
    return interaction;
  };

  const shots = [shot('a.png'), shot('b.png', Buffer.from('<svg/>'))];
  const { fields, attachments } = submit({ winner: 'Bruno', shots, why: 'Look.' });
  expect(fields).toEqual({ winner: '2', why: 'Look.' });
  expect(attachments['shots']).toMatchObject([
    { filename: 'a.png', size: PNG.length, contentType: 'image/png' },
    { filename: 'b.png' },
  ]);
  const fetchAttachment = createAttachments({ apiUrl: new URL(discord.apiUrl) });
  const [image, drawing] = await Promise.all((attachments['shots'] ?? []).map(fetchAttachment));
  expect(image).toEqual({ bytes: PNG, extension: 'png' });
  expect(drawing).toBeUndefined();
  expect(submit({ winner: '1' }).attachments).toEqual({ shots: [] });
  expect(discord.problems).toEqual([]);
});
