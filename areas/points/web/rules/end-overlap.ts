import type { CallError } from '#kit/web/call.ts'
import { formatShortDate } from '#kit/web/format.ts'
import { t } from '#kit/web/i18n.ts'
import { pointRuleRefusals } from '../../contract.ts'

/** Returns an action for an overlap error, which saves again with EndOtherYN and so ends the other structure. */
export function endOverlapAction({ code, params }: CallError) {
  if (code !== pointRuleRefusals.structureBeside.code) return undefined
  const { Code = '', EndDate = '' } = params as { Code?: string; EndDate?: string }
  return {
    label: t('points:structure.endOther', { code: Code, date: formatShortDate(EndDate) }),
    with: { EndOtherYN: 'Y' as const },
  }
}
