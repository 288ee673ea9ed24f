import { join } from 'node:path';
import { build } from 'esbuild';
import { checkout } from '../checkout.ts';

export interface Bundle {
  script: string;
  style: string;
}

/** The browser's side as one script and one style sheet, in memory. */
export async function bundleClient(): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: ['main.ts', 'styles/page.css'].map((file) =>
      join(checkout(), 'playground/page/client', file),
    ),
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
