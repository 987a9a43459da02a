import { Button, Input } from 'antd'
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
}

/** What the sale comes to, counted with every key, and the button that posts it. */
export function SumPanel({ draft, errors, busy, onChange, onSave }: Props) {
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
        <Button type="primary" size="large" loading={busy} onClick={onSave} aria-keyshortcuts="Control+Enter">
          {t('sales:entry.save')}
        </Button>
      </div>
    </div>
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
