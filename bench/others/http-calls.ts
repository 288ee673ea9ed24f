/** A bare interactions endpoint that asks the platform twice. */
import { embedOf } from './embeds.ts';
import { fetchPlayer } from './fetch-player.ts';
import { serve } from './http-endpoint.ts';

serve(async ({ data }) => embedOf(...(await fetchPlayer(data.options?.[0]?.value ?? ''))));
