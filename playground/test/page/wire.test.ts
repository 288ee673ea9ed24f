import { expect, test } from 'vitest';
import { discordLine, platformLine } from '../../page/views/wire.ts';

test('tickets, codes, states and signatures inside of addresses are masked', () => {
  const line = discordLine({
    id: 1,
    at: 0,
    via: 'rest',
    method: 'POST',
    path: '/interactions/1/•••/callback',
    request: { data: { components: [{ url: 'http://127.0.0.1/link/start?t=TICKET' }] } },
    files: [],
    status: 204,
    ms: 1,
  });
  const toPlatform = platformLine(
    {
      number: 1,
      at: 0,
      ms: 1,
      method: 'GET',
      path: '/oauth/authorize?client_id=a&state=STATE',
      who: 'browser',
      status: 303,
      requestBody: '',
      answerBody: '',
      location: 'http://127.0.0.1/link/callback?code=CODE&state=STATE',
      fault: null,
    },
    'Rally',
  );
  const payload = { url: 'http://127.0.0.1/cdn/ephemeral-attachments/1/2/a.png?ex=1&is=0&hm=SIGNATURE&' };
  const event = 'INTERACTION_CREATE';
  const got = discordLine({ id: 2, at: 0, via: 'gateway', direction: 'to-bot', event, payload });
  const text = JSON.stringify([line, toPlatform, got]);
  expect(text).not.toMatch(/TICKET|STATE|CODE|SIGNATURE/);
  expect(text).toContain('link/start?t=•••');
});
