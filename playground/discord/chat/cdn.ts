import type { UploadedFile } from './files.ts';
import type { ChatAttachment } from './message.ts';

interface StoredFile {
  contentType: string;
  bytes: Uint8Array;
}

/** What is served under `/cdn/`. */
export interface Cdn {
  readonly url: string;
  /** By the path below `/cdn/`. */
  get(path: string): StoredFile | undefined;
  keep(channelId: string, file: UploadedFile, filename: string): Pick<ChatAttachment, 'id' | 'url'>;
}

// A long run of the playground draws many brackets; the oldest pictures go first.
const KEPT = 300;

export function createCdn(url: string, nextId: () => string, avatars: ReadonlyMap<string, string>): Cdn {
  const files = new Map<string, StoredFile>();
  return {
    url,
    get: (path) => {
      const avatar = /^avatars\/(\d+)\.svg$/.exec(path)?.[1];
      const name = avatar === undefined ? undefined : avatars.get(avatar);
      if (avatar !== undefined && name !== undefined)
        return { contentType: 'image/svg+xml', bytes: Buffer.from(avatarSvg(avatar, name)) };
      return files.get(path);
    },
    keep: (channelId, file, filename) => {
      const id = nextId();
      const path = `attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
      files.set(path, { contentType: file.contentType, bytes: file.bytes });
      for (const [oldest] of files) {
        if (files.size <= KEPT) break;
        files.delete(oldest);
      }
      return { id, url: `${url}/${path}` };
    },
  };
}

const COLOURS = ['#5865f2', '#3ba55c', '#eb459e', '#faa61a', '#ed4245'];

/** An initial on a disc, coloured by the id. */
function avatarSvg(id: string, name: string): string {
  const colour = COLOURS[Number(BigInt(id) % BigInt(COLOURS.length))] ?? '#5865f2';
  const initial = (name.match(/\p{L}/u)?.[0] ?? '?').toUpperCase();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
<rect width="128" height="128" fill="${colour}"/>
<text x="64" y="86" font-family="sans-serif" font-size="64" font-weight="600" text-anchor="middle" fill="#fff">${initial}</text>
</svg>`;
}
