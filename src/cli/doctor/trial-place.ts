import { randomBytes } from 'node:crypto';
import { access, mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { parseStoreUrl } from '../../store/store-url.ts';

/** A place to try a store where there is none yet, and how to leave nothing of it behind. */
export interface TrialPlace {
  url: string;
  remove(): Promise<void>;
}

/** `undefined` where the store is there already, or is no file. Throws where its folder cannot be made. */
export async function trialPlace(storeUrl: string): Promise<TrialPlace | undefined> {
  const place = parseStoreUrl(storeUrl);
  if (place?.kind !== 'sqlite') return undefined;
  const file = path.resolve(place.path);
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    return undefined;
  const folder = path.dirname(file);
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  const trial = path.join(folder, `.doctor-${randomBytes(6).toString('hex')}.sqlite`);
  return {
    url: `sqlite://${trial}`,
    async remove() {
      for (const end of ['', '-wal', '-shm', '-journal']) await rm(trial + end, { force: true });
      if (firstMade === undefined) return;
      // From the innermost folder to the first that was made; one that somebody has put something into stays.
      for (let made = folder; made.length >= firstMade.length; made = path.dirname(made))
        await rmdir(made).catch(() => undefined);
    },
  };
}
