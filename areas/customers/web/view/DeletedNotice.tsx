import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { DELETE_UNDO_SECONDS } from '#kit/contract/record.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type CustomerView, restoreCustomer } from '../../contract/customers.ts'
import { customersPath } from '../../paths.ts'

type Props = {
  customer: CustomerView /** When it was deleted on this page. */
  at: number | undefined
  onRestored: () => void
}

/** Offers to undo a deletion, with a countdown of the time in which the server accepts the undo. */
export function DeletedCustomerNotice({ customer, at, onRestored }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const remaining = useSecondsLeft(at)
  const restore = useCall(restoreCustomer, {
    done: 'kit:undo.done',
    failed: 'kit:undo.failed',
    onDone: onRestored,
  })
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t('customers:view.deleted', { name: customer.FullName })}
      action={
        <Row>
          {remaining > 0 && (
            <Button
              type="primary"
              loading={restore.isPending}
              onClick={() => restore.mutate({ CustomerId: customer.CustomerId })}
            >
              {t('kit:undo.undo')} <span aria-hidden>({remaining} s)</span>
            </Button>
          )}
          <Button onClick={() => void navigate(customersPath())}>{t('customers:view.toList')}</Button>
        </Row>
      }
    />
  )
}

const secondsLeft = (at: number | undefined) =>
  at === undefined ? 0 : Math.max(0, Math.ceil(DELETE_UNDO_SECONDS - (Date.now() - at) / 1000))

function useSecondsLeft(at: number | undefined) {
  const [seconds, setSeconds] = useState(() => secondsLeft(at))
  const over = seconds <= 0
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setSeconds(secondsLeft(at)), 1000)
    return () => clearInterval(timer)
  }, [over, at])
  return seconds
}
