import { CircleAlertIcon, CircleCheckIcon } from 'lucide-react'
import { Link } from 'react-router'
import { getReconciliation, reconciliationRoles } from '#areas/expiry/contract/proof.ts'
import { proofPath } from '#areas/expiry/paths.ts'
import { formatPoints, formatShortInstant, lowerCaseRelativeDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'

const STALE_MS = 600_000

/** The result of the last ledger reconciliation. */
export function ReconciliationCard() {
  const t = useT()
  const { has, isHQ } = useSession()
  const { data } = useRead(getReconciliation, {}, { enabled: isHQ && has(reconciliationRoles), staleTime: STALE_MS })
  const proof = data?.Proof
  if (!proof) return null
  const agrees = proof.Differences === 0
  return (
    <Card title={t('dashboard:ledger.title')} extra={<Link to={proofPath()}>{t('dashboard:ledger.open')}</Link>}>
      <Row tight start gap="m">
        {agrees ? (
          <CircleCheckIcon className="carat-good" aria-hidden />
        ) : (
          <CircleAlertIcon className="carat-bad" aria-hidden />
        )}
        <div>
          <strong className={agrees ? undefined : 'carat-bad'}>
            {agrees
              ? t('dashboard:ledger.agrees')
              : t('dashboard:ledger.differs', {
                  count: proof.Differences,
                  differences: formatPoints(proof.Differences),
                })}
          </strong>
          <Muted as="p">
            {t('dashboard:ledger.at', { when: lowerCaseRelativeDate(formatShortInstant(proof.ProvedAt)) })}
          </Muted>
        </div>
      </Row>
    </Card>
  )
}
