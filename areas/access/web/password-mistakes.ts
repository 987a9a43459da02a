import type { z } from 'zod'
import { CallError } from '#kit/web/call.ts'
import { issueText } from '#kit/web/form/issues.ts'
import { errorText } from '#kit/web/i18n.ts'
import { passwordRefusals } from '../contract/passwords.ts'

export type PasswordMistakes = Partial<Record<'CurrentPassword' | 'NewPassword' | 'ConfirmPassword' | 'other', string>>

/** What is wrong with each field, by the server's own schema: the first mistake of each. */
export function mistakesIn(schema: z.ZodType, values: object): PasswordMistakes {
  const result = schema.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues.toReversed().map((issue) => [String(issue.path[0]), issueText(issue, 'access')]),
  )
}

const ofNew = [
  passwordRefusals.samePassword,
  passwordRefusals.shortPassword,
  passwordRefusals.commonPassword,
  passwordRefusals.personalPassword,
]

/** To which field the server's refusal belongs. */
export function mistakeOf(error: unknown): PasswordMistakes {
  const { description } = errorText(error)
  const code = error instanceof CallError ? error.code : undefined
  if (code === passwordRefusals.wrongPassword.code) return { CurrentPassword: description }
  if (ofNew.some((refusal) => refusal.code === code)) return { NewPassword: description }
  return { other: description }
}
