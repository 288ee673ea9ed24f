/** A bare interactions endpoint with a constant answer. */
import { CONSTANT_EMBED } from './embeds.ts';
import { serve } from './http-endpoint.ts';

serve(() => CONSTANT_EMBED);
