import type { MailLanguage, MailText } from '#kit/server/mail-texts.ts'

// Texts of e-mails about approval requests, in every interface language.

export const approvalRequestedMail: MailText = {
  en: {
    subject: '{kind}: a request waits for your decision',
    body: '{name} asks for your decision.\n\n{kind}\n{link}',
  },
  zh: { subject: '{kind}：一项申请待您审批', body: '{name} 请您审批。\n\n{kind}\n{link}' },
  fr: {
    subject: '{kind}\u00a0: une demande attend votre décision',
    body: '{name} demande votre décision.\n\n{kind}\n{link}',
  },
  ja: {
    subject: '{kind}：申請が決裁を待っています',
    body: '{name} さんが決裁を依頼しています。\n\n{kind}\n{link}',
  },
}

export const requestApprovedMail: MailText = {
  en: { subject: '{kind}: your request is approved', body: '{name} has approved your request.{remark}\n\n{link}' },
  zh: { subject: '{kind}：您的申请已批准', body: '{name} 已批准您的申请。{remark}\n\n{link}' },
  fr: {
    subject: '{kind}\u00a0: votre demande est approuvée',
    body: '{name} a approuvé votre demande.{remark}\n\n{link}',
  },
  ja: { subject: '{kind}：申請が承認されました', body: '{name} さんが申請を承認しました。{remark}\n\n{link}' },
}

export const requestRejectedMail: MailText = {
  en: { subject: '{kind}: your request is rejected', body: '{name} has rejected your request.{remark}\n\n{link}' },
  zh: { subject: '{kind}：您的申请已拒绝', body: '{name} 已拒绝您的申请。{remark}\n\n{link}' },
  fr: {
    subject: '{kind}\u00a0: votre demande est refusée',
    body: '{name} a refusé votre demande.{remark}\n\n{link}',
  },
  ja: { subject: '{kind}：申請が却下されました', body: '{name} さんが申請を却下しました。{remark}\n\n{link}' },
}

export const requestReopenedMail: MailText = {
  en: { subject: '{kind}: your request waits again', body: '{name} has taken the approval back.\n\n{link}' },
  zh: { subject: '{kind}：您的申请重新等待审批', body: '{name} 已撤销批准。\n\n{link}' },
  fr: {
    subject: '{kind}\u00a0: votre demande attend de nouveau',
    body: '{name} est revenu sur son approbation.\n\n{link}',
  },
  ja: { subject: '{kind}：申請は再び承認待ちです', body: '{name} さんが承認を取り消しました。\n\n{link}' },
}

type Translations = Partial<Record<MailLanguage, string>>

const kindTranslations: Record<string, Translations> = {
  'Point adjustment': { zh: '积分调整', fr: 'Ajustement de points', ja: 'ポイント調整' },
  'Point adjustment deletion': { zh: '删除积分调整', fr: 'Suppression d’un ajustement', ja: '調整の削除' },
  'Large import': { zh: '大量导入', fr: 'Import volumineux', ja: '大量のインポート' },
  'Membership level': { zh: '等级变更', fr: 'Changement de niveau', ja: 'ランク変更' },
  Erasure: { zh: '抹除个人数据', fr: 'Effacement de données personnelles', ja: '個人データの消去' },
  'Member merge': { zh: '会员合并', fr: 'Fusion de membres', ja: '会員の統合' },
  'Voucher expiry': { zh: '礼券有效期', fr: 'Expiration de bons d’achat', ja: 'バウチャーの有効期限' },
  'Manual sale': { zh: '手工交易', fr: 'Vente manuelle', ja: '手入力の売上' },
  'Reward deactivation': { zh: '停用奖励', fr: 'Arrêt d’une récompense', ja: '特典の終了' },
}

/** Returns the name of a kind of request in the given language. */
export const approvalKindName = (language: MailLanguage, kind: string) => kindTranslations[kind]?.[language] ?? kind
