import type { MailText } from '#kit/server/mail-texts.ts'
import type { ExportRequest } from '../request.ts'

// The texts of the e-mail with a scheduled report, in every language of the interface.

export const scheduledReportMail: MailText = {
  en: {
    subject: '{title}',
    body: 'Here is your scheduled report.\n\n{title}\nRows: {rows}\n{days}Arranged by {by}\n\nAll of your files of the last seven days:\n{link}',
  },
  zh: {
    subject: '{title}',
    body: '这是您的定期报告。\n\n{title}\n行数：{rows}\n{days}安排人：{by}\n\n最近七天的全部文件：\n{link}',
  },
  fr: {
    subject: '{title}',
    body: 'Voici votre rapport planifié.\n\n{title}\nLignes\u00a0: {rows}\n{days}Planifié par {by}\n\nTous vos fichiers des sept derniers jours\u00a0:\n{link}',
  },
  ja: {
    subject: '{title}',
    body: '定期レポートをお送りします。\n\n{title}\n行数：{rows}\n{days}設定者：{by}\n\n直近 7 日間のファイル：\n{link}',
  },
}

/** Returns the reason that the text log records for a scheduled export, in the language of the export. */
export const formatScheduledExportReason = (language: ExportRequest['language'], by: string) =>
  ({
    en: `Scheduled report of ${by}`,
    zh: `${by} 的定期报告`,
    fr: `Rapport planifié de ${by}`,
    ja: `${by} の定期レポート`,
  })[language]
