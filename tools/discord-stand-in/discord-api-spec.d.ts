// The package carries no types for its zod entry; what each schema lets through is claimed once, in check/schemas.ts.
declare module 'discord-api-spec/zod' {
  import type { ZodMiniType } from 'zod/mini';

  export const ApplicationFormPartialSchema: ZodMiniType;
  export const CreatePrivateChannelRequestSchema: ZodMiniType;
  export const CreateTextThreadWithMessageRequestSchema: ZodMiniType;
  export const ExternalScheduledEventCreateRequestSchema: ZodMiniType;
  export const ExternalScheduledEventPatchRequestPartialSchema: ZodMiniType;
  export const MessageCreateRequestSchema: ZodMiniType;
  export const MessageEditRequestPartialSchema: ZodMiniType;
  export const ApplicationCommandUpdateRequestSchema: ZodMiniType;
  export const IncomingWebhookInteractionRequestSchema: ZodMiniType;
  export const IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema: ZodMiniType;
  export const IncomingWebhookUpdateRequestPartialSchema: ZodMiniType;
  export const InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema: ZodMiniType;
  export const InteractionApplicationCommandAutocompleteCallbackNumberDataSchema: ZodMiniType;
  export const InteractionApplicationCommandAutocompleteCallbackStringDataSchema: ZodMiniType;
  export const ModalInteractionCallbackRequestDataSchema: ZodMiniType;
  export const ApplicationRoleConnectionsMetadataItemRequestSchema: ZodMiniType;
  export const UpdateApplicationUserRoleConnectionRequestSchema: ZodMiniType;
  export const UpdateThreadRequestPartialSchema: ZodMiniType;

  export const ExternalScheduledEventResponseSchema: ZodMiniType;
  export const GuildChannelResponseSchema: ZodMiniType;
  export const GuildMemberResponseSchema: ZodMiniType;
  export const GuildRoleResponseSchema: ZodMiniType;
  export const MyGuildResponseSchema: ZodMiniType;
  export const PrivateChannelResponseSchema: ZodMiniType;
  export const ApplicationCommandResponseSchema: ZodMiniType;
  export const GatewayBotResponseSchema: ZodMiniType;
  export const InteractionCallbackResponseSchema: ZodMiniType;
  export const MessageResponseSchema: ZodMiniType;
  export const OAuth2GetAuthorizationResponseSchema: ZodMiniType;
  export const PrivateApplicationResponseSchema: ZodMiniType;
  export const ThreadResponseSchema: ZodMiniType;
  export const UserPIIResponseSchema: ZodMiniType;
}
