import { splitValidationMessage } from '#kit/contract/issues.ts'
import { t } from '../i18n.ts'
import type { TextNamespace } from '../labels.ts'
import { textGroup } from '../text-store.ts'
import type { TextKey } from '../vocabulary.ts'

export type ValidationIssue = { message: string }

/** Returns the kit's text key for a validation message of the contract, with the values in the message. */
export function findValidationMessageText(
  message: string,
): { key: TextKey; values: Record<string, string> } | undefined {
  const translatable = splitValidationMessage(message)
  return translatable && { key: `kit:issues.${translatable.name}`, values: translatable.values }
}

/** Returns the text of a validation error: the kit's translation, the area's translation, or the message itself. */
export function translateValidationIssue(issue: ValidationIssue, area: TextNamespace): string {
  const kitText = findValidationMessageText(issue.message)
  if (kitText) return t(kitText.key, kitText.values)
  const areaText = textGroup(area, 'issues')?.[issue.message]
  return typeof areaText === 'string' ? areaText : issue.message
}
