import packageJson from '../package.json' with { type: 'json' };

/** Matchpoint's version. It stands in package.json alone; the build copies that file into `dist`. */
export const VERSION = packageJson.version;
