import { Button } from 'antd'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { reactivateMember } from '../../contract/archive.ts'

/** The button that reactivates an archived customer, for users with the role Archive Member. */
export function ReactivateButton({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const { has } = useSession()
  const reactivation = useCall(reactivateMember, {
    done: ({ FullName }) => t('data-quality:archive.back', { name: formatPersonName(FullName) }),
    failed: 'customers:archive.backFailed',
  })
  if (!has('Archive Member')) return null
  return (
    <Button loading={reactivation.isPending} onClick={() => reactivation.mutate({ CustomerId })}>
      {t('customers:archive.reactivate')}
    </Button>
  )
}
