import { fillPlaceholders, type MailLanguage, type MailParams } from '#kit/server/mail-texts.ts'
import type { DataPart } from '../contract.ts'

// Texts of an export's readable page in the reader's language; names of tables and fields are not translated.

type InLanguages = Record<MailLanguage, string>

const sentences = {
  title: {
    en: 'Personal data: {name}',
    zh: '个人数据：{name}',
    fr: 'Données personnelles\u00a0: {name}',
    ja: '個人データ：{name}',
  },
  intro: {
    en: 'Everything that is kept about you, as of {madeAt}. The file data.json holds the same for programs, the folder csv for spreadsheets.',
    zh: '截至 {madeAt} 我们保存的与您有关的全部数据。data.json 供程序读取，csv 文件夹供电子表格使用，内容相同。',
    fr: 'Tout ce qui est conservé à votre sujet au {madeAt}. Le fichier data.json contient la même chose pour les programmes, le dossier csv pour les tableurs.',
    ja: '{madeAt} 時点で保存しているお客様のすべてのデータです。同じ内容が、プログラム用に data.json、表計算用に csv フォルダーに入っています。',
  },
  more: {
    en: 'The first {shown} of {total} rows. All are in',
    zh: '仅显示前 {shown} 行，共 {total} 行。全部内容见',
    fr: 'Les {shown} premières lignes sur {total}. Toutes se trouvent dans',
    ja: '全 {total} 行のうち最初の {shown} 行です。すべての行はこちら：',
  },
  files: { en: 'Files', zh: '文件', fr: 'Fichiers', ja: 'ファイル' },
} satisfies Record<string, InLanguages>

const parts: Record<DataPart, Omit<InLanguages, 'en'>> = {
  Profile: { zh: '资料', fr: 'Profil', ja: 'プロフィール' },
  Consents: { zh: '同意记录', fr: 'Consentements', ja: '同意' },
  'Family and jewellery': { zh: '家庭与珠宝喜好', fr: 'Famille et bijoux', ja: '家族・ジュエリー' },
  Memberships: { zh: '会员卡', fr: 'Adhésions', ja: '会員カード' },
  Points: { zh: '积分', fr: 'Points fidélité', ja: 'ポイント' },
  Purchases: { zh: '购买记录', fr: 'Achats', ja: '購入' },
  Rewards: { zh: '奖励', fr: 'Récompenses', ja: '特典' },
  Messages: { zh: '消息', fr: 'Messages envoyés', ja: 'メッセージ' },
  'Tasks and activities': { zh: '任务与活动', fr: 'Tâches et activités', ja: 'タスク・活動' },
  Campaigns: { zh: '营销活动', fr: 'Campagnes', ja: 'キャンペーン' },
  Changes: { zh: '更改与申请', fr: 'Modifications et demandes', ja: '変更・申請' },
}

export type ExportTexts = ReturnType<typeof buildExportTexts>

export const buildExportTexts = (language: MailLanguage) => {
  const sentence = (name: keyof typeof sentences) => (params: MailParams) =>
    fillPlaceholders(sentences[name][language], params)
  return {
    title: sentence('title'),
    intro: sentence('intro'),
    more: sentence('more'),
    files: sentence('files'),
    part: (part: DataPart) => (language === 'en' ? part : parts[part][language]),
  }
}
