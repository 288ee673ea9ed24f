import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runMend } from '../../src/cli/doctor/mend.ts';
import { createVerifier } from '../../src/web/signature.ts';
import { doctorWorld, serve, type DoctorWorld } from '../support/doctor-world.ts';

async function mend(
  { env }: DoctorWorld,
  { changed = {}, agrees = true }: { changed?: Record<string, string>; agrees?: boolean } = {},
) {
  const lines: string[] = [];
  const questions: string[] = [];
  const code = await runMend(
    { ...env, ...changed },
    {
      say: (line) => lines.push(line),
      confirm(question) {
        questions.push(lines.join('\n'), question);
        return Promise.resolve(agrees);
      },
    },
  );
  return { code, questions, text: lines.join('\n') };
}

const patchesAt = ({ discord }: DoctorWorld): unknown[] =>
  discord.wire.filter((entry) => entry.via === 'rest' && entry.method === 'PATCH');

it('shows and sets what the API can set, and a second run has nothing to change', async () => {
  const world = await doctorWorld();
  const { code, questions, text } = await mend(world);
  expect(code).toBe(0);
  expect(questions[0]).toMatch(/Description[^]*nothing[^]*Link your Rally account[^]*Tags[^]*CreateEvents/);
  expect(world.discord.world.application).toMatchObject({
    description: expect.stringContaining('Link your Rally account'),
    tags: expect.arrayContaining(['Tournaments', 'Esports']),
    interactions_endpoint_url: null,
    integration_types_config: {
      0: { oauth2_install_params: { scopes: ['bot', 'applications.commands'] } },
      1: { oauth2_install_params: { scopes: ['applications.commands'], permissions: '0' } },
    },
  });
  expect(text).toContain('Changed: Description, Tags,');
  expect(world.discord.problems).toEqual([]);
  const patches = patchesAt(world).length;
  const again = await mend(world);
  expect([again.code, again.questions]).toEqual([0, []]);
  expect(patchesAt(world)).toHaveLength(patches);
});

it('changes nothing without a yes', async () => {
  const world = await doctorWorld();
  const { code, text } = await mend(world, { agrees: false });
  expect(code).toBe(1);
  expect(text).toContain('Nothing was changed.');
  expect(patchesAt(world)).toEqual([]);
});

it('keeps scopes and permissions that an admin has added', async () => {
  const world = await doctorWorld();
  Object.assign(world.discord.world.application, {
    integration_types_config: { 0: { oauth2_install_params: { scopes: ['bot'], permissions: '8' } }, 1: {} },
  });
  await mend(world);
  const { oauth2_install_params: params } =
    world.discord.world.application.integration_types_config?.[0] ?? {};
  expect(params?.scopes).toEqual(['bot', 'applications.commands']);
  expect(BigInt(params?.permissions ?? 0) & 8n).toBe(8n);
  expect(BigInt(params?.permissions ?? 0) & 1024n).toBe(1024n);
});

it('prints what only the portal can set: redirect, privacy, terms, intents, public bot', async () => {
  const world = await doctorWorld();
  world.discord.redirectUris = [];
  Object.assign(world.discord.world.application, {
    privacy_policy_url: null,
    terms_of_service_url: 'https://x.example/',
    bot_public: false,
  });
  const { text } = await mend(world);
  const portal = text.slice(text.indexOf('developer portal')).replace(/\s+/g, ' ');
  const url = world.env['PUBLIC_URL'];
  for (const part of [`${url}/link/discord`, `${url}/privacy`, `${url}/terms`, 'Public Bot', 'intents'])
    expect(portal).toContain(part);
});

it('in HTTP mode, sets the endpoint if it answers, and reports it if not', async () => {
  const down = await doctorWorld();
  const refused = await mend(down, {
    changed: { DISCORD_MODE: 'http', PUBLIC_URL: await serve((_, r) => r.end()) },
  });
  expect(refused.code).toBe(1);
  expect(refused.text).toMatch(/didn't accept Interactions Endpoint URL[^]*start the bot/);
  // The rest was set anyway.
  expect(down.discord.world.application.description).toContain('Rally');

  const world = await doctorWorld();
  const verify = createVerifier(world.discord.publicKey);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const header = (name: string) => String(request.headers[name]);
    const body = await buffer(request);
    const isSigned = await verify(header('x-signature-ed25519'), header('x-signature-timestamp'), body);
    response.writeHead(isSigned ? 200 : 401, { 'content-type': 'application/json' }).end('{"type":1}');
  };
  const url = await serve((request, response) => void answer(request, response));
  const { code } = await mend(world, { changed: { DISCORD_MODE: 'http', PUBLIC_URL: url } });
  expect([code, world.discord.world.application.interactions_endpoint_url]).toEqual([
    0,
    `${url}/interactions`,
  ]);
});

it('explains a wrong token and missing settings', async () => {
  const world = await doctorWorld();
  const wrong = await mend(world, { changed: { DISCORD_TOKEN: 'marked-other-token' } });
  expect(wrong.code).toBe(1);
  expect(wrong.text).toContain("Discord didn't accept the bot token");
  const bare = await mend(world, { changed: { DISCORD_TOKEN: '' } });
  expect([bare.code, bare.text]).toEqual([1, expect.stringContaining('DISCORD_TOKEN')]);
});
