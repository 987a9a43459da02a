import { BanIcon, CirclePauseIcon } from 'lucide-react'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type CampaignDetail, updateCampaign } from '../../contract.ts'

/** Buttons that pause or end a campaign after a confirmation. The review step activates a campaign. */
export function CampaignStatusActions({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const { CampaignCode, CampaignName: name, Version, Status } = campaign
  const change = useCall(updateCampaign, {
    headline: () => t('kit:headlines.saved', { name }),
    done: 'campaigns:updated',
    failed: 'campaigns:failed.update',
  })
  const to = (next: 'Paused' | 'Ended') => () => change.mutateAsync({ CampaignCode, Version, Status: next })
  return (
    <>
      {Status === 'Active' && (
        <ConfirmAction
          label={t('campaigns:act.pause')}
          icon={<CirclePauseIcon aria-hidden />}
          title={t('campaigns:act.pauseQuestion', { name })}
          body={t('campaigns:act.pauseEffect')}
          ok={t('campaigns:act.pause')}
          run={to('Paused')}
        />
      )}
      {(Status === 'Active' || Status === 'Paused') && (
        <ConfirmAction
          label={t('campaigns:act.end')}
          icon={<BanIcon aria-hidden />}
          title={t('campaigns:act.endQuestion', { name })}
          body={t('campaigns:act.endEffect')}
          ok={t('campaigns:act.end')}
          danger
          run={to('Ended')}
        />
      )}
    </>
  )
}
