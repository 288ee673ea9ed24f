import { publicAddress } from '../../accounts/public-url.ts';
import { jsonOf, objectOf } from '../../bot/payload.ts';
import { ask, withoutQuery, type Answer, type Silence } from './ask.ts';
import type { Finding, Trouble } from './finding.ts';
import type { Kit } from './kit.ts';

/** PUBLIC_URL, as a browser reaches it. */
export async function checkWeb(kit: Kit<'web'>): Promise<Finding[]> {
  const { config, say, signal } = kit;
  const url = publicAddress(config.web.publicUrl, '/healthz');
  const answer = await ask(url, signal);
  if ('status' in answer) return judge(kit, url, answer);
  const isHere = await answersHere(kit);
  const vars = { url: url.href, code: answer.code, port: config.web.port };
  if (isHere) return [say.fault('publicUnreached', vars)];
  const trouble: Record<Silence, Trouble> = {
    dns: 'publicUnknown',
    refused: 'publicNobody',
    tls: 'publicTls',
    timeout: 'publicSilent',
    other: 'publicSilent',
  };
  return [say.fault(trouble[answer.silence], vars)];
}

async function judge(kit: Kit<'web'>, url: URL, { status, location, text }: Answer): Promise<Finding[]> {
  const { say, config } = kit;
  const vars = { url: url.href, status, port: config.web.port };
  if (status >= 300 && status < 400)
    return [say.fault('publicMoved', { ...vars, target: withoutQuery(location, url) })];
  // A proxy that reaches nothing behind it.
  if (status >= 502 && status <= 504) return [say.fault('publicGateway', vars)];
  if (status !== 200 || !isAlive(text)) return [say.fault('publicOther', vars)];
  const ready = await ask(publicAddress(config.web.publicUrl, '/readyz'), kit.signal);
  // Anything else but 503 is a proxy's: it may keep the address for the inside.
  if ('status' in ready && ready.status === 503) return [say.fault('notReady', vars)];
  return [say.ok('publicAnswers', vars)];
}

/** Whether the bot answers on this machine, past every proxy. */
async function answersHere({ config, signal }: Kit<'web'>): Promise<boolean> {
  const { host, port } = config.web;
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const address = `http://${here.includes(':') ? `[${here}]` : here}:${port}/healthz`;
  const answer = URL.canParse(address) ? await ask(new URL(address), signal) : undefined;
  return answer !== undefined && 'status' in answer && answer.status === 200 && isAlive(answer.text);
}

const isAlive = (text: string): boolean => objectOf(jsonOf(text))['alive'] === true;
