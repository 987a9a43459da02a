import { ChartColumnIcon, CircleCheckIcon, CircleIcon } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { CampaignDetail } from '../../contract.ts'
import { useAwardDescription } from '../sentence.ts'
import '../campaigns.css'
import { type CampaignStep, campaignSteps, hasCampaignBegun, isCampaignStepDone } from './steps.ts'

type Props = {
  /** The campaign of the checklist; undefined before the first save, which disables the later steps. */
  campaign: CampaignDetail | undefined
  current: CampaignStep | 'results'
  /** The steps that the user may see. */
  visible?: readonly CampaignStep[]
}

/** Shows the steps of a campaign with their states. Each step has its own URL on the same page. */
export function CampaignChecklist({ campaign, current, visible = campaignSteps }: Props) {
  const t = useT()
  const stateOf = useStepStates()
  return (
    <nav className="campaign-steps carat-card carat-unprinted" aria-label={t('campaigns:steps.label')}>
      <ol>
        {visible.map((step, index) => {
          const done = campaign !== undefined && isCampaignStepDone(step, campaign)
          const content = (
            <>
              <span className={`campaign-step-mark${done ? ' campaign-step-done' : ''}`} aria-hidden>
                {done ? <CircleCheckIcon /> : <CircleIcon />}
              </span>
              <span className="campaign-step-text">
                <span className="campaign-step-name">
                  <bdi>
                    {index + 1} {t(`campaigns:steps.${step}`)}
                  </bdi>
                </span>
                <span className="campaign-step-state">
                  {done && <span className="carat-unseen">{t('campaigns:steps.done')} </span>}
                  <bdi>
                    {campaign ? stateOf(step, campaign) : t(`campaigns:steps.${step === 'offer' ? 'now' : 'later'}`)}
                  </bdi>
                </span>
              </span>
            </>
          )
          return (
            <li key={step}>
              {campaign ? (
                <Link
                  to={{ search: `?tab=${step}` }}
                  preventScrollReset
                  className="campaign-step"
                  aria-current={step === current ? 'step' : undefined}
                >
                  {content}
                </Link>
              ) : (
                <span className="campaign-step" aria-current={step === current ? 'step' : undefined}>
                  {content}
                </span>
              )}
            </li>
          )
        })}
        {campaign && hasCampaignBegun(campaign) && visible.length === campaignSteps.length && (
          <li>
            <Link
              to={{ search: '?tab=results' }}
              preventScrollReset
              className="campaign-step"
              aria-current={current === 'results' ? 'step' : undefined}
            >
              <span className="campaign-step-mark" aria-hidden>
                <ChartColumnIcon />
              </span>
              <span className="campaign-step-text">
                <span className="campaign-step-name">{t('campaigns:outcome.title')}</span>
                <span className="campaign-step-state">{t('campaigns:steps.resultsHint')}</span>
              </span>
            </Link>
          </li>
        )}
      </ol>
    </nav>
  )
}

/** Returns a short text for the state of a campaign step. */
function useStepStates() {
  const t = useT()
  const labels = useLabels('campaigns')
  const award = useAwardDescription()
  return (step: CampaignStep, campaign: CampaignDetail) => {
    const { StartDate, EndDate, Targets, TemplateName, Status, SentYN } = campaign
    if (step === 'offer') {
      const period = t('campaigns:steps.period', { from: formatDate(StartDate), until: formatDate(EndDate) })
      return [award(campaign) ?? campaign.RewardName, period].filter(Boolean).join(' · ')
    }
    if (step === 'audience')
      return Targets > 0
        ? t('campaigns:live.holds', { count: Targets, number: formatPoints(Targets) })
        : t('campaigns:steps.everybody')
    if (step === 'message') return TemplateName ?? t('campaigns:steps.noMessage')
    if (Status === 'Draft') return t('campaigns:steps.notActive')
    return SentYN === 'Y' ? t('campaigns:steps.sent') : labels.value('Status', Status)
  }
}
