import { listProductGroups } from '#areas/setup/contract/product-groups.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { call } from '#kit/web/call.ts'
import type { Choice } from '#kit/web/choices.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { type T, useT } from '#kit/web/i18n.ts'
import { Muted, Stack, Sums } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type CheckedLine, confirmSaleLine, mapSaleLine } from '../../contract.ts'
import { plainQuantity } from '../amounts.ts'
import { disagreeing } from './cells.tsx'
import type { Settling } from './settling.ts'

type Props = { row: CheckedLine; open: boolean; onClose: () => void }

const CONFIRM_REASON_MAX = 300

/** Settles one line of a till. */
export function SettleDialogs({ settling, open, onClose }: { settling: Settling; open: boolean; onClose: () => void }) {
  const dialog = { row: settling.row, onClose }
  return (
    <>
      <MapDialog {...dialog} key={settling.row.LineKey} open={open && settling.act === 'Map'} />
      <Confirm {...dialog} open={open && settling.act === 'Confirm'} />
    </>
  )
}

/** Which goods of the company the line means: only what is unknown is asked. */
function MapDialog({ row, open, onClose }: Props) {
  const t = useT()
  return (
    <FormDialog
      area="sales"
      open={open}
      onClose={onClose}
      title={t('sales:check.mapTitle', { line: row.SequenceNo, number: row.InvoiceNo })}
      call={mapSaleLine}
      fixed={{ InvoiceNo: row.InvoiceNo, SequenceNo: row.SequenceNo }}
      fields={[
        { name: 'Brand', choices: { list: 'Brand' }, show: () => row.Reasons.includes('Brand') },
        { name: 'ProductGroup', choices: () => productGroups(t), show: () => row.Reasons.includes('ProductGroup') },
      ]}
      note={<LineMessages row={row} />}
      submit="sales:check.map"
      done={(line) => {
        if (line.Status === 'Waiting') return t('sales:check.mappedWaits')
        if (!line.MembershipNo) return t('sales:check.mappedWalkIn')
        return t('sales:check.mapped', { points: formatPoints(line.PointsEarned) })
      }}
      failed="sales:check.failed"
    />
  )
}

function Confirm({ row, open, onClose }: Props) {
  const t = useT()
  const labels = useLabels('sales')
  const confirming = useCall(confirmSaleLine, {
    done: (line) =>
      line.MembershipNo
        ? t('sales:check.confirmed', { points: formatPoints(line.PointsEarned) })
        : t('sales:check.confirmedWalkIn'),
    failed: 'sales:check.failed',
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      question={{
        title: t('sales:check.confirmTitle', { line: row.SequenceNo, number: row.InvoiceNo }),
        body: <LineMessages row={row} />,
        ok: t('sales:check.confirm'),
        reason: { label: labels.field('Remark'), maxLength: CONFIRM_REASON_MAX, required: true },
      }}
      run={(Remark) => confirming.mutateAsync({ InvoiceNo: row.InvoiceNo, SequenceNo: row.SequenceNo, Remark })}
    />
  )
}

/** What the till sent, in front of whoever decides about it. */
function LineMessages({ row }: { row: CheckedLine }) {
  const t = useT()
  const labels = useLabels('sales')
  return (
    <Stack gap="s" className="carat-box">
      <Sums
        label={t('sales:check.tillSaid')}
        items={[
          row.Description && { label: labels.field('Description'), value: row.Description },
          row.ItemCode && { label: labels.field('ItemCode'), value: row.ItemCode },
          { label: labels.field('Brand'), value: row.SentBrand },
          row.SentProductGroup && { label: labels.field('ProductGroup'), value: row.SentProductGroup },
          {
            label: labels.field('NetAmount'),
            value: (
              <>
                {plainQuantity(row.Quantity)} × <MoneyText amount={row.UnitPrice.replace(/(\.\d\d)0+$/, '$1')} /> ={' '}
                <MoneyText amount={row.NetAmount} currency />
                {disagreeing(t, row).map((message) => (
                  <Muted as="div" key={message} className="carat-bad">
                    {message}
                  </Muted>
                ))}
              </>
            ),
          },
        ]}
      />
      <Muted as="p">{t('sales:check.mapHint', { date: formatDate(row.BusinessDate) })}</Muted>
    </Stack>
  )
}

/** Goods that are sold now; those that earn nothing say so before they are chosen. */
async function productGroups(t: T): Promise<Choice[]> {
  const { rows } = await call(listProductGroups, { Search: { Status: 'Active' } })
  return rows.map(({ ProductCode, ProductName, EarnPointsYN }) => ({
    value: ProductCode,
    label: ProductName,
    hint: EarnPointsYN === 'N' ? `${ProductCode} · ${t('sales:lines.noPoints')}` : ProductCode,
  }))
}
