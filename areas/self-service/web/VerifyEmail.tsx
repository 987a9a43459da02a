import { useRef, useState } from 'react'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import type { CustomerDialogProps } from '#areas/customers/web/index.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type PageLanguage, sendEmailVerification, validateEmailVerification } from '../contract.ts'

const languages: Readonly<Record<string, PageLanguage>> = { Chinese: 'zh', French: 'fr', Japanese: 'ja' }

/** Dialog that verifies the customer's address: it sends a code that the customer reads out to staff. */
export function VerifyEmailDialog({ CustomerId, open, onClose }: CustomerDialogProps) {
  const t = useT()
  const { data: customer } = useRead(getCustomer, { CustomerId }, { staleTime: Infinity })
  const [ChallengeId, setChallengeId] = useState<string>()
  const isSent = useRef(false)
  const send = useCall(sendEmailVerification, {
    failed: 'self-service:verify.sendFailed',
    onDone: (reply) => {
      isSent.current = true
      setChallengeId(reply.ChallengeId)
    },
  })
  const close = () => {
    isSent.current = false
    setChallengeId(undefined)
    onClose()
  }
  if (!customer) return null
  const address = customer.Email ?? ''
  return (
    <>
      <ConfirmDialog
        open={open && ChallengeId === undefined}
        // After sending, the dialog for the code replaces this dialog, so onClose must not run.
        onClose={() => !isSent.current && onClose()}
        question={{
          title: t('self-service:verify.question'),
          body: t(customer.VerifiedEmailYN === 'Y' ? 'self-service:verify.again' : 'self-service:verify.effect', {
            address,
          }),
          ok: t('self-service:verify.send'),
        }}
        run={() => send.mutateAsync({ CustomerId, Language: languages[customer.Language ?? ''] ?? 'en' })}
      />
      <FormDialog
        area="self-service"
        title={t('self-service:verify.sent', { address })}
        open={open && ChallengeId !== undefined}
        onClose={close}
        call={validateEmailVerification}
        fixed={{ CustomerId, ChallengeId: ChallengeId ?? '' }}
        fields={[{ name: 'Code', help: 'self-service:verify.codeHelp' }]}
        done="self-service:verify.done"
        failed="self-service:verify.failed"
      />
    </>
  )
}
