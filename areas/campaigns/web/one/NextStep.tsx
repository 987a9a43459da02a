import { Button } from 'antd'
import { ArrowRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar } from '#kit/web/Layout.tsx'
import type { CampaignStep } from './steps.ts'

type Props = {
  step: CampaignStep
  /** True while the current step is incomplete; the button is then shown as a secondary button. */
  later?: boolean
  /** Replaces the label "Continue" of the button by the consequence of skipping the current step. */
  label?: string
  children?: ReactNode
}

/** Button to the next step of the page. */
export function NextStepButton({ step, later = false, label, children }: Props) {
  const t = useT()
  const [, setSearch] = useSearchParams()
  return (
    <ActionBar className="campaign-next">
      <Button
        type={later ? 'default' : 'primary'}
        icon={<ArrowRightIcon aria-hidden className="carat-mirrored" />}
        iconPlacement="end"
        onClick={() => setSearch({ tab: step }, { preventScrollReset: true })}
      >
        {label ?? t('campaigns:steps.continue', { step: t(`campaigns:steps.${step}`) })}
      </Button>
      {children}
    </ActionBar>
  )
}
