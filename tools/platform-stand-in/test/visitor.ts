import { onTestFinished } from 'vitest';

import type { PlatformOptions, PlatformStandIn } from '../server.ts';
import { startPlatform } from '../server.ts';

export const CALLBACK = 'http://127.0.0.1:3999/link/callback';

/** A platform that ends with the test. */
export async function openPlatform(options: PlatformOptions = {}): Promise<PlatformStandIn> {
  const platform = await startPlatform({ redirectUris: [CALLBACK], ...options });
  onTestFinished(() => platform.close());
  return platform;
}

export interface Visit {
  token?: string;
  body?: unknown;
  method?: string;
}

/** One call of the API, with the API key unless told otherwise. */
export async function call(platform: PlatformStandIn, path: string, visit: Visit = {}) {
  const { token = platform.apiKey, body, method = body === undefined ? 'GET' : 'POST' } = visit;
  const response = await fetch(platform.baseUrl + path, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** What a browser's form post leads to. */
export async function decide(platform: PlatformStandIn, fields: Record<string, string>) {
  const response = await fetch(platform.authorizeUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ response_type: 'code', client_id: platform.clientId, ...fields }),
  });
  const location = response.headers.get('location');
  return {
    status: response.status,
    location: location === null ? undefined : new URL(location, platform.url),
    response,
  };
}

export async function codeOf(
  platform: PlatformStandIn,
  playerId: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const { location } = await decide(platform, { player: playerId, decision: 'allow', ...fields });
  return location!.searchParams.get('code')!;
}

export async function askToken(platform: PlatformStandIn, fields: Record<string, string>) {
  const response = await fetch(`${platform.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: platform.clientId,
      client_secret: platform.clientSecret,
      ...fields,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

export async function tokenOf(platform: PlatformStandIn, playerId: string): Promise<string> {
  const code = await codeOf(platform, playerId);
  const { body } = await askToken(platform, { grant_type: 'authorization_code', code });
  return body['access_token']!;
}
