import { z } from 'zod'

// Default messages of validation errors for schemas without their own messages, because Zod writes for developers.
// Pages recognise these English validation messages and translate them (kit/web/form/issues.ts).

/** True for missing and empty values. */
const isMissing = (input: unknown) => input === undefined || input === null || input === ''

const kinds: Record<string, string> = {
  string: 'Enter a text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Enter true or false',
  array: 'Give a list',
  object: 'Give an object',
  record: 'Give an object',
}

const NOT_VALID = 'This is not valid'

function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? 'Required' : (kinds[issue.expected] ?? NOT_VALID)
    case 'invalid_union':
      return isMissing(issue.input) ? 'Required' : NOT_VALID
    case 'invalid_value':
      return isMissing(issue.input) ? 'Required' : 'Choose one of the options'
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys
        .slice(0, 5)
        .map((key) => key.slice(0, 50))
        .join(', ')}`
    default:
      return NOT_VALID
  }
}

function tooSmall({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) {
  if (origin === 'string') return minimum === 1 ? 'Required' : `The minimum length is ${minimum}`
  if (origin === 'array') return minimum === 1 ? 'Required' : `At least ${minimum} entries`
  return `Must be at least ${minimum}`
}

function tooBig({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  if (origin === 'string') return `The maximum length is ${maximum}`
  return origin === 'array' ? `At most ${maximum} entries` : `Must be at most ${maximum}`
}

// Sets the validation messages for the whole process, because every contract imports this module through fields.ts.
z.config({ customError: validationMessage })
