import { Button, Input } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar, Columns, Muted, Row, Sums } from '#kit/web/Layout.tsx'
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
    <>
      <Card title={t('sales:sums.title')}>
        <Sums
          items={[
            { label: labels.field('NetAmount'), value: money(sums.net) },
            sums.discount > 0n && { label: t('sales:sums.discountGiven'), value: money(sums.discount) },
            { label: labels.field('Tax'), value: money(sums.tax) },
            { label: labels.field('TotalAmount'), value: money(sums.total), strong: true },
          ]}
        />
        <Columns least={120} gap="m" style={{ marginBlock: 16 }}>
          {(['TradeIn', 'VoucherAmount'] as const).map((field) => (
            <Field key={field} id={`sale-${field}`} label={labels.field(field)} error={errors[field]}>
              {(control) => (
                <MoneyInput
                  {...control}
                  negative={false}
                  placeholder="0.00"
                  value={draft[field]}
                  onChange={(amount) => onChange({ [field]: amount })}
                />
              )}
            </Field>
          ))}
        </Columns>
        <Field id="sale-Remarks" label={labels.field('Remarks')} error={errors.Remarks}>
          {(control) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={500}
              value={draft.Remarks}
              onChange={({ target }) => onChange({ Remarks: target.value })}
            />
          )}
        </Field>
      </Card>
      <ActionBar justify="spread" className="carat-card carat-card-body">
        <div role="status" aria-live="polite">
          <Muted as="div">{t('sales:sums.due')}</Muted>
          <strong className="carat-record-name">
            <MoneyText amount={amountOf(sums.due)} currency />
          </strong>
        </div>
        <Row>
          {onDiscard && <Discard busy={busy} onDiscard={onDiscard} />}
          <Button type="primary" size="large" loading={busy} onClick={onSave} aria-keyshortcuts="Control+Enter">
            {t('sales:entry.save')}
          </Button>
        </Row>
      </ActionBar>
    </>
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
          ok: t('kit:verbs.discard'),
          danger: true,
        }}
      />
    </>
  )
}

const money = (cents: bigint) => <MoneyText amount={amountOf(cents)} />
