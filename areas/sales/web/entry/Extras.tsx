import { Button, Input } from 'antd'
import { PlusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Columns, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import { toCents } from '../amounts.ts'
import type { SaleDraft, SaleDraftErrors } from './draft.ts'
import { SaleFormField } from './Field.tsx'

const extras = ['TradeIn', 'VoucherAmount', 'Tax', 'Remarks'] as const
export type OptionalSaleField = (typeof extras)[number]

/** Rarely used fields are visible only if the user opened them, or if they have a value or an error. */
export const findVisibleOptionalFields = (
  draft: SaleDraft,
  errors: SaleDraftErrors,
  openedByUser: readonly OptionalSaleField[],
): readonly OptionalSaleField[] =>
  extras.filter(
    (extra) =>
      openedByUser.includes(extra) ||
      (extra === 'Tax'
        ? draft.lines.some(({ key, Tax }) => toCents(Tax) !== 0n || errors[`${key}.Tax`])
        : draft[extra] !== '' || errors[extra] !== undefined),
  )

type Props = {
  draft: SaleDraft
  errors: SaleDraftErrors
  open: readonly OptionalSaleField[]
  onOpen: (extra: OptionalSaleField) => void
  onChange: (more: Partial<SaleDraft>) => void
  /** Content that is shown before the buttons. */
  children: ReactNode
}

/** Buttons that open the fields for trade-in, voucher, tax and remarks. Tax is a column of the lines. */
export function OptionalSaleFields({ draft, errors, open, onOpen, onChange, children }: Props) {
  const labels = useLabels('sales')
  const amounts = (['TradeIn', 'VoucherAmount'] as const).filter((field) => open.includes(field))
  return (
    <div className="carat-card-body carat-stack">
      <Row gap="none">
        {children}
        {extras
          .filter((extra) => !open.includes(extra))
          .map((extra) => (
            <Button
              key={extra}
              type="text"
              size="small"
              icon={<PlusIcon aria-hidden />}
              onClick={() => {
                onOpen(extra)
                requestAnimationFrame(() => document.getElementById(`sale-${extra}`)?.focus())
              }}
            >
              {labels.field(extra)}
            </Button>
          ))}
      </Row>
      {(amounts.length > 0 || open.includes('Remarks')) && (
        <Columns least={160} gap="m">
          {amounts.map((field) => (
            <SaleFormField key={field} id={`sale-${field}`} label={labels.field(field)} error={errors[field]}>
              {(control) => (
                <MoneyInput
                  {...control}
                  negative={false}
                  placeholder="0.00"
                  value={draft[field]}
                  onChange={(amount) => onChange({ [field]: amount })}
                />
              )}
            </SaleFormField>
          ))}
          {open.includes('Remarks') && (
            <SaleFormField id="sale-Remarks" label={labels.field('Remarks')} error={errors.Remarks}>
              {(control) => (
                <Input.TextArea
                  {...control}
                  autoSize={{ minRows: 1, maxRows: 4 }}
                  maxLength={500}
                  value={draft.Remarks}
                  onChange={({ target }) => onChange({ Remarks: target.value })}
                />
              )}
            </SaleFormField>
          )}
        </Columns>
      )}
    </div>
  )
}
