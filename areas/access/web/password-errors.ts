import type { z } from 'zod'
import { CallError } from '#kit/web/call.ts'
import { translateValidationIssue } from '#kit/web/form/issues.ts'
import { errorText } from '#kit/web/i18n.ts'
import { passwordRefusals } from '../contract/passwords.ts'

export type PasswordErrors = Partial<Record<'CurrentPassword' | 'NewPassword' | 'ConfirmPassword' | 'other', string>>

/** Validates a form by the schema of the call and returns the first error of each field. */
export function validatePasswordForm(schema: z.ZodType, values: object): PasswordErrors {
  const result = schema.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues.toReversed().map((issue) => [String(issue.path[0]), translateValidationIssue(issue, 'access')]),
  )
}

const newPasswordRefusals = [
  passwordRefusals.samePassword,
  passwordRefusals.shortPassword,
  passwordRefusals.commonPassword,
  passwordRefusals.personalPassword,
]

/** Returns the field to which an error of the server belongs. */
export function toPasswordErrors(error: unknown): PasswordErrors {
  const { description } = errorText(error)
  const code = error instanceof CallError ? error.code : undefined
  if (code === passwordRefusals.wrongPassword.code) return { CurrentPassword: description }
  if (newPasswordRefusals.some((refusal) => refusal.code === code)) return { NewPassword: description }
  return { other: description }
}
