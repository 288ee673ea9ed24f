import { publicAddress } from '../../linking/public-url.ts';
import { jsonOf, objectOf } from '../../json.ts';
import { ask, withoutQuery, type HttpAnswer, type Silence } from './ask.ts';
import type { Finding, CurableCheck } from './finding.ts';
import type { CheckKit } from './kit.ts';

/** Checks PUBLIC_URL from outside, like a browser. */
export async function checkWeb(kit: CheckKit<'web'>): Promise<Finding[]> {
  const { config, say, signal } = kit;
  const url = publicAddress(config.web.publicUrl, '/healthz');
  const answer = await ask(url, signal);
  if ('status' in answer) return judge(kit, url, answer);
  const isHere = await answersHere(kit);
  const vars = { url: url.href, code: answer.code, port: String(config.web.port) };
  if (isHere) return [say.fault('publicUnreached', vars)];
  const trouble: Record<Silence, CurableCheck> = {
    dns: 'publicUnknown',
    refused: 'publicNobody',
    tls: 'publicTls',
    timeout: 'publicSilent',
    other: 'publicSilent',
  };
  return [say.fault(trouble[answer.silence], vars)];
}

async function judge(
  kit: CheckKit<'web'>,
  url: URL,
  { status, location, text }: HttpAnswer,
): Promise<Finding[]> {
  const { say, config } = kit;
  const vars = { url: url.href, status, port: String(config.web.port) };
  if (status >= 300 && status < 400)
    return [say.fault('publicMoved', { ...vars, target: withoutQuery(location, url) })];
  // A proxy that does not reach the bot.
  if (status >= 502 && status <= 504) return [say.fault('publicGateway', vars)];
  if (status !== 200 || !isAlive(text)) return [say.fault('publicOther', vars)];
  const ready = await ask(publicAddress(config.web.publicUrl, '/readyz'), kit.signal);
  // Any other status comes from a proxy, which may block this path for outsiders.
  if ('status' in ready && ready.status === 503) return [say.fault('notReady', vars)];
  return [say.ok('publicAnswers', vars)];
}

/** Whether the bot answers on this machine, without a proxy. */
async function answersHere({ config, signal }: CheckKit<'web'>): Promise<boolean> {
  const { host, port } = config.web;
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const address = `http://${here.includes(':') ? `[${here}]` : here}:${port}/healthz`;
  const answer = URL.canParse(address) ? await ask(new URL(address), signal) : undefined;
  return answer !== undefined && 'status' in answer && answer.status === 200 && isAlive(answer.text);
}

const isAlive = (text: string): boolean => objectOf(jsonOf(text))['alive'] === true;
