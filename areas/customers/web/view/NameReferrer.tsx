import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { type CustomerView, isCustomerEditable, updateCustomer } from '../../contract/customers.ts'
import { ReferrerField } from '../add/ReferrerField.tsx'
import { useEditDialogInUrl } from './editing.ts'

/** Asks for the member who recommended the customer, if the customer has no referrer yet. */
export function NameReferrerDialog({ customer }: { customer: CustomerView }) {
  const t = useT()
  const [open, setOpen] = useEditDialogInUrl('referrer')
  const { CustomerId, Version, RecommendMembershipNo } = customer
  return (
    <FormDialog
      area="customers"
      open={open && RecommendMembershipNo === null && isCustomerEditable(customer)}
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
