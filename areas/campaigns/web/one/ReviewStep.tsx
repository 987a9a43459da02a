import { Segmented } from 'antd'
import { CirclePlayIcon, SendIcon } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar, Muted, SideColumnLayout, Stack, SumList } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  addCampaignSend,
  type CampaignDetail,
  listCampaignSends,
  previewCampaignSend,
  type SendPreview,
  SendTo,
  updateCampaign,
} from '../../contract.ts'
import { useOfferSentences } from '../sentence.ts'
import { CampaignFigures } from './Figures.tsx'
import { isUnfinishedSend } from './SendHistory.tsx'
import { hasCampaignTargetList, isCampaignReadyToSend } from './steps.ts'

/** Step 4 of a campaign: shows offer and recipients for review, then activates and sends the campaign. */
export function ReviewStep({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const labels = useLabels('campaigns')
  const [sendTo, setSendTo] = useState<SendTo>('Not contacted')
  const { CampaignCode, TemplateId, BudgetPoints, SpentPoints } = campaign
  const sends = isCampaignReadyToSend(campaign)
  const { data, error, refetch } = useRead(
    previewCampaignSend,
    { CampaignCode, TemplateId: TemplateId ?? 0, SendTo: sendTo },
    { enabled: sends },
  )
  const suppressed = data?.Suppressed.reduce((sum, { Customers }) => sum + Customers, 0) ?? 0
  const customers = (count: number) => (data ? formatPoints(count) : '–')
  return (
    <>
      <CampaignFigures
        label={t('campaigns:steps.review')}
        items={[
          sends && {
            label: t('campaigns:review.recipients'),
            value: customers(data?.Recipients ?? 0),
            hint: data && t('campaigns:review.ofListed', { count: data.Listed, number: formatPoints(data.Listed) }),
          },
          sends && {
            label: t('campaigns:outcome.heldBack'),
            value: customers(suppressed),
            hint: data?.Suppressed[0] && labels.value('Result', data.Suppressed[0].Reason),
          },
          sends && {
            label: t('campaigns:outcome.control'),
            value: customers(data?.Control ?? 0),
            hint: t('campaigns:targets.control', { percent: campaign.ControlPercent }),
          },
          !sends && { label: t('campaigns:steps.audience'), value: <Audience campaign={campaign} /> },
          {
            label: t('campaigns:fields.BudgetPoints'),
            value: BudgetPoints ? formatPoints(BudgetPoints) : t('campaigns:review.noLimit'),
            hint: campaign.AwardPointYN === 'N' ? t('campaigns:review.noAward') : spentHint(t, SpentPoints),
          },
          sends && {
            label: t('campaigns:outcome.messageCost'),
            value: data ? formatMoney(data.MessageCost, { currency: true }) : '–',
            hint: t('campaigns:review.costHint'),
          },
        ]}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <SideColumnLayout close side={<Summary campaign={campaign} />}>
        {sends ? (
          <Card
            title={t('campaigns:review.reach')}
            extra={campaign.SentYN === 'Y' && <SendToChoice value={sendTo} onChange={setSendTo} />}
          >
            {data ? <Reach preview={data} /> : !error && <LoadingState rows={4} />}
          </Card>
        ) : (
          <Card title={t('campaigns:review.reach')}>
            <Muted as="p">
              {t(hasCampaignTargetList(campaign) ? 'campaigns:review.noMessage' : 'campaigns:review.noList')}
            </Muted>
          </Card>
        )}
      </SideColumnLayout>
      <Acts campaign={campaign} sendTo={sendTo} recipients={sends ? data?.Recipients : undefined} />
    </>
  )
}

const spentHint = (t: ReturnType<typeof useT>, points: number) =>
  points > 0 && t('campaigns:review.spent', { count: points, points: formatPoints(points) })

function Audience({ campaign: { Targets } }: { campaign: CampaignDetail }) {
  const t = useT()
  return Targets > 0 ? formatPoints(Targets) : t('campaigns:steps.everybody')
}

function SendToChoice({ value, onChange }: { value: SendTo; onChange: (value: SendTo) => void }) {
  const t = useT()
  const labels = useLabels('campaigns')
  return (
    <Segmented<SendTo>
      aria-label={t('campaigns:fields.SendTo')}
      value={value}
      options={SendTo.options.map((option) => ({ value: option, label: labels.value('SendTo', option) }))}
      onChange={onChange}
    />
  )
}

/** Calculates the recipients from the listed customers: each line subtracts one reason for getting no message. */
function Reach({ preview: { Listed, Contacted, Control, Suppressed, Recipients } }: { preview: SendPreview }) {
  const t = useT()
  const labels = useLabels('campaigns')
  const minus = (count: number) => `−${formatPoints(count)}`
  return (
    <Stack>
      <SumList
        label={t('campaigns:review.reach')}
        items={[
          { label: t('campaigns:outcome.targeted'), value: formatPoints(Listed) },
          Contacted > 0 && { label: t('campaigns:review.earlier'), value: minus(Contacted) },
          ...Suppressed.map(({ Reason, Customers }) => ({
            key: Reason,
            label: labels.value('Result', Reason),
            value: minus(Customers),
          })),
          Control > 0 && { label: t('campaigns:outcome.control'), value: minus(Control) },
          { label: t('campaigns:review.recipients'), value: formatPoints(Recipients), strong: true },
        ]}
      />
      <Muted as="p">{t('campaigns:review.hint')}</Muted>
    </Stack>
  )
}

function Summary({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const lines = useOfferSentences()(campaign, campaign.Objects)
  return (
    <Card title={t('campaigns:steps.offer')}>
      <Stack gap="s">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <strong>
          {campaign.TemplateName
            ? t('campaigns:review.sends', { template: campaign.TemplateName })
            : t('campaigns:steps.noMessage')}
        </strong>
      </Stack>
    </Card>
  )
}

type ActsProps = {
  campaign: CampaignDetail
  sendTo: SendTo
  /** The number of recipients; undefined without a message or while the count is loading. */
  recipients: number | undefined
}

/** Buttons that activate the campaign, send it, or both. */
function Acts({ campaign, sendTo, recipients }: ActsProps) {
  const t = useT()
  const [, setSearch] = useSearchParams()
  const { CampaignCode, CampaignName: name, Version, TemplateId, TemplateName, Status } = campaign
  const { data } = useRead(listCampaignSends, { Search: { CampaignCode } })
  const showResults = () => setSearch({ tab: 'results' })
  const send = useCall(addCampaignSend, {
    done: 'campaigns:send.begun',
    failed: 'campaigns:failed.send',
    onDone: showResults,
  })
  const activate = useCall(updateCampaign, {
    headline: () => t('kit:headlines.saved', { name }),
    done: 'campaigns:updated',
    failed: 'campaigns:failed.update',
    onDone: showResults,
  })
  const isActive = Status === 'Active'
  const sends = isCampaignReadyToSend(campaign) && TemplateId !== null && Status !== 'Ended'
  if (isActive && !sends) return null
  const reason =
    (sends && recipients === undefined && t('kit:state.loading')) ||
    (data?.rows.some(isUnfinishedSend) && t('campaigns:send.running')) ||
    (recipients === 0 && t('campaigns:refusals.send_nobody')) ||
    false
  const count = recipients ?? 0
  const words = { count, number: formatPoints(count) }
  return (
    <ActionBar className="campaign-next">
      {sends && (
        <ConfirmAction
          label={t(isActive ? 'campaigns:review.send' : 'campaigns:review.activateAndSend', words)}
          icon={<SendIcon aria-hidden />}
          button={{ type: 'primary' }}
          disabled={reason}
          title={t('campaigns:review.question', { ...words, template: TemplateName ?? '' })}
          body={t('campaigns:review.effect')}
          ok={t('campaigns:review.ok')}
          run={() =>
            send.mutateAsync({
              CampaignCode,
              TemplateId,
              SendTo: sendTo,
              ActivateYN: isActive ? 'N' : 'Y',
              ReviewedVersion: Version,
            })
          }
        />
      )}
      {!isActive && (
        <ConfirmAction
          label={t(sends ? 'campaigns:review.activateOnly' : 'kit:verbs.activate')}
          icon={<CirclePlayIcon aria-hidden />}
          {...(!sends && { button: { type: 'primary' as const } })}
          title={t('campaigns:act.activateQuestion', { name })}
          ok={t('kit:verbs.activate')}
          run={() => activate.mutateAsync({ CampaignCode, Version, Status: 'Active' })}
        />
      )}
    </ActionBar>
  )
}
