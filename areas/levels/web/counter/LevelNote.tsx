import { Alert } from 'antd'
import { ArrowUpRightIcon } from 'lucide-react'
import { formatPersonName } from '#kit/contract/person.ts'
import { formatRelativeDate, formatShortDate, formatShortInstant, lowerCaseRelativeDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getLevelHistory } from '../../contract/level-histories.ts'
import { levelRoles } from '../../contract/roles.ts'
import { getLevelStatus } from '../../contract/status.ts'
import { useCardCategories } from '../Tiers.tsx'

/** Shows below a member's name the approved next tier with its date, or a pending request. */
export function PendingLevelNote({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const tiers = useCardCategories()
  const may = has(levelRoles)
  const { data } = useRead(getLevelStatus, { MembershipNo }, { enabled: may })
  const LevelHistoryId = data?.PendingId ?? 0
  const pendingChange = useRead(getLevelHistory, { LevelHistoryId }, { enabled: LevelHistoryId > 0 }).data
  const nameOf = (code: string | null) =>
    code ? (tiers.find(({ Code }) => Code === code)?.Name ?? code) : t('customers:member.nonPremium')
  if (data?.ComingFrom) {
    const near = formatRelativeDate(data.ComingFrom)
    const date = formatShortDate(data.ComingFrom)
    return (
      <LevelAlert
        title={t('levels:counter.from', {
          tier: nameOf(data.ComingCategory),
          when: near === date ? date : `${lowerCaseRelativeDate(near)}, ${date}`,
        })}
        about={[
          data.ComingBy && t('levels:counter.approvedBy', { name: formatPersonName(data.ComingBy) }),
          t('levels:counter.until', { tier: nameOf(data.CardCategoryCode) }),
        ]
          .filter(Boolean)
          .join(' ')}
      />
    )
  }
  if (!pendingChange) return null
  return (
    <LevelAlert
      title={t('levels:counter.requested', { tier: nameOf(pendingChange.ToCategory) })}
      about={t('levels:counter.requestedBy', {
        name: pendingChange.RequestedBy ? formatPersonName(pendingChange.RequestedBy) : t('levels:counter.program'),
        when: lowerCaseRelativeDate(formatShortInstant(pendingChange.RequestedAt)),
      })}
    />
  )
}

const LevelAlert = ({ title, about }: { title: string; about: string }) => (
  <Alert
    type="info"
    showIcon
    icon={<ArrowUpRightIcon className="carat-mirrored" aria-hidden />}
    title={<strong>{title}</strong>}
    description={about}
  />
)
