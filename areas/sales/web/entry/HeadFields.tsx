import { Input } from 'antd'
import { LockIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { listStaffs } from '#areas/staff/contract.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { InstantField } from '#kit/web/DateInput.tsx'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Columns } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { saleChoiceFields, saleFieldDeclarations } from '../../contract/sale-fields.ts'
import { INVOICE_NO_LENGTH_MAX } from '../../contract.ts'
import type { SaleDraft, SaleDraftErrors } from './draft.ts'
import { SaleFormField } from './Field.tsx'

type Props = {
  draft: SaleDraft
  focused: boolean
  errors: SaleDraftErrors
  onChange: (more: Partial<SaleDraft>) => void
  onDone: () => void
}

/** Header fields of the sale. In the invoice number Enter moves to the lines, because scanners send Enter. */
export function SaleHeaderFields({ draft, errors, focused, onChange, onDone }: Props) {
  const t = useT()
  const labels = useLabels('sales')
  const { people, own } = useSalesPeople(draft.OutletCode)
  usePreset(own, draft.SalesPersonCode, (SalesPersonCode) => onChange({ SalesPersonCode }))
  return (
    <Card title={t('sales:entry.receipt')}>
      <Columns least={160} gap="m">
        <SaleFormField id="sale-InvoiceNo" label={labels.field('InvoiceNo')} error={errors.InvoiceNo} required>
          {(control) => (
            <TextControl
              {...control}
              uppercase
              // The field accepts scans, because staff often scan the invoice number from the receipt.
              data-scan
              autoFocus={focused}
              limit={INVOICE_NO_LENGTH_MAX}
              autoComplete="off"
              value={draft.InvoiceNo}
              onChange={(InvoiceNo) => onChange({ InvoiceNo })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
                event.preventDefault()
                onDone()
              }}
            />
          )}
        </SaleFormField>
        <OutletField draft={draft} error={errors.OutletCode} onChange={onChange} />
        <SaleFormField id="sale-SalesPersonCode" label={labels.field('SalesPersonCode')} error={errors.SalesPersonCode}>
          {(control) => (
            <ChoiceSelect
              {...control}
              area="sales"
              field="SalesPersonCode"
              choices={people}
              allowClear
              value={draft.SalesPersonCode}
              onChange={(code) => onChange({ SalesPersonCode: (code as string | null) ?? '' })}
            />
          )}
        </SaleFormField>
        {saleChoiceFields.map((name) => (
          <SaleFormField key={name} id={`sale-${name}`} label={labels.field(name)} error={errors[name]}>
            {(control) => (
              <ChoiceSelect
                {...control}
                area="sales"
                field={name}
                choices={saleFieldDeclarations[name].values}
                allowClear
                value={draft[name]}
                onChange={(value) => onChange({ [name]: (value as string | null) ?? '' })}
              />
            )}
          </SaleFormField>
        ))}
        <SaleFormField id="sale-PerformedAt" label={labels.field('PerformedAt')} error={errors.PerformedAt}>
          {({ id, ...control }) => (
            <InstantField
              id={id}
              aria-invalid={control['aria-invalid']}
              {...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] })}
              placeholder={t('sales:entry.now')}
              value={draft.PerformedAt}
              onChange={(PerformedAt) => onChange({ PerformedAt })}
            />
          )}
        </SaleFormField>
      </Columns>
    </Card>
  )
}

function OutletField({
  draft,
  error,
  onChange,
}: {
  draft: SaleDraft
  error: string | undefined
  onChange: Props['onChange']
}) {
  const t = useT()
  const labels = useLabels('sales')
  const { isHQ, user } = useSession()
  return (
    <SaleFormField id="sale-OutletCode" label={labels.field('OutletCode')} error={error} required={isHQ}>
      {(control) =>
        isHQ ? (
          <ChoiceSelect
            {...control}
            area="sales"
            field="OutletCode"
            choices="outlet"
            value={draft.OutletCode}
            onChange={(code) => onChange({ OutletCode: (code as string | null) ?? '', SalesPersonCode: '' })}
          />
        ) : (
          <Input
            {...control}
            readOnly
            value={user.building?.name ?? draft.OutletCode}
            style={{ background: 'var(--carat-sunken)' }}
            suffix={<LockIcon aria-hidden />}
            title={t('kit:search.ownOutlet')}
            aria-description={t('kit:search.ownOutlet')}
          />
        )
      }
    </SaleFormField>
  )
}

/** Returns the salespeople of the outlet as options with their name; the value is their code. */
function useSalesPeople(outlet: string) {
  const { user } = useSession()
  const { data } = useRead(
    listStaffs,
    { Rows: 200, Search: { BuildingCode: outlet, Status: 'Active' } },
    { enabled: outlet !== '', staleTime: 10 * 60_000 },
  )
  const rows = data?.rows ?? []
  return {
    people: rows.flatMap(({ SalesPersonCode, FullName }) =>
      SalesPersonCode ? [{ value: SalesPersonCode, label: formatPersonName(FullName), hint: SalesPersonCode }] : [],
    ),
    /** Returns the staff code of the signed-in user if the user sells at this outlet. */
    own: rows.find(({ StaffId }) => StaffId === user.staff?.id)?.SalesPersonCode ?? undefined,
  }
}

/** Fills an empty field once; if the user clears the field later, it stays empty. */
function usePreset(preset: string | undefined, value: string, enter: (preset: string) => void) {
  const entered = useRef(false)
  useEffect(() => {
    if (preset === undefined || entered.current) return
    entered.current = true
    if (value === '') enter(preset)
  }, [preset, value, enter])
}
