import { ReceiptTextIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { statementPath } from '#areas/points/paths.ts'
import { listProductGroups } from '#areas/setup/contract/product-groups.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { call } from '#kit/web/call.ts'
import type { SelectChoice } from '#kit/web/choices.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatDate, formatMoney, formatSigned, listSeparator } from '#kit/web/format.ts'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ChangesTable, ReviewWarning } from '#kit/web/queue/Decision.tsx'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { CheckedLine, listSalesToCheck, previewSaleLine } from '../../contract.ts'
import { salePath } from '../../paths.ts'
import { trimQuantityZeros } from '../amounts.ts'
import { describeMismatchedAmounts } from './cells.tsx'
import { SaleLineDecisionBar } from './SettleBar.tsx'
import { listUnknownGoodsFields, type MappedGoods } from './settling.ts'

/** Form for one line with issues: the values that the till sent, the corrected values, and the resulting points. */
export function SaleLineReview({ CheckId }: { CheckId: number }) {
  const t = useT()
  const { data, error, refetch } = useRead(listSalesToCheck, { Search: { CheckId } })
  const again = { error, onRetry: () => void refetch() }
  const row = data?.rows[0]
  if (!row)
    return (
      <QueueReview id={CheckId} title={t('sales:screens.check')} {...again}>
        {data && <EmptyState title={t('sales:check.gone')} />}
      </QueueReview>
    )
  return <Whole row={row} {...again} />
}

function Whole({ row, ...again }: { row: CheckedLine; error: unknown; onRetry: () => void }) {
  const t = useT()
  const [goods, setGoods] = useState<MappedGoods>({})
  const { CheckId, CustomerName, MembershipNo, InvoiceNo, SequenceNo, OutletCode, PerformedAt, Status } = row
  const { data: preview } = useRead(
    previewSaleLine,
    { InvoiceNo, SequenceNo, ...goods },
    { enabled: Status === 'Waiting' && MembershipNo !== null },
  )
  return (
    <QueueReview
      id={CheckId}
      person={CustomerName ?? undefined}
      title={t('customers:member.walkIn')}
      icon={<ReceiptTextIcon />}
      to={MembershipNo ? statementPath({ MembershipNo }) : undefined}
      number={[MembershipNo, OutletCode].filter(Boolean).join(' · ')}
      requestInfo={
        <>
          <Link to={salePath({ TransactionType: 'N', InvoiceNo })}>{InvoiceNo}</Link>,{' '}
          {t('sales:check.line', { line: SequenceNo })}, <ShortInstant value={PerformedAt} />
        </>
      }
      bar={Status === 'Waiting' && <SaleLineDecisionBar row={row} goods={goods} points={preview?.Points} />}
      {...again}
    >
      {Status === 'Waiting' ? (
        <WhatCounts row={row} goods={goods} onGoods={setGoods} points={preview?.Points} />
      ) : (
        <RecordFacts
          area="sales"
          of={CheckedLine}
          record={row}
          fields={[
            'Description',
            'Brand',
            'ProductGroup',
            'NetAmount',
            'Status',
            'PointsEarned',
            'Remark',
            'DecidedBy',
            'DecidedAt',
          ]}
        />
      )}
    </QueueReview>
  )
}

type CountsProps = {
  row: CheckedLine
  goods: MappedGoods
  onGoods: (goods: MappedGoods) => void
  points: number | undefined
}

function WhatCounts({ row, goods, onGoods, points }: CountsProps) {
  const t = useT()
  const labels = useLabels('sales')
  const missingGoods = listUnknownGoodsFields(row)
  const choose = (field: keyof MappedGoods) => (value: unknown) =>
    onGoods({ ...goods, [field]: (value as string | null) ?? undefined })
  const naming = (field: keyof MappedGoods) => t('sales:check.meant', { field: labels.field(field) })
  return (
    <>
      <ReviewWarning title={row.Reasons.map((reason) => labels.value('Reasons', reason)).join(listSeparator())}>
        {describeMismatchedAmounts(t, row).join('; ')}
      </ReviewWarning>
      <ChangesTable
        heads={[t('sales:check.fromTill'), t('sales:check.counts')]}
        rows={[
          (row.Description !== null || row.ItemCode !== null) && {
            key: 'goods',
            what: labels.field('Description'),
            now: row.Description ?? row.ItemCode,
            after: <Muted>{t('sales:check.asSent')}</Muted>,
          },
          {
            key: 'brand',
            what: labels.field('Brand'),
            now: row.SentBrand,
            after: missingGoods.includes('Brand') ? (
              <ChoiceSelect
                area="sales"
                field="Brand"
                choices={{ list: 'Brand' }}
                aria-label={naming('Brand')}
                value={goods.Brand ?? null}
                onChange={choose('Brand')}
              />
            ) : (
              row.Brand
            ),
          },
          {
            key: 'group',
            what: labels.field('ProductGroup'),
            now: row.SentProductGroup ?? t('sales:check.noGroup'),
            after: missingGoods.includes('ProductGroup') ? (
              <ChoiceSelect
                area="sales"
                field="ProductGroup"
                choices={productGroups(t)}
                aria-label={naming('ProductGroup')}
                value={goods.ProductGroup ?? null}
                onChange={choose('ProductGroup')}
              />
            ) : (
              (row.ProductGroup ?? '–')
            ),
          },
          {
            key: 'amount',
            what: labels.field('NetAmount'),
            now: (
              <span className="carat-figure">
                {trimQuantityZeros(row.Quantity)} × {formatMoney(row.UnitPrice.replace(/(\.\d\d)0+$/, '$1'))}
              </span>
            ),
            after: <span className="carat-figure">{formatMoney(row.NetAmount, { currency: true })}</span>,
          },
          {
            key: 'points',
            what: labels.field('PointsEarned'),
            now: <span className="carat-figure">0</span>,
            after: row.MembershipNo ? (
              <span className="carat-figure">{points === undefined ? '…' : formatSigned(points)}</span>
            ) : (
              <Muted>{t('sales:check.onceLinked')}</Muted>
            ),
          },
        ]}
      />
      <Muted as="p">{t('sales:check.mapHint', { date: formatDate(row.BusinessDate) })}</Muted>
    </>
  )
}

/** Returns the active product groups as options; a label marks groups that earn no points. */
const productGroups = (t: TranslateFunction) => async (): Promise<SelectChoice[]> => {
  const { rows } = await call(listProductGroups, { Search: { Status: 'Active' } })
  return rows.map(({ ProductCode, ProductName, EarnPointsYN }) => ({
    value: ProductCode,
    label: ProductName,
    hint: EarnPointsYN === 'N' ? `${ProductCode} · ${t('sales:lines.noPoints')}` : ProductCode,
  }))
}
