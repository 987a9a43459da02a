import { Button, Tooltip } from 'antd'
import { CircleAlertIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getReconciliation, reconciliationRoles } from '../contract/proof.ts'
import { proofPath } from '../paths.ts'

const STALE_MS = 600_000

/** Shows head office a badge if the latest reconciliation found differences. Hidden without differences. */
export function LedgerDifferencesBadge() {
  const t = useT()
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  const { data } = useRead(getReconciliation, {}, { enabled: isHQ && has(reconciliationRoles), staleTime: STALE_MS })
  if (!data?.Proof || data.Proof.Differences === 0) return null
  const label = t('app:expiry.differ')
  return (
    <Tooltip title={label}>
      <Button type="text" aria-label={label} icon={<CircleAlertIcon />} onClick={() => void navigate(proofPath())} />
    </Tooltip>
  )
}
