import { personName } from '#kit/contract/person.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { addAmendment } from '../../contract/amendments.ts'
import type { CustomerView } from '../../contract/customers.ts'

type Props = { customer: CustomerView; open: boolean; onClose: () => void }

/** Who the customer is should read differently, and somebody else is to decide it. Only what is filled in is asked. */
export function AskForChange({ customer, open, onClose }: Props) {
  const t = useT()
  return (
    <FormDialog
      area="customers"
      title={t('customers:amendments.askFor', { name: personName(customer.FullName) })}
      open={open}
      onClose={onClose}
      call={addAmendment}
      columns={2}
      fixed={{ CustomerId: customer.CustomerId }}
      // What is on file stands in the empty fields: only what is wrong is written over.
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
      done="customers:amendments.asked"
      failed="customers:amendments.createFailed"
    />
  )
}
