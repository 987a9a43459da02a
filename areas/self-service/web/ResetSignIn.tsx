import type { CustomerDialogProps } from '#areas/customers/web/index.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { resetCustomerSignIn } from '../contract.ts'

/** What was tried wrongly is forgotten, sessions end, and the member gets a link to the page that sends a code. */
export function ResetSignIn({ CustomerId, open, onClose }: CustomerDialogProps) {
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

/** The next code may be asked for at once; nothing is sent and nobody is signed out. */
export function UnlockSignIn({ CustomerId, open, onClose }: CustomerDialogProps) {
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
