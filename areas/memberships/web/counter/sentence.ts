import {
  formatMoney,
  formatPoints,
  formatRelativeDate,
  formatShortDate,
  listSeparator,
  lowerCaseRelativeDate,
} from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { TextParams } from '#kit/web/text-lookup.ts'
import type { CardWarning, NextAction } from '../../contract/counter.ts'

type Sentence = CardWarning | NextAction

/** Formats a message of the server in the user's language, with its figures and field names. */
export function useServerMessageFormatter() {
  const t = useT()
  const labels = useLabels('memberships')
  const formatters: Record<string, (value: string) => string> = {
    Fields: (value) =>
      value
        .split(/,\s*/)
        .map((field) => labels.value('MissingData', field))
        .join(listSeparator()),
    Status: (value) => labels.value('Status', value),
    Points: (value) => formatPoints(Number(value)),
    Amount: formatMoney,
    Date: formatShortDate,
  }
  return ({ Code, Params }: Sentence) => {
    const params: TextParams = Object.fromEntries(
      Object.entries(Params).map(([name, value]) => [name, formatters[name]?.(String(value)) ?? value]),
    )
    const near = typeof Params.Date === 'string' && { Near: lowerCaseRelativeDate(formatRelativeDate(Params.Date)) }
    return t(`memberships:card.${Code}`, { ...params, ...near })
  }
}
