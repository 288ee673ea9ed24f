import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface Bundle {
  script: string;
  style: string;
}

/**
 * The folder of the checkout. This file runs from the sources (in tests) and from `dist/`, but the browser's side is
 * always bundled from its sources.
 */
export function checkout(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('the playground has to run from its checkout');
    folder = above;
  }
  return folder;
}

/** The browser's side as one script and one style sheet, in memory. */
export async function bundleClient(): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: ['main.ts', 'styles/page.css'].map((file) => join(checkout(), 'playground/page/client', file)),
    bundle: true,
    write: false,
    outdir: '/',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'silent',
  });
  const text = (extension: string): string =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}
