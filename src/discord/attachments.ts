import { Client, type Dispatcher } from 'undici';
import type { Attachment } from '../bot/modal-inputs.ts';
import { exchangeBytes } from '../http/exchange.ts';
import type { ImageType } from '../http/image-type.ts';
import { stripMetadata } from '../http/strip-metadata.ts';
import { within } from '../async/within.ts';

/** Discord's CDN, and its proxy for media. */
const ORIGINS: readonly string[] = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];
const MAX_BYTES = 8 * 2 ** 20;

interface FetchedImage {
  bytes: Buffer;
  extension: ImageType;
}

/** An image that a member uploaded, without its metadata; `undefined` if it is no image, too large or not available in time. Never rejects. */
export type FetchAttachment = (attachment: Attachment) => Promise<FetchedImage | undefined>;

interface AttachmentOptions {
  /** A stand-in for Discord serves attachments itself. */
  apiUrl: URL;
  /** In total: connection and transfer. */
  timeoutMs?: number;
  connect?: (origin: string) => Dispatcher;
}

const connectTo = (origin: string): Dispatcher => new Client(origin, { connect: { timeout: 3000 } });

/**
 * Fetches uploaded images from Discord's own addresses alone, without redirects: a URL in an interaction must not reach another
 * host (SSRF). Logs nothing and drops every error, because the query of a URL is its signature.
 */
export function createAttachments(options: AttachmentOptions): FetchAttachment {
  const { apiUrl, timeoutMs = 5000, connect = connectTo } = options;
  const origins = new Set([...ORIGINS, apiUrl.origin]);

  async function imageAt(url: URL, size: number, signal: AbortSignal): Promise<FetchedImage | undefined> {
    const client = connect(url.origin);
    try {
      const { status, body } = await exchangeBytes(
        client,
        { method: 'GET', path: url.pathname + url.search },
        { into: Buffer.allocUnsafeSlow(size), signal },
      );
      return status === 200 ? stripMetadata(body, { inPlace: true }) : undefined;
    } finally {
      void client.destroy();
    }
  }

  return async ({ url: text, size }) => {
    if (size > MAX_BYTES || !URL.canParse(text)) return undefined;
    const url = new URL(text);
    if (!origins.has(url.origin)) return undefined;
    const signal = AbortSignal.timeout(timeoutMs);
    const work = imageAt(url, size, signal).catch(() => undefined);
    return within(work, timeoutMs, () => undefined);
  };
}
