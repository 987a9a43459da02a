import { issueOf } from '#kit/contract/issues.ts'
import { t } from '../i18n.ts'
import type { Area } from '../labels.ts'
import { groupOf } from '../text-store.ts'
import type { TextKey } from '../vocabulary.ts'

export type Issue = { message: string }

/** The kit's text key for an issue message of the contract, with the values in the message. */
export function knownIssue(message: string): { key: TextKey; values: Record<string, string> } | undefined {
  const translatable = issueOf(message)
  return translatable && { key: `kit:issues.${translatable.name}`, values: translatable.values }
}

/** The text shown under a field: the kit's translation, the area's (`issues`, keyed by the English message), or the message. */
export function issueText(issue: Issue, area: Area): string {
  const kitText = knownIssue(issue.message)
  if (kitText) return t(kitText.key, kitText.values)
  const areaText = groupOf(area, 'issues')?.[issue.message]
  return typeof areaText === 'string' ? areaText : issue.message
}
