import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { Routes } from 'discord-api-types/v10';
import { onTestFinished } from 'vitest';
import { commands } from '../../commands/index.ts';
import { startDiscord, type DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import { startPlatform, type PlatformStandIn } from '../../tools/platform-stand-in/server.ts';
import { declare, type Declaration } from '../../src/bot/declare.ts';
import { runDoctor } from '../../src/cli/doctor/run.ts';
import type { Check, Finding } from '../../src/cli/doctor/finding.ts';
import type { DoctorReport } from '../../src/cli/doctor/report.ts';
import { publishCommands } from '../../src/discord/publish.ts';
import { createRest } from '../../src/discord/rest.ts';
import { metadataRecords } from '../../src/roles/linked/metadata.ts';
import { createWords } from '../../src/words/words.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A server on the loopback address that ends with the test. Gives its origin. */
export async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** A bot as far as the doctor sees it from outside. */
const bot: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(request.url === '/healthz' ? '{"alive":true}' : '{"ready":true}');
};

/** One that gets security fixes, on any Node.js that runs the tests. */
const SUPPORTED_NODE = '26.10.0';

interface DoctorRun {
  code: number;
  text: string;
  report: DoctorReport;
  findings: Finding[];
  /** Names of what was found, but for what is fine. */
  troubles: Check[];
}

export interface DoctorWorld {
  discord: DiscordStandIn;
  platform: PlatformStandIn;
  env: Record<string, string>;
  folder: string;
  /** `more`: commands of another version. */
  publish(more?: readonly Declaration[]): Promise<void>;
  run(
    env?: Record<string, string>,
    options?: { now?: () => number; deadlineMs?: number; fields?: boolean; node?: string },
  ): Promise<DoctorRun>;
}

/** A deployment in which all is well, but that nothing is published yet. */
export async function doctorWorld(): Promise<DoctorWorld> {
  const folder = await temporaryFolder();
  const [discord, platform, url] = await Promise.all([startDiscord(), startPlatform(), serve(bot)]);
  onTestFinished(async () => {
    await Promise.all([discord.close(), platform.close()]);
  });
  discord.redirectUris = [`${url}/link/discord`];
  Object.assign(discord.world.application, {
    privacy_policy_url: `${url}/privacy`,
    role_connections_verification_url: `${url}/linked-role`,
    terms_of_service_url: `${url}/terms`,
  });
  const env = {
    DISCORD_TOKEN: discord.token,
    DISCORD_CLIENT_SECRET: discord.clientSecret,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
    PLATFORM_NAME: 'Rally',
    PLATFORM_BASE_URL: platform.baseUrl,
    PLATFORM_API_KEY: platform.apiKey,
    PLATFORM_CLIENT_ID: platform.clientId,
    PLATFORM_CLIENT_SECRET: platform.clientSecret,
    PLATFORM_REGIONS: 'berlin',
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    // Another service may use the usual one.
    METRICS_PORT: '0',
    STORE_URL: `sqlite://${path.join(folder, 'store', 'matchpoint.sqlite')}`,
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  return {
    discord,
    platform,
    env,
    folder,
    async publish(more = []) {
      const { rest } = createRest({ apiUrl: new URL(discord.apiUrl), token: discord.token, version: 'test' });
      const words = createWords({ strict: true });
      await publishCommands(rest, discord.applicationId, [
        ...commands.map((command) => declare(command, words)),
        ...more,
      ]);
      const route = Routes.applicationRoleConnectionMetadata(discord.applicationId);
      await rest.put(route, { body: metadataRecords(words) });
    },
    async run(changed = {}, options = {}) {
      const environment = { ...env, ...changed };
      const { text, json, code } = await runDoctor(environment, {
        commands,
        node: SUPPORTED_NODE,
        ...options,
      });
      // Made by `reportJson` a moment ago.
      const report = JSON.parse(json) as DoctorReport;
      const findings = report.sections.flatMap((section) => section.findings);
      return {
        code,
        text,
        report,
        findings,
        troubles: findings.filter(({ grade }) => grade !== 'ok').map(({ check }) => check),
      };
    },
  };
}
