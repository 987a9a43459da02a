import { formatDate, inSentence, nearDate } from '#kit/web/format.ts'
import type { useT } from '#kit/web/i18n.ts'
import { programNames } from '../contract/program-names.ts'
import type { Because, Task } from '../contract/tasks.ts'

type T = ReturnType<typeof useT>

/** The due day as the specification writes it: 23-11-2026. */
export const dueDay = ({ DueDay }: Pick<Task, 'DueDay'>) => formatDate(DueDay, { dashes: true })

/** "Overdue", "Today", "In 3 days": when it is due, in a word. */
export const dueWord = (t: T, { Bucket, DueDay }: Pick<Task, 'Bucket' | 'DueDay'>) =>
  Bucket === 'Overdue' ? t('tasks:due.overdue', { date: inSentence(nearDate(DueDay)) }) : nearDate(DueDay)

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

/** The score, and the name of the form, which may have been cut (add_task). */
const LOW_SCORE = /^Low score (\S+): (.+)$/su

/** The name in the reader's words; one that people wrote, or changed, stays as they wrote it. */
export function taskName(t: T, { Name, Because: because }: Pick<Task, 'Name' | 'Because'>) {
  if (!because) return Name
  const program = programNames[Name as keyof typeof programNames]
  if (program) return t(`tasks:programNames.${program}`)
  const [, score, form] = (because.Code === 'lowScore' && LOW_SCORE.exec(Name)) || []
  const isOwn = score === because.Values.score && !!form && String(because.Values.form).startsWith(form)
  return score && isOwn ? t('tasks:programNames.lowScore', { score, form }) : Name
}

/** Why the program made it, in the reader's words. */
export function becauseOf(t: T, because: Because | null) {
  const known = reasons.find((one) => one === because?.Code)
  if (!known || !because) return undefined
  const { Date: on, ...values } = because.Values
  return t(`tasks:because.${known}`, { ...values, date: typeof on === 'string' ? formatDate(on) : '' })
}
