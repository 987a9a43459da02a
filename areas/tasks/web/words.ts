import { formatDate, formatRelativeDate, lowerCaseRelativeDate } from '#kit/web/format.ts'
import type { useT } from '#kit/web/i18n.ts'
import { generatedTaskNameKeys } from '../contract/program-names.ts'
import type { Task, TaskReason } from '../contract/tasks.ts'

type T = ReturnType<typeof useT>

/** Formats the day on which a task is due as specified: 23-11-2026. */
export const formatDueDay = ({ DueDay }: Pick<Task, 'DueDay'>) => formatDate(DueDay, { dashes: true })

/** Describes the day on which a task is due in words: "Overdue", "Today", "In 3 days". */
export const formatTaskDue = (t: T, { Bucket, DueDay }: Pick<Task, 'Bucket' | 'DueDay'>) =>
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

/** Matches the name of a task about a low score; add_task may have shortened the name of the form in it. */
const LOW_SCORE = /^Low score (\S+): (.+)$/su

/** Translates the name of a task that the program created; a name that staff wrote or changed stays unchanged. */
export function translateTaskName(t: T, { Name, Because: because }: Pick<Task, 'Name' | 'Because'>) {
  if (!because) return Name
  const textKey = generatedTaskNameKeys[Name as keyof typeof generatedTaskNameKeys]
  if (textKey) return t(`tasks:programNames.${textKey}`)
  const [, score, form] = (because.Code === 'lowScore' && LOW_SCORE.exec(Name)) || []
  const isGenerated = score === because.Values.score && !!form && String(because.Values.form).startsWith(form)
  return score && isGenerated ? t('tasks:programNames.lowScore', { score, form }) : Name
}

/** Returns the translated reason why the program created the task. */
export function formatTaskReason(t: T, because: TaskReason | null) {
  const reasonCode = reasons.find((code) => code === because?.Code)
  if (!reasonCode || !because) return undefined
  const { Date: date, ...values } = because.Values
  return t(`tasks:because.${reasonCode}`, { ...values, date: typeof date === 'string' ? formatDate(date) : '' })
}
