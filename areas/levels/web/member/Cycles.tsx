import { CardCategoryTag } from '#areas/memberships/web/index.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import type { CycleReview } from '../../contract/status.ts'

/** Lists the outcomes of a member's last cycles. */
export function CycleOutcomes({ cycles }: { cycles: readonly CycleReview[] }) {
  const t = useT()
  const labels = useLabels('levels')
  return (
    <Card title={t('levels:cycles')}>
      {/* Scrolls on a narrow page, so it must be reachable by Tab. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="carat-scroll" aria-label={t('levels:cycles')} tabIndex={0}>
        <table className="carat-table">
          <thead>
            <tr>
              <th scope="col">{t('levels:fields.Cycle')}</th>
              <th scope="col">{t('levels:fields.CardCategoryCode')}</th>
              <th scope="col">{t('levels:fields.Spend')}</th>
              <th scope="col">{t('levels:fields.MaintainAmount')}</th>
              <th scope="col">{t('levels:fields.Outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {cycles.map((cycle) => (
              <tr key={cycle.CycleEnd}>
                <td>{t('levels:span', { from: formatDate(cycle.CycleStart), to: formatDate(cycle.CycleEnd) })}</td>
                <td>
                  <CardCategoryTag code={cycle.CardCategoryCode} />
                </td>
                <td>{cycle.Spend === null ? '–' : <MoneyText amount={cycle.Spend} />}</td>
                <td>
                  <MoneyText amount={cycle.MaintainAmount} />
                </td>
                <td>{labels.value('Outcome', cycle.Outcome)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
