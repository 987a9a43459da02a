import type { CustomerDialogProps } from '#areas/customers/web/index.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { resetCustomerSignIn } from '../contract.ts'

/** Button that clears the member's sign-in limits, ends the sessions and sends a sign-in link. */
export function ResetSignInDialog({ CustomerId, open, onClose }: CustomerDialogProps) {
  const t = useT()
  const reset = useCall(resetCustomerSignIn, {
    done: ({ SentTo }) => t('self-service:reset.done', { address: SentTo ?? '' }),
    failed: 'self-service:reset.failed',
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      question={{
        title: t('self-service:reset.question'),
        body: t('self-service:reset.effect'),
        ok: t('self-service:reset.ok'),
      }}
      run={() => reset.mutateAsync({ CustomerId, LinkYN: 'Y' })}
    />
  )
}

/** Button that only clears the member's sign-in limits. */
export function UnlockSignInDialog({ CustomerId, open, onClose }: CustomerDialogProps) {
  const t = useT()
  const unlock = useCall(resetCustomerSignIn, {
    done: 'self-service:unlock.done',
    failed: 'self-service:unlock.failed',
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      question={{ title: t('self-service:unlock.question'), body: t('self-service:unlock.effect') }}
      run={() => unlock.mutateAsync({ CustomerId, LinkYN: 'N' })}
    />
  )
}
