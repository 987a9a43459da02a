import { Button } from 'antd'
import { BanIcon, CircleCheckIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { approvalsPath } from '#areas/approvals/paths.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { deactivateReward, type RewardDetail, updateReward } from '../../contract/rewards.ts'

/** Buttons to activate or deactivate a reward; deactivating needs a second person if members have the reward. */
export function RewardStatusActions({ reward }: { reward: RewardDetail }) {
  const t = useT()
  const [isDeactivating, setIsDeactivating] = useState(false)
  const { RewardId, Version, Name, Outstanding } = reward
  const activate = useCall(updateReward, {
    headline: () => t('rewards:headlines.activated', { name: Name }),
    done: 'rewards:updated',
    failed: 'rewards:updateFailed',
  })
  if (reward.Status !== 'Active')
    return (
      <ConfirmAction
        label={t('kit:verbs.activate')}
        icon={<CircleCheckIcon aria-hidden />}
        title={t('rewards:activateQuestion', { name: Name })}
        ok={t('kit:verbs.activate')}
        run={() => activate.mutateAsync({ RewardId, Version, Status: 'Active' })}
      />
    )
  if (reward.DeactivationRequestId !== null) return null
  return (
    <>
      <Button icon={<BanIcon aria-hidden />} onClick={() => setIsDeactivating(true)}>
        {t('rewards:end.button')}
      </Button>
      <FormDialog
        area="rewards"
        title={t('rewards:end.title', { name: Name })}
        open={isDeactivating}
        onClose={() => setIsDeactivating(false)}
        call={deactivateReward}
        fixed={{ RewardId, Version }}
        note={Outstanding > 0 ? <OutstandingNote count={Outstanding} /> : t('rewards:end.noHolders')}
        fields={
          Outstanding > 0 ? [{ name: 'HonourOutstandingYN', help: 'rewards:end.honourHelp' }, 'Remark'] : ['Remark']
        }
        initial={Outstanding > 0 ? {} : { HonourOutstandingYN: 'N' }}
        submit={Outstanding > 0 ? 'rewards:end.ask' : 'kit:verbs.deactivate'}
        headline={({ Status }) =>
          t(Status === 'Inactive' ? 'rewards:headlines.deactivated' : 'rewards:headlines.endRequested', { name: Name })
        }
        done={({ Status }) => t(Status === 'Inactive' ? 'rewards:updated' : 'rewards:end.waiting')}
        act={({ Status }) =>
          Status === 'Inactive' ? undefined : (
            <Link to={approvalsPath({ show: 'own' })}>{t('rewards:end.openRequest')}</Link>
          )
        }
        failed="rewards:updateFailed"
      />
    </>
  )
}

function OutstandingNote({ count }: { count: number }) {
  const t = useT()
  return (
    <>
      <p>
        <strong>{t('rewards:end.question', { count })}</strong>
      </p>
      <p>{t('rewards:end.second')}</p>
    </>
  )
}
