import { Button, Input } from 'antd'
import { CheckIcon, XIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CustomerView, updateCustomer } from '#areas/customers/contract/customers.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { DateInput } from '#kit/web/DateInput.tsx'
import { businessDate } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useCall } from '#kit/web/useCall.ts'
import type { CustomerWithIssues } from '../../contract/quality.ts'
import type { FieldEditableInRow } from './in-place.ts'

type Props = {
  customer: CustomerWithIssues
  field: FieldEditableInRow
  /** Closes the input of the field. With this callback the input takes the focus; without it the input is always open. */
  onClose?: () => void
  onDone?: () => void
}

/** Edits one field of a customer in the row of a list: Enter saves, Esc cancels. */
export function EditFieldInRow({ customer, field, onClose, onDone }: Props) {
  const t = useT()
  const labels = useLabels('customers')
  const [value, setValue] = useState<string | null>(customer[field])
  const formRef = useRef<HTMLFormElement>(null)
  const name = t('data-quality:quality.editOf', { field: labels.field(field), name: customer.FullName })
  const save = useCall(updateCustomer, {
    done: ({ FullName }: CustomerView) => t('data-quality:quality.fixed', { name: FullName }),
    failed: 'customers:failed.update',
    errorIn: 'form',
    onDone: () => {
      onDone?.()
      onClose?.()
    },
  })
  const close = useRef(onClose)
  useEffect(() => {
    const form = formRef.current
    if (!close.current) return
    form?.querySelector('input')?.focus()
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close.current?.()
    form?.addEventListener('keydown', closeOnEscape)
    return () => form?.removeEventListener('keydown', closeOnEscape)
  }, [])

  return (
    <form
      className="carat-stack"
      style={{ gap: 4 }}
      ref={formRef} // The role also keeps clicks from reaching the list row.
      {...(onClose && { role: 'dialog', 'aria-label': name })}
      onSubmit={(event) => {
        event.preventDefault()
        if (value && !save.isPending)
          save.mutate({ CustomerId: customer.CustomerId, Version: customer.Version, [field]: value })
      }}
    >
      <Row tight gap="xs">
        {controls[field]({ value, onChange: setValue, label: name })}
        <Button
          htmlType="submit"
          type="primary"
          {...(onClose
            ? { icon: <CheckIcon aria-hidden />, 'aria-label': t('kit:verbs.save') }
            : { 'aria-label': `${t('kit:verbs.save')}: ${name}` })}
          disabled={!value || value === customer[field]}
          loading={save.isPending}
        >
          {!onClose && t('kit:verbs.save')}
        </Button>
        {onClose && <Button icon={<XIcon aria-hidden />} aria-label={t('kit:verbs.cancel')} onClick={onClose} />}
      </Row>
      {save.error && (
        <div role="alert" className="carat-bad">
          {t('data-quality:quality.failedFor', { membership: customer.MembershipNo ?? customer.FullName })}
          {': '}
          {errorText(save.error).description}
        </div>
      )}
    </form>
  )
}

type Control = { value: string | null; onChange: (value: string | null) => void; label: string }

const controls: Record<FieldEditableInRow, (control: Control) => ReactNode> = {
  DateOfBirth: ({ label, ...control }) => <DateInput {...control} max={businessDate()} aria-label={label} />,
  Gender: ({ label, onChange, ...control }) => (
    <ChoiceSelect
      {...control}
      area="customers"
      field="Gender"
      choices={{ list: 'Gender' }}
      aria-label={label}
      onChange={(selected) => onChange(selected as string | null)}
    />
  ),
  ContactNo: ({ label, value, onChange }) => (
    <Input
      type="tel"
      dir="ltr"
      autoComplete="off"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
  Email: ({ label, value, onChange }) => (
    <Input
      type="email"
      dir="ltr"
      autoComplete="off"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
}
