/** Discord's own words around a message, as its app shows them in the viewer's language. */
export interface DiscordWords {
  /** Between a member and a command: "Ana used /rank". */
  used: string;
  onlyYou: string;
  dismiss: string;
  edited: string;
  thinking: (name: string) => string;
  sending: string;
  /** Nothing came within three seconds. */
  silent: string;
  form: (name: string) => string;
  cancel: string;
  submit: string;
}

const ENGLISH: DiscordWords = {
  used: ' used ',
  onlyYou: 'Only you can see this',
  dismiss: 'Dismiss message',
  edited: '(edited)',
  thinking: (name) => `${name} is thinking…`,
  sending: 'Sending command…',
  silent: 'The application did not respond',
  form: (name) =>
    `This form will be submitted to ${name}. Do not share passwords or other sensitive information.`,
  cancel: 'Cancel',
  submit: 'Submit',
};

const WORDS: Readonly<Record<string, DiscordWords>> = {
  vi: {
    used: ' đã dùng ',
    onlyYou: 'Chỉ có bạn mới có thể thấy nội dung này',
    dismiss: 'Bỏ qua tin nhắn',
    edited: '(đã chỉnh sửa)',
    thinking: (name) => `${name} đang suy nghĩ…`,
    sending: 'Đang gửi lệnh…',
    silent: 'Ứng dụng không phản hồi',
    form: (name) =>
      `Biểu mẫu này sẽ được gửi cho ${name}. Đừng chia sẻ mật khẩu hoặc thông tin nhạy cảm khác.`,
    cancel: 'Hủy',
    submit: 'Gửi',
  },
  'pt-BR': {
    used: ' usou ',
    onlyYou: 'Só você pode ver esta',
    dismiss: 'Ignorar mensagem',
    edited: '(editado)',
    thinking: (name) => `${name} está pensando…`,
    sending: 'Enviando comando…',
    silent: 'O aplicativo não respondeu',
    form: (name) =>
      `Este formulário será enviado para ${name}. Não compartilhe senhas ou outras informações confidenciais.`,
    cancel: 'Cancelar',
    submit: 'Enviar',
  },
  'es-ES': {
    used: ' ha utilizado ',
    onlyYou: 'Solo tú puedes verlo',
    dismiss: 'Descartar mensaje',
    edited: '(editado)',
    thinking: (name) => `${name} está pensando…`,
    sending: 'Enviando comando…',
    silent: 'La aplicación no ha respondido',
    form: (name) =>
      `Este formulario se enviará a ${name}. No compartas contraseñas ni otra información confidencial.`,
    cancel: 'Cancelar',
    submit: 'Enviar',
  },
  fr: {
    used: ' a utilisé ',
    onlyYou: 'Toi seul(e) peux voir celui-ci',
    dismiss: 'Supprimer le message',
    edited: '(modifié)',
    thinking: (name) => `${name} réfléchit…`,
    sending: 'Envoi de la commande…',
    silent: 'L’application ne répond plus',
    form: (name) =>
      `Ce formulaire sera envoyé à ${name}. Ne partage pas de mot de passe ni d’autres informations sensibles.`,
    cancel: 'Annuler',
    submit: 'Envoyer',
  },
  de: {
    used: ' nutzte ',
    onlyYou: 'Nur du kannst das sehen',
    dismiss: 'Nachricht verwerfen',
    edited: '(bearbeitet)',
    thinking: (name) => `${name} denkt nach…`,
    sending: 'Befehl wird gesendet …',
    silent: 'Die Anwendung reagiert nicht',
    form: (name) =>
      `Dieses Formular wird an ${name} übermittelt. Teile keine Passwörter oder andere vertrauliche Informationen.`,
    cancel: 'Abbrechen',
    submit: 'Absenden',
  },
  ja: {
    used: 'が次を使用：',
    onlyYou: 'これらはあなただけに表示されています',
    dismiss: 'メッセージを削除する',
    edited: '（編集済）',
    thinking: (name) => `${name}が考え中…`,
    sending: 'コマンドを送信中…',
    silent: 'アプリケーションが応答しませんでした',
    form: (name) => `このフォームは${name}に送信されます。パスワードなどの機密情報は共有しないでください。`,
    cancel: 'キャンセル',
    submit: '送信',
  },
};
export const discordWords = (locale: string): DiscordWords => WORDS[locale] ?? ENGLISH;
