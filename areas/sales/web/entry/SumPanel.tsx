import { Button, Flex, Input } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { amountOf, sumsOf } from '../amounts.ts'
import { type Draft, type Errors, filledLines } from './draft.ts'
import { Field } from './Field.tsx'

type Props = {
  draft: Draft
  errors: Errors
  busy: boolean
  onChange: (more: Partial<Draft>) => void
  onSave: () => void
  /** Undefined: nothing was typed. */
  onDiscard: (() => void) | undefined
}

/** What the sale comes to, counted with every key, and the button that posts it. */
export function SumPanel({ draft, errors, busy, onChange, onSave, onDiscard }: Props) {
  const t = useT()
  const labels = useLabels('sales')
  const sums = sumsOf(filledLines(draft), draft)
  return (
    <div className="sales-sum">
      <Card title={t('sales:sums.title')}>
        <dl className="sales-sums">
          <Sum label={labels.field('NetAmount')} cents={sums.net} />
          {sums.discount > 0n && <Sum label={t('sales:sums.discountGiven')} cents={sums.discount} />}
          <Sum label={labels.field('Tax')} cents={sums.tax} />
          <Sum label={labels.field('TotalAmount')} cents={sums.total} strong />
        </dl>
        <div className="sales-paid">
          {(['TradeIn', 'VoucherAmount'] as const).map((field) => (
            <Field key={field} id={`sale-${field}`} label={labels.field(field)} error={errors[field]}>
              {(given) => (
                <MoneyInput
                  {...given}
                  negative={false}
                  placeholder="0.00"
                  value={draft[field]}
                  onChange={(amount) => onChange({ [field]: amount })}
                />
              )}
            </Field>
          ))}
        </div>
        <Field id="sale-Remarks" label={labels.field('Remarks')} error={errors.Remarks}>
          {(given) => (
            <Input.TextArea
              {...given}
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={500}
              value={draft.Remarks}
              onChange={({ target }) => onChange({ Remarks: target.value })}
            />
          )}
        </Field>
      </Card>
      <div className="sales-pay carat-card">
        <div className="sales-due" role="status" aria-live="polite">
          <span>{t('sales:sums.due')}</span>
          <strong>
            <MoneyText amount={amountOf(sums.due)} currency />
          </strong>
        </div>
        <Flex wrap gap={8} className="sales-pay-keys">
          {onDiscard && <Discard busy={busy} onDiscard={onDiscard} />}
          <Button type="primary" size="large" loading={busy} onClick={onSave} aria-keyshortcuts="Control+Enter">
            {t('sales:entry.save')}
          </Button>
        </Flex>
      </div>
    </div>
  )
}

/** Gives the sale up. It is of this tab only, so that it can be done without the server too. */
function Discard({ busy, onDiscard }: { busy: boolean; onDiscard: () => void }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="large" disabled={busy} onClick={() => setAsking(true)}>
        {t('sales:entry.discard')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        run={onDiscard}
        question={{
          title: t('sales:entry.discardQuestion'),
          body: t('sales:entry.discardAbout'),
          ok: t('kit:draft.drop'),
          danger: true,
        }}
      />
    </>
  )
}

const Sum = ({ label, cents, strong = false }: { label: string; cents: bigint; strong?: boolean }) => (
  <div className={strong ? 'sales-strong' : undefined}>
    <dt>{label}</dt>
    <dd>
      <MoneyText amount={amountOf(cents)} />
    </dd>
  </div>
)
