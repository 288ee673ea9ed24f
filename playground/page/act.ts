import { z } from 'zod';

const OptionValue = z.union([z.string(), z.number(), z.boolean()]);
export type OptionValue = z.infer<typeof OptionValue>;

const memberId = z.string();
const channelId = z.string();
const messageId = z.string();
const componentId = z.string();
const line = z.string();
/** A file in a form; its bytes in base64. */
const SentFile = z.object({ filename: z.string().min(1), contentType: z.string(), base64: z.base64() });
export type SentFile = z.infer<typeof SentFile>;

const FieldValue = z.union([z.string(), z.array(z.string()), z.array(SentFile)]);
export type FormValue = z.infer<typeof FieldValue>;

const values = z.record(z.string(), OptionValue);

/** What a person does. */
export const PageAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), memberId, line, values, channelId }),
  z.object({ kind: z.literal('suggest'), memberId, line, focused: z.string(), values, channelId }),
  z.object({ kind: z.literal('user-command'), memberId, line, targetId: z.string(), channelId }),
  z.object({ kind: z.literal('press'), memberId, messageId, componentId }),
  z.object({ kind: z.literal('select'), memberId, messageId, componentId, values: z.array(z.string()) }),
  z.object({ kind: z.literal('delete-message'), memberId, messageId }),
  z.object({ kind: z.literal('delete-channel'), memberId, channelId }),
  z.object({
    kind: z.literal('submit'),
    memberId,
    openedBy: z.string(),
    values: z.record(z.string(), FieldValue),
  }),
]);
export type PageAct = z.infer<typeof PageAct>;
