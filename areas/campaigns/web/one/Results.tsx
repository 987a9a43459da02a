import { formatDecimal, formatMoney, formatPercent, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, PlainTable, Stack, SummaryBar } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type CampaignDetail, getOutcome, type Outcome, type OutcomeGroup } from '../../contract.ts'
import { Sends } from './Sends.tsx'

/** What was sent, what was sold, and what of it the campaign can claim. */
export function Results({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const { data, error, refetch } = useRead(getOutcome, { CampaignCode: campaign.CampaignCode })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  const { Contacted, Control } = data
  const compared = Contacted.Sales === null ? shares : withSales
  return (
    <Stack>
      <Sends campaign={campaign} />
      <Card title={t('campaigns:outcome.title')}>
        <Stack>
          <SummaryBar
            items={[
              { label: t('campaigns:outcome.targeted'), value: formatPoints(data.Targeted) },
              { label: t('campaigns:outcome.contacted'), value: formatPoints(Contacted.Customers) },
              { label: t('campaigns:outcome.heldBack'), value: formatPoints(data.HeldBack) },
              { label: t('campaigns:outcome.converted'), value: formatPoints(Contacted.Converted), main: true },
              ...(Contacted.Sales === null
                ? []
                : [{ label: t('campaigns:outcome.sales'), value: formatMoney(Contacted.Sales) }]),
              { label: t('campaigns:outcome.cost'), value: formatPoints(data.SpentPoints) },
            ]}
          />
          {Control.Customers > 0 && (
            <PlainTable label={t('campaigns:outcome.compared')} figures>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="carat-unseen">{t('campaigns:outcome.title')}</span>
                  </th>
                  <th scope="col">{t('campaigns:outcome.contacted')}</th>
                  <th scope="col">{t('campaigns:outcome.control')}</th>
                </tr>
              </thead>
              <tbody>
                {compared.map(({ name, of }) => (
                  <tr key={name}>
                    <th scope="row">{t(`campaigns:outcome.${name}`)}</th>
                    <td className="carat-nowrap">{of(Contacted)}</td>
                    <td className="carat-nowrap">{of(Control)}</td>
                  </tr>
                ))}
              </tbody>
            </PlainTable>
          )}
          <Lift of={data} />
        </Stack>
      </Card>
    </Stack>
  )
}

/** What is compared of those written to and of those who were not, who stand side by side. */
const shares = [
  { name: 'customers', of: ({ Customers }: OutcomeGroup) => formatPoints(Customers) },
  { name: 'converted', of: ({ Converted }: OutcomeGroup) => formatPoints(Converted) },
  { name: 'rate', of: ({ Rate }: OutcomeGroup) => formatPercent(Rate, 2) },
] as const
const withSales = [...shares, { name: 'sales', of: ({ Sales }: OutcomeGroup) => formatMoney(Sales) }] as const

const signed = (value: number) => `${value > 0 ? '+' : ''}${formatDecimal(value.toFixed(2))}`

/** What the difference means, in words: chance alone makes groups differ too. */
function Lift({ of: { Lift: lift, Contacted, Control } }: { of: Outcome }) {
  const t = useT()
  // Before anybody was written to there is nobody in either group.
  const uncontrolled = Contacted.Customers > 0 && Control.Customers === 0
  if (!lift) return <Muted>{t(uncontrolled ? 'campaigns:lift.noControl' : 'campaigns:lift.nobody')}</Muted>
  const bounds = { difference: signed(lift.Difference), from: signed(lift.From), until: signed(lift.Until) }
  const meaning = lift.From > 0 ? 'more' : lift.Until < 0 ? 'less' : 'unclear'
  return (
    <Stack gap="s">
      <strong>{t(`campaigns:lift.${meaning}`)}</strong>
      <span>{t('campaigns:lift.bounds', bounds)}</span>
      <Muted>{t('campaigns:lift.explained')}</Muted>
    </Stack>
  )
}
