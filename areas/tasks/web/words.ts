import { formatDate, formatRelativeDate, lowerCaseRelativeDate } from '#kit/web/format.ts'
import type { useT } from '#kit/web/i18n.ts'
import { generatedTaskNames } from '../contract/program-names.ts'
import type { Task, TaskReason } from '../contract/tasks.ts'

type T = ReturnType<typeof useT>

/** The due day in the specified format: 23-11-2026. */
export const formatDueDay = ({ DueDay }: Pick<Task, 'DueDay'>) => formatDate(DueDay, { dashes: true })

/** The due day in words: "Overdue", "Today", "In 3 days". */
export const dueText = (t: T, { Bucket, DueDay }: Pick<Task, 'Bucket' | 'DueDay'>) =>
  Bucket === 'Overdue'
    ? t('tasks:due.overdue', { date: lowerCaseRelativeDate(formatRelativeDate(DueDay)) })
    : formatRelativeDate(DueDay)

const reasons = [
  'birthday',
  'spouseBirthday',
  'anniversary',
  'careAfter',
  'importantDate',
  'prospectSilent',
  'lapsed',
  'pointsExpire',
  'finding',
  'lowScore',
] as const

/** Matches the name of a generated task with the score and the form name, which add_task may have truncated. */
const LOW_SCORE = /^Low score (\S+): (.+)$/su

/** Translates a generated name; a name that a person wrote or changed is returned unchanged. */
export function translateTaskName(t: T, { Name, Because: because }: Pick<Task, 'Name' | 'Because'>) {
  if (!because) return Name
  const textKey = generatedTaskNames[Name as keyof typeof generatedTaskNames]
  if (textKey) return t(`tasks:programNames.${textKey}`)
  const [, score, form] = (because.Code === 'lowScore' && LOW_SCORE.exec(Name)) || []
  const isGenerated = score === because.Values.score && !!form && String(because.Values.form).startsWith(form)
  return score && isGenerated ? t('tasks:programNames.lowScore', { score, form }) : Name
}

/** The translated reason why the program created the task. */
export function formatReason(t: T, because: TaskReason | null) {
  const reasonCode = reasons.find((code) => code === because?.Code)
  if (!reasonCode || !because) return undefined
  const { Date: date, ...values } = because.Values
  return t(`tasks:because.${reasonCode}`, { ...values, date: typeof date === 'string' ? formatDate(date) : '' })
}
