import { createHmac, randomBytes } from 'node:crypto';
import { pictureSize, type OwnFile, type UploadedFile } from './files.ts';
import type { ChatAttachment } from './message.ts';

interface StoredFile {
  contentType: string;
  bytes: Uint8Array;
}

/** What is served under `/cdn/`. */
export interface Cdn {
  readonly url: string;
  /** By the path below `/cdn/`. A member's upload also needs the query that it was signed with, before it expires. */
  get(path: string, query: URLSearchParams): StoredFile | undefined;
  /** What a member uploads in a form, which no message shows. */
  upload: (file: OwnFile) => MemberUpload;
  keep(channelId: string, file: UploadedFile, filename: string): Pick<ChatAttachment, 'id' | 'url'>;
}

/** As `resolved` tells of it. */
export interface MemberUpload {
  id: string;
  filename: string;
  size: number;
  url: string;
  proxy_url: string;
  content_type: string;
  ephemeral: true;
  width?: number;
  height?: number;
}

interface CdnParts {
  url: string;
  now: () => number;
  nextId: () => string;
  applicationId: string;
  /** Names by member. */
  avatars: ReadonlyMap<string, string>;
}

const UPLOADS = 'ephemeral-attachments/';
/** As long as an address of Discord's is good for. */
const UPLOAD_MS = 24 * 60 * 60 * 1000;

// A long run draws many brackets; the oldest pictures go first.
const MAX_FILES = 300;

export function createCdn({ url, now, nextId, applicationId, avatars }: CdnParts): Cdn {
  const files = new Map<string, StoredFile>();
  const key = randomBytes(32);
  const signature = (path: string, expires: string): string =>
    createHmac('sha256', key).update(`${path}?${expires}`).digest('hex');
  const isSigned = (path: string, query: URLSearchParams): boolean => {
    const expires = query.get('ex') ?? '';
    return query.get('hm') === signature(path, expires) && now() < Number.parseInt(expires, 16) * 1000;
  };

  function store(path: string, { contentType, bytes }: StoredFile): void {
    files.set(path, { contentType, bytes });
    for (const [oldest] of files) {
      if (files.size <= MAX_FILES) break;
      files.delete(oldest);
    }
  }

  return {
    url,
    get: (path, query) => {
      const avatar = /^avatars\/(\d+)\.svg$/.exec(path)?.[1];
      const name = avatar === undefined ? undefined : avatars.get(avatar);
      if (avatar !== undefined && name !== undefined)
        return { contentType: 'image/svg+xml', bytes: Buffer.from(avatarSvg(avatar, name)) };
      return !path.startsWith(UPLOADS) || isSigned(path, query) ? files.get(path) : undefined;
    },
    upload: (file) => {
      const id = nextId();
      const { filename, contentType, bytes } = file;
      const path = `${UPLOADS}${applicationId}/${id}/${encodeURIComponent(filename)}`;
      store(path, file);
      const [issued, expires] = [now(), now() + UPLOAD_MS].map((ms) => Math.floor(ms / 1000).toString(16));
      const query = `ex=${expires}&is=${issued}&hm=${signature(path, expires ?? '')}&`;
      const address = `${url}/${path}?${query}`;
      return {
        id,
        filename,
        size: bytes.byteLength,
        url: address,
        proxy_url: address,
        content_type: contentType,
        ephemeral: true,
        ...pictureSize(bytes),
      };
    },
    keep: (channelId, file, filename) => {
      const id = nextId();
      const path = `attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
      store(path, file);
      return { id, url: `${url}/${path}` };
    },
  };
}

const COLORS = ['#5865f2', '#3ba55c', '#eb459e', '#faa61a', '#ed4245'];

/** An initial on a disc, colored by the id. */
function avatarSvg(id: string, name: string): string {
  const color = COLORS[Number(BigInt(id) % BigInt(COLORS.length))] ?? '#5865f2';
  const initial = (name.match(/\p{L}/u)?.[0] ?? '?').toUpperCase();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
<rect width="128" height="128" fill="${color}"/>
<text x="64" y="86" font-family="sans-serif" font-size="64" font-weight="600" text-anchor="middle" fill="#fff">${initial}</text>
</svg>`;
}
