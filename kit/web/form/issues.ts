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
  [/^Use a date like /, 'kit:issues.date'],
  [/^Use a time like /, 'kit:issues.time'],
  [/^This date does not exist$/, 'kit:issues.noSuchDate'],
  [/^Enter a number$/, 'kit:issues.number'],
  [/^Enter a whole number$/, 'kit:issues.whole'],
  [/^At most (?<max>\d+) decimals$/, 'kit:issues.decimals'],
  [/^Must not be negative$/, 'kit:issues.negative'],
  [/^Must be at least (?<min>-?[\d.]+)$/, 'kit:issues.least'],
  [/^Enter a valid e-mail address$/, 'kit:issues.email'],
  [/^Enter a valid phone number$/, 'kit:issues.phone'],
  [/^The minimum length is (?<min>\d+)$/, 'kit:issues.minLength'],
  [/^Must be at most (?<max>-?[\d.]+)$/, 'kit:issues.most'],
  [/^At least (?<min>\d+) entries$/, 'kit:issues.fewEntries'],
  [/^At most (?<max>\d+) entries$/, 'kit:issues.manyEntries'],
  [/^At most (?<max>\d+) rows at once$/, 'kit:issues.manyRows'],
  [/^Choose one of the options$/, 'kit:issues.choose'],
  [/^Enter a text$/, 'kit:issues.text'],
  [/^Enter true or false$/, 'kit:issues.flag'],
  [/^Give a list$/, 'kit:issues.list'],
  [/^Give an object$/, 'kit:issues.object'],
  [/^Unknown field: (?<names>.*)$/, 'kit:issues.unknown'],
  [/^Use a colour like /, 'kit:issues.colour'],
  [/^Send a path without a query$/, 'kit:issues.path'],
  [/^Choose a JPEG, PNG or WebP image$/, 'kit:issues.image'],
  [/^This is not valid$/, 'kit:issues.invalid'],
]

export type Issue = { message: string }

/** The kit's text for a sentence of the contracts, with the values that the sentence names. */
export function knownIssue(message: string): { key: TextKey; values: Record<string, string> } | undefined {
  for (const [pattern, key] of known) {
    const match = pattern.exec(message)
    if (match) return { key, values: { ...match.groups } }
  }
  return undefined
}

/** What a person reads under a field: the kit's sentence, the area's (`issues` by the English sentence), or the message. */
export function issueText(issue: Issue, area: Area): string {
  const ours = knownIssue(issue.message)
  if (ours) return t(ours.key, ours.values)
  const own = i18next.getResource(i18next.language, area, 'issues') as Record<string, string> | undefined
  return own?.[issue.message] ?? issue.message
}
