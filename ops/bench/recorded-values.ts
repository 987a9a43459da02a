import { type CallSubject, pickSubject } from './calls.ts'

export type RecordedKeys = { id: string; key: string; subject: CallSubject }
type Substitution = { marks: RecordedKeys; subjects: CallSubject[]; run: string }

/** Returns a function that replaces id, key and member in the recorded values of a call by those of another call. */
export function substituteValues({ marks, subjects, run }: Substitution, number: number) {
  const subject = pickSubject(subjects, number)
  const texts = [
    [marks.id, subject.id ?? `${run}-${number}`],
    [marks.key, `${run}-key-${number}`],
    [marks.subject.member, subject.member],
    [marks.subject.name, subject.name],
    [`"RewardId":${marks.subject.reward}`, `"RewardId":${subject.reward}`],
  ] as const
  return (value: unknown) => {
    if (value === marks.subject.customer) return subject.customer
    if (value === marks.subject.lot) return subject.lot
    if (value === marks.subject.reward) return subject.reward
    return typeof value === 'string'
      ? texts.reduce((text, [mark, ownValue]) => text.replaceAll(mark, () => ownValue), value)
      : value
  }
}
