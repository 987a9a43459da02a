import { Alert } from 'antd'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { type CustomerView, findMainMembership } from '../../contract/customers.ts'

/** The notice after a registration with the membership number, which staff tell the customer. */
export function RegisteredCustomerNotice({ customer }: { customer: CustomerView }) {
  const t = useT()
  const membership = findMainMembership(customer)
  if (!membership) return null
  return (
    <Alert
      type="success"
      showIcon
      title={t('customers:view.registered')}
      description={
        <span className="carat-record-name">
          <span className="carat-figure">{membership.MembershipNo}</span>
          <CopyButton value={membership.MembershipNo} name={t('customers:fields.MembershipNo')} />
        </span>
      }
    />
  )
}
