import { issueOf } from '#kit/contract/issues.ts'
import { t } from '../i18n.ts'
import type { Area } from '../labels.ts'
import { groupOf } from '../text-store.ts'
import type { TextKey } from '../vocabulary.ts'

export type Issue = { message: string }

/** The kit's text for a sentence of the contracts, with the values that the sentence names. */
export function knownIssue(message: string): { key: TextKey; values: Record<string, string> } | undefined {
  const known = issueOf(message)
  return known && { key: `kit:issues.${known.name}`, values: known.values }
}

/** What a person reads under a field: the kit's sentence, the area's (`issues` by the English sentence), or the message. */
export function issueText(issue: Issue, area: Area): string {
  const ours = knownIssue(issue.message)
  if (ours) return t(ours.key, ours.values)
  const own = groupOf(area, 'issues')?.[issue.message]
  return typeof own === 'string' ? own : issue.message
}
