import { formatPersonName } from '#kit/contract/person.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { addAmendment } from '../../contract/amendments.ts'
import type { CustomerView } from '../../contract/customers.ts'

type Props = { customer: CustomerView; open: boolean; onClose: () => void }

/** The dialog that requests a change of identifying fields, for a second person to review. */
export function RequestAmendmentDialog({ customer, open, onClose }: Props) {
  const t = useT()
  return (
    <FormDialog
      area="customers"
      title={t('customers:amendments.askFor', { name: formatPersonName(customer.FullName) })}
      open={open}
      onClose={onClose}
      call={addAmendment}
      columns={2}
      fixed={{ CustomerId: customer.CustomerId }}
      // The placeholders show the stored values, so that the user fills in only the wrong fields.
      fields={[
        { name: 'FullName', wide: true, example: customer.FullName },
        { name: 'IdType', choices: { list: 'IDType' } },
        { name: 'IdNo', ...(customer.IdNo && { example: customer.IdNo }) },
        'DateOfBirth',
        { name: 'Gender', choices: { list: 'Gender' } },
        { name: 'Remark', kind: 'multiline', wide: true },
      ]}
      note={<Muted as="p">{t('customers:amendments.askHint')}</Muted>}
      submit="customers:amendments.ask"
      done="customers:amendments.requested"
      failed="customers:amendments.createFailed"
    />
  )
}
