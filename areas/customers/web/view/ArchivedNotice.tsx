import { Alert, Button } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { CustomerView } from '../../contract/customers.ts'
import { useReactivate } from './useArchive.ts'

/** Says that the customer is archived, and takes it back for whoever may. */
export function ArchivedNotice({ customer }: { customer: CustomerView }) {
  const t = useT()
  const { has } = useSession()
  const back = useReactivate()
  return (
    <Alert
      type="warning"
      showIcon
      title={t('customers:archive.notice')}
      action={
        has('Archive Member') && (
          <Button loading={back.isPending} onClick={() => back.mutate({ CustomerId: customer.CustomerId })}>
            {t('customers:archive.reactivate')}
          </Button>
        )
      }
    />
  )
}
