import { RESTJSONErrorCodes as Code } from 'discord.js';

/** One thing wrong with a body, where it stands and what Discord calls it. */
export interface ShapeFault {
  path: readonly (string | number)[];
  code: string;
  message: string;
}

/** Discord's nested form: keys lead to the field, and `_errors` holds what is wrong there. */
export interface FaultTree {
  [key: string]: FaultTree | { code: string; message: string }[];
}

/** Thrown by any part that answers the bot; the REST door turns it into Discord's error body. */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal';
  readonly status: number;
  readonly code: number;
  readonly errors: FaultTree | undefined;

  constructor(status: number, code: number, message: string, errors?: FaultTree) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

function faultTree(faults: readonly ShapeFault[]): FaultTree {
  const root: FaultTree = {};
  for (const { path, code, message } of faults) {
    let node = root;
    for (const key of path) {
      const next = node[key];
      if (next !== undefined && !Array.isArray(next)) node = next;
      else node = node[key] = {};
    }
    const here = node['_errors'];
    if (Array.isArray(here)) here.push({ code, message });
    else node['_errors'] = [{ code, message }];
  }
  return root;
}

export const invalidForm = (faults: readonly ShapeFault[]): RestRefusal =>
  new RestRefusal(400, Code.InvalidFormBodyOrContentType, 'Invalid Form Body', faultTree(faults));

/** Throws if there are faults, so that a check fits on a line. */
export function refuseAny(faults: readonly ShapeFault[]): void {
  if (faults.length > 0) throw invalidForm(faults);
}

export const unauthorized = (): RestRefusal => new RestRefusal(401, 0, '401: Unauthorized');
export const notFound = (): RestRefusal => new RestRefusal(404, 0, '404: Not Found');
export const emptyMessage = (): RestRefusal =>
  new RestRefusal(400, Code.CannotSendAnEmptyMessage, 'Cannot send an empty message');
export const unknownInteraction = (): RestRefusal =>
  new RestRefusal(404, Code.UnknownInteraction, 'Unknown interaction');
export const alreadyAcknowledged = (): RestRefusal =>
  new RestRefusal(
    400,
    Code.InteractionHasAlreadyBeenAcknowledged,
    'Interaction has already been acknowledged.',
  );
export const unknownWebhook = (): RestRefusal => new RestRefusal(404, Code.UnknownWebhook, 'Unknown Webhook');
export const invalidWebhookToken = (): RestRefusal =>
  new RestRefusal(401, Code.InvalidWebhookToken, 'Invalid Webhook Token');
export const unknownMessage = (): RestRefusal => new RestRefusal(404, Code.UnknownMessage, 'Unknown Message');
