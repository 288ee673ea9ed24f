import { publicAddress } from '../../linking/public-url.ts';
import { jsonOf, objectOf } from '../../json.ts';
import { ask, connects, withoutQuery, type HttpAnswer, type NoAnswer, type Silence } from './ask.ts';
import type { Check, CurableCheck, Finding } from './finding.ts';
import type { CheckKit } from './kit.ts';

/** What follows from another program at the bot's port. */
const FOLLOWING: ReadonlySet<Check> = new Set([
  'publicNobody',
  'publicSilent',
  'publicGateway',
  'publicOther',
]);
/** The bot answers there, wherever it runs. */
const REACHED: ReadonlySet<Check> = new Set(['publicAnswers', 'notReady']);

/** Checks PUBLIC_URL from outside, like a browser, and who has the bot's ports on this machine. */
export async function checkWeb(kit: CheckKit<'web'>): Promise<Finding[]> {
  const { config, say, signal } = kit;
  const { web, metrics } = config;
  const url = publicAddress(web.publicUrl, '/healthz');
  const [answer, listener, isMetricsTaken] = await Promise.all([
    ask(url, signal),
    findListener(kit),
    connects(localHost(metrics.host), metrics.port),
  ]);
  const finding = 'status' in answer ? await judge(kit, url, answer) : unreached(kit, url, answer, listener);
  // Where the bot runs, both ports are its own.
  if (listener === 'bot' || REACHED.has(finding.check)) return [finding];
  const metricsTaken = isMetricsTaken ? [say.fault('metricsPortTaken', { port: String(metrics.port) })] : [];
  if (listener === 'none') return [finding, ...metricsTaken];
  const taken = [say.fault('portTaken', { port: String(web.port) }), ...metricsTaken];
  return FOLLOWING.has(finding.check) ? taken : [finding, ...taken];
}

type Listener = 'bot' | 'another' | 'none';

function unreached(
  { config, say }: CheckKit<'web'>,
  url: URL,
  answer: NoAnswer,
  listener: Listener,
): Finding {
  const vars = { url: url.href, code: answer.code, port: String(config.web.port) };
  if (listener === 'bot') return say.fault('publicUnreached', vars);
  const trouble: Record<Silence, CurableCheck> = {
    dns: 'publicUnknown',
    refused: 'publicNobody',
    tls: 'publicTls',
    timeout: 'publicSilent',
    other: 'publicSilent',
  };
  return say.fault(trouble[answer.silence], vars);
}

async function judge(
  kit: CheckKit<'web'>,
  url: URL,
  { status, location, text }: HttpAnswer,
): Promise<Finding> {
  const { say, config } = kit;
  const vars = { url: url.href, status, port: String(config.web.port) };
  if (status >= 300 && status < 400)
    return say.fault('publicMoved', { ...vars, target: withoutQuery(location, url) });
  // A proxy that does not reach the bot.
  if (status >= 502 && status <= 504) return say.fault('publicGateway', vars);
  if (status !== 200 || !isAlive(text)) return say.fault('publicOther', vars);
  const ready = await ask(publicAddress(config.web.publicUrl, '/readyz'), kit.signal);
  // Any other status comes from a proxy, which may block this path for outsiders.
  if ('status' in ready && ready.status === 503) return say.fault('notReady', vars);
  return say.ok('publicAnswers', vars);
}

/** What has the bot's port on this machine, asked without a proxy. */
async function findListener({ config, signal }: CheckKit<'web'>): Promise<Listener> {
  const { port } = config.web;
  const here = localHost(config.web.host);
  const address = `http://${here.includes(':') ? `[${here}]` : here}:${port}/healthz`;
  if (!URL.canParse(address) || !(await connects(here, port))) return 'none';
  const answer = await ask(new URL(address), signal);
  return 'status' in answer && answer.status === 200 && isAlive(answer.text) ? 'bot' : 'another';
}

/** Where this machine reaches what listens on an address. */
const localHost = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

const isAlive = (text: string): boolean => objectOf(jsonOf(text))['alive'] === true;
