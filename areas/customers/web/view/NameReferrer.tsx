import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { type CustomerView, isEditable, updateCustomer } from '../../contract/customers.ts'
import { ReferrerField } from '../add/ReferrerField.tsx'
import { useEditDialog } from './editing.ts'

/** Asks for the member who recommended the customer, if the customer has no referrer yet. */
export function NameReferrer({ customer }: { customer: CustomerView }) {
  const t = useT()
  const [open, setOpen] = useEditDialog('referrer')
  const { CustomerId, Version, RecommendMembershipNo } = customer
  return (
    <FormDialog
      area="customers"
      open={open && RecommendMembershipNo === null && isEditable(customer)}
      title={t('customers:add.referrer')}
      onClose={() => setOpen(false)}
      call={updateCustomer}
      initial={{ CustomerId, Version, RecommendMembershipNo: null }}
      fields={[
        {
          name: 'RecommendMembershipNo',
          control: (props) => <ReferrerField {...props} CustomerId={CustomerId} />,
        },
      ]}
      done="customers:add.referrerAdded"
      failed="customers:failed.update"
    />
  )
}
