import { Button, Tooltip } from 'antd'
import { CircleAlertIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getProof, proofRoles } from '../contract/proof.ts'
import { proofPath } from '../paths.ts'

const EVERY_MS = 600_000

/** Tells head office that the ledger did not balance when it was reconciled last. That it does is no news. */
export function LedgerBadge() {
  const t = useT()
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  const { data } = useRead(getProof, {}, { enabled: isHQ && has(proofRoles), staleTime: EVERY_MS })
  if (!data?.Proof || data.Proof.Differences === 0) return null
  const words = t('app:expiry.differ')
  return (
    <Tooltip title={words}>
      <Button type="text" aria-label={words} icon={<CircleAlertIcon />} onClick={() => void navigate(proofPath())} />
    </Tooltip>
  )
}
