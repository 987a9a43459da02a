import type { MailLanguage, MailText } from '#kit/server/mail-texts.ts'
import type { PausedReason } from '../contract.ts'

// The texts of messages about webhooks, in every interface language.

export const endpointPausedMail: MailText = {
  en: {
    subject: 'Webhooks to {name} are paused',
    body: 'The endpoint {name} ({host}) gets no events any more: {reason}\nNothing is lost while the events are stored. Resume the endpoint under Settings, Integrations.',
  },
  zh: {
    subject: '发往 {name} 的 Webhook 已暂停',
    body: '端点 {name}（{host}）不再接收事件：{reason}\n事件仍在保存期内时不会丢失。请在“系统设置”的“集成”中恢复该端点。',
  },
  fr: {
    subject: 'Les webhooks vers {name} sont suspendus',
    body: 'Le point de terminaison {name} ({host}) ne reçoit plus d’événements\u00a0: {reason}\nRien n’est perdu tant que les événements sont conservés. Reprenez l’envoi sous Paramètres, Intégrations.',
  },
  ja: {
    subject: '{name} への Webhook を一時停止しました',
    body: 'エンドポイント {name}（{host}）へのイベント送信を停止しました：{reason}\nイベントが保存されている間は失われません。「システム設定」の「連携」で再開してください。',
  },
}

export type AutomaticPauseReason = Exclude<PausedReason, 'Manual'>

export const pausedReasonTexts: Readonly<Record<AutomaticPauseReason, Readonly<Record<MailLanguage, string>>>> = {
  Gone: {
    en: 'the receiver answered 410 Gone.',
    zh: '接收方返回了 410 Gone。',
    fr: 'le destinataire a répondu 410 Gone.',
    ja: '受信側が 410 Gone を返しました。',
  },
  Failing: {
    en: 'no delivery has succeeded for a day.',
    zh: '一整天没有任何投递成功。',
    fr: 'aucun envoi n’a réussi depuis un jour.',
    ja: '丸一日、配信が一度も成功していません。',
  },
  'Events deleted': {
    en: 'its next events are no longer stored.',
    zh: '其后续事件已不再保存。',
    fr: 'ses prochains événements ne sont plus conservés.',
    ja: '次に送るイベントはもう保存されていません。',
  },
  'Secret lost': {
    en: 'its secret cannot be decrypted. Rotate the secret before you resume the endpoint.',
    zh: '无法解密其密钥。请先轮换密钥，再恢复该端点。',
    fr: 'son secret ne peut pas être déchiffré. Remplacez le secret avant de reprendre l’envoi.',
    ja: 'シークレットを復号できません。再開する前にシークレットを更新してください。',
  },
}
