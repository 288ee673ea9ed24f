/** Where the programs of this folder find what they talk to. They are what one would write in good faith, no more. */
const { BENCH_API = '' } = process.env;
export const { BENCH_TOKEN = '', BENCH_PLATFORM = '', BENCH_PUBLIC_KEY = '' } = process.env;
export const PORT = Number(process.env['PORT'] ?? 0);

/** discord.js holds a bot to 50 calls a second unless configured otherwise; here the processor is to be the limit. */
export const REST_OPTIONS = { api: BENCH_API, globalRequestsPerSecond: 100_000 };
