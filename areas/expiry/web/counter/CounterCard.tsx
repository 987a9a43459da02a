import { Link } from 'react-router'
import { counterPath } from '#areas/memberships/paths.ts'
import { ContactButton } from '#kit/web/ContactWay.tsx'
import { formatDayAndMonth, formatPoints } from '#kit/web/format.ts'
import { PeopleList, PersonEntry } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listRescue, rescueRoles } from '../../contract/rescue.ts'
import { rescuePath } from '../../paths.ts'

const VISIBLE_MAX = 5
const FRESH_MS = 60_000

/** The card on the counter page with the first members of the call list who were not contacted yet. */
export function ExpiringPointsCounterCard() {
  const t = useT()
  const { has } = useSession()
  const canView = has(rescueRoles)
  const { data, error, refetch } = useRead(
    listRescue,
    { Rows: VISIBLE_MAX, Search: { ContactedYN: 'N' } },
    { enabled: canView, staleTime: FRESH_MS },
  )
  if (!canView || data?.count === 0) return null
  return (
    <Card
      flush
      title={t('expiry:rescue.soon')}
      count={data?.count}
      extra={<Link to={rescuePath()}>{t('expiry:rescue.callList')}</Link>}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={5} />
      ) : (
        <PeopleList label={t('expiry:rescue.soon')}>
          {data.rows.map((row) => (
            <PersonEntry
              key={row.MembershipNo}
              name={row.FullName}
              to={counterPath({ member: row.MembershipNo })}
              about={t('expiry:rescue.pointsOn', {
                count: row.PointExpiry,
                points: formatPoints(row.PointExpiry),
                date: formatDayAndMonth(row.ExpiryDate),
              })}
              act={<ContactButton person={row} />}
            />
          ))}
        </PeopleList>
      )}
    </Card>
  )
}
