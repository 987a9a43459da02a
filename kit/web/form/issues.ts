import i18next from 'i18next'
import { t } from '../i18n.ts'
import type { Area } from '../labels.ts'
import type { TextKey } from '../vocabulary.ts'

/** The texts of `kit/contract/fields.ts` as patterns: the same sentence comes from the schema here and from the server. */
const known: readonly (readonly [RegExp, TextKey])[] = [
  [/^Required$/, 'kit:issues.required'],
  [/^The maximum length is (?<max>\d+)$/, 'kit:issues.maxLength'],
  [/^Contains characters that are not allowed$/, 'kit:issues.characters'],
  [/^Please use capital letter without space$/, 'kit:issues.code'],
  [/^Please use a date like /, 'kit:issues.date'],
  [/^Please use a time like /, 'kit:issues.time'],
  [/^This date does not exist$/, 'kit:issues.noSuchDate'],
  [/^Please enter a number$/, 'kit:issues.number'],
  [/^Please enter a whole number$/, 'kit:issues.whole'],
  [/^At most (?<max>\d+) decimals$/, 'kit:issues.decimals'],
  [/^Must not be negative$/, 'kit:issues.negative'],
  [/^Must be at least (?<min>\d+)$/, 'kit:issues.least'],
  [/^Please enter a valid e-mail address$/, 'kit:issues.email'],
  [/^Please enter a valid telephone number$/, 'kit:issues.phone'],
]

/** Zod's own sentences are for developers; these are said by what was wrong instead. */
const zodsOwn = /^(Invalid |Too (small|big)|Unrecognized |Expected )/

export type Issue = {
  message: string
  code?: string | undefined
  minimum?: unknown
  maximum?: unknown
  origin?: unknown
}

/** What a person reads under a field: the kit's sentence, the area's (`issues` by the English sentence), or the message. */
export function issueText(issue: Issue, area: Area): string {
  for (const [pattern, key] of known) {
    const match = pattern.exec(issue.message)
    if (match) return t(key, { ...match.groups })
  }
  const own = i18next.getResource(i18next.language, area, 'issues') as Record<string, string> | undefined
  if (own?.[issue.message]) return own[issue.message]!
  return zodsOwn.test(issue.message) ? byCode(issue) : issue.message
}

function byCode({ code, minimum, maximum, origin }: Issue) {
  const few = `${minimum}`
  const many = `${maximum}`
  const text = origin === 'string'
  if (code === 'too_small')
    return text || origin === 'array' ? t('kit:issues.minLength', { min: few }) : t('kit:issues.least', { min: few })
  if (code === 'too_big')
    return text || origin === 'array' ? t('kit:issues.maxLength', { max: many }) : t('kit:issues.most', { max: many })
  if (code === 'invalid_value') return t('kit:issues.choose')
  return code === 'invalid_type' ? t('kit:issues.required') : t('kit:issues.invalid')
}
