import { Button } from 'antd'
import { CloudCheckIcon } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatMoney } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, SumList } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { calculateSaleTotals, toCents, unitsToAmount } from '../amounts.ts'
import { linesToPost, type SaleDraft } from './draft.ts'
import { SaleEarningsPreview } from './Earnings.tsx'
import type { SalePreview } from './usePreview.ts'

type Props = {
  draft: SaleDraft
  preview: SalePreview
  busy: boolean
  /** True if the button is at the bottom edge of the window instead of in this panel. */
  docked: boolean
  onSave: () => void
  /** Function that discards the draft; undefined if the draft is empty. */
  onDiscard: (() => void) | undefined
}

/** Shows total and points of the sale after every change, and the button that posts the sale. */
export function SaleTotalPanel({ draft, preview, busy, docked, onSave, onDiscard }: Props) {
  const t = useT()
  const labels = useLabels('sales')
  const lines = linesToPost(draft)
  const sums = calculateSaleTotals(lines, draft)
  const less = (field: 'TradeIn' | 'VoucherAmount') =>
    toCents(draft[field]) > 0n && { label: <Muted>{labels.field(field)}</Muted>, value: money(-toCents(draft[field])) }
  return (
    <>
      <Card label={t('sales:sums.title')}>
        <SumList
          items={[
            {
              label: <Muted>{t('sales:sums.pieces', { count: lines.length })}</Muted>,
              value: money(sums.net + sums.discount),
            },
            sums.discount > 0n && { label: <Muted>{labels.field('Discount')}</Muted>, value: money(-sums.discount) },
            sums.tax > 0n && { label: <Muted>{labels.field('Tax')}</Muted>, value: money(sums.tax) },
            less('TradeIn'),
            less('VoucherAmount'),
            {
              label: t('sales:sums.due'),
              value: (
                <output className="carat-record-name">
                  <MoneyText amount={unitsToAmount(sums.due)} currency />
                </output>
              ),
              strong: true,
            },
          ]}
        />
      </Card>
      <SaleEarningsPreview draft={draft} preview={preview} />
      {!docked && <SaveSaleButton draft={draft} busy={busy} onSave={onSave} />}
      <Muted as="div" className="carat-row carat-row-center carat-keys">
        <kbd>Ctrl</kbd> <kbd>{t('sales:entry.enterKey')}</kbd> {t('sales:entry.saves')}
      </Muted>
      {onDiscard && (
        <Muted as="div" className="carat-row carat-row-center">
          <CloudCheckIcon aria-hidden /> {t('sales:entry.draftStored')}
          <Discard busy={busy} onDiscard={onDiscard} />
        </Muted>
      )}
    </>
  )
}

type SaveProps = { draft: SaleDraft; busy: boolean; onSave: () => void }

/** Button that posts the sale and shows its amount. */
export function SaveSaleButton({ draft, busy, onSave }: SaveProps) {
  const t = useT()
  const total = formatMoney(unitsToAmount(calculateSaleTotals(linesToPost(draft), draft).total), { currency: true })
  return (
    <Button type="primary" size="large" block loading={busy} onClick={onSave} aria-keyshortcuts="Control+Enter">
      {t('sales:entry.saveOf', { amount: total })}
    </Button>
  )
}

/** Button that discards the draft; the draft exists only in this tab, so no request is sent. */
function Discard({ busy, onDiscard }: { busy: boolean; onDiscard: () => void }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button type="link" size="small" disabled={busy} onClick={() => setAsking(true)}>
        {t('sales:entry.discard')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        run={onDiscard}
        question={{
          title: t('sales:entry.discardQuestion'),
          body: t('sales:entry.discardAbout'),
          ok: t('kit:verbs.discard'),
          danger: true,
        }}
      />
    </>
  )
}

const money = (cents: bigint) => <MoneyText amount={unitsToAmount(cents)} />
