import '../memberships.css'
import { Radio } from 'antd'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatMoney, formatShortInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listUpgradeInvoices } from '../../contract/upgrade.ts'
import { useCardCategory } from '../card-category.tsx'

const VISIBLE_INVOICES = 50

/** Lists the member's sales, newest first. */
export const useUpgradeInvoices = (MembershipNo: string) =>
  useRead(listUpgradeInvoices, { Rows: VISIBLE_INVOICES, Search: { MembershipNo } })

type Props = { MembershipNo: string; value: string | undefined; onChange: (invoice: string) => void }

/** Lists the member's sales with the category that each sale leads to, or the reason why it does not qualify. */
export function UpgradeInvoiceChoices({ MembershipNo, value, onChange }: Props) {
  const t = useT()
  const labels = useLabels('memberships')
  const tierOf = useCardCategory()
  const { data, error, refetch } = useUpgradeInvoices(MembershipNo)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={4} />
  if (data.rows.length === 0)
    return <EmptyState title={t('memberships:upgrade.noInvoice')} hint={t('memberships:upgrade.noInvoiceHint')} />
  return (
    <>
      <Radio.Group
        className="upgrade-invoices"
        aria-label={t('memberships:upgrade.choose')}
        value={value ?? null}
        onChange={({ target }) => onChange(target.value)}
      >
        {data.rows.map((row) => (
          <Radio key={row.InvoiceNo} value={row.InvoiceNo} disabled={row.QualifiesYN === 'N'} className="carat-box">
            <Columns least={140} gap="xs" as="span">
              <span>
                <strong>{row.InvoiceNo}</strong>
                <Muted>
                  {formatShortInstant(row.PerformedAt)} · {row.OutletCode}
                </Muted>
              </span>
              <span className="carat-two-lines">
                <MoneyText amount={row.BasisAmount} currency />
                {row.BasisAmount !== row.NetAmount && (
                  <Muted>{t('memberships:upgrade.of', { amount: formatMoney(row.NetAmount) })}</Muted>
                )}
              </span>
              <span>
                {row.QualifiesYN === 'Y' && row.CardCategoryCode ? (
                  <ColourTag
                    name={row.CardCategoryName ?? row.CardCategoryCode}
                    color={tierOf(row.CardCategoryCode)?.color}
                  />
                ) : (
                  row.Reason && labels.value('Reason', row.Reason)
                )}
              </span>
            </Columns>
          </Radio>
        ))}
      </Radio.Group>
      {data.count > data.rows.length && (
        <Muted as="p">{t('customers:member.more', { shown: data.rows.length, count: data.count })}</Muted>
      )}
    </>
  )
}
