import { DiscordAPIError, HTTPError, RESTEvents, type REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import type { Command } from '../../bot/command.ts';
import { declare } from '../../bot/declare.ts';
import { publishCommands } from '../../discord/publish.ts';
import { createRest } from '../../discord/rest.ts';
import { hasMetadata } from '../../discord/role-connections.ts';
import { isTokenRefusal } from '../../discord/start.ts';
import { metadataRecords } from '../../roles/linked/metadata.ts';
import { VERSION } from '../../version.ts';
import type { Words } from '../../words/words.ts';
import { aheadOf, silenceOf } from './ask.ts';
import { checkDiscordClient } from './check-clients.ts';
import { Application, checkInstall } from './check-install.ts';
import type { CheckResult, Finding } from './finding.ts';
import type { CheckKit } from './kit.ts';

/** Checks the token, its application and the published commands. Read-only. */
export async function checkDiscord(
  kit: CheckKit<'discord'>,
  commands: readonly Command[],
  words: Words,
): Promise<CheckResult> {
  const { config, say, signal, now } = kit;
  const { apiUrl, token } = config.discord;
  const { rest, direct } = createRest({ apiUrl, token: token.reveal(), version: VERSION });
  let aheadSeconds: number | undefined;
  rest.on(RESTEvents.Response, (_request, { headers }) => {
    aheadSeconds = aheadOf(headers.get('date'), headers.get('age'), now());
  });
  const findings: Finding[] = [];
  try {
    const parsed = Application.safeParse(await rest.get(Routes.currentApplication(), { signal }));
    if (!parsed.success) return { findings: [say.fault('discordUnclear')], aheadSeconds };
    const { id, name } = parsed.data;
    findings.push(say.ok('application', { name, id }));
    const configuredId = config.discord.applicationId;
    if (configuredId !== undefined && configuredId !== id)
      findings.push(say.fault('applicationOther', { set: configuredId, id }));
    const { publicKey } = config.discord;
    if (publicKey !== undefined && publicKey.toLowerCase() !== parsed.data.verify_key?.toLowerCase())
      findings.push(say.fault('publicKeyOther'));
    findings.push(
      ...(await checkDiscordClient(kit, { direct }, id)),
      ...checkInstall(kit, parsed.data),
      await checkCommands(kit, { rest, id, commands, words }),
    );
    if (config.linkedRoles === 'on') findings.push(await checkMetadata(kit, { rest, id, words }));
  } catch (error) {
    findings.push(failed(kit, error));
  }
  return { findings, aheadSeconds };
}

interface CommandsQuery {
  rest: REST;
  id: string;
  commands: readonly Command[];
  words: Words;
}

async function checkCommands(
  { say }: CheckKit<'discord'>,
  { rest, id, commands, words }: CommandsQuery,
): Promise<Finding> {
  const declared = commands.map((command) => declare(command, words));
  const { difference, ids } = await publishCommands(rest, id, declared, { dryRun: true });
  const { added, changed, removed } = difference;
  if (ids.size === 0) return say.fault('commandsNone');
  const differing = [...added, ...changed, ...removed];
  return differing.length === 0
    ? say.ok('commandsSame', { count: declared.length })
    : say.remark('commandsDiffer', { names: differing.join(', ') });
}

/** What servers can ask of a member in Linked Roles. */
async function checkMetadata(
  { say, signal }: CheckKit<'discord'>,
  { rest, id, words }: Omit<CommandsQuery, 'commands'>,
): Promise<Finding> {
  const isThere = await hasMetadata(rest, id, metadataRecords(words), signal);
  return isThere ? say.ok('linkedRolesKnown') : say.remark('linkedRolesUnknown');
}

/** Without the error's message: REST errors quote addresses and bodies. */
function failed({ say }: CheckKit<'discord'>, error: unknown): Finding {
  if (isTokenRefusal(error)) return say.fault('tokenRefused');
  const status = error instanceof DiscordAPIError || error instanceof HTTPError ? error.status : undefined;
  if (status !== undefined && status < 500 && status !== 429) return say.fault('discordRefuses', { status });
  return say.fault('discordSilent', { code: status ?? silenceOf(error).code });
}
