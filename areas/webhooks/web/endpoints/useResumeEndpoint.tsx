import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { CallError } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { notify } from '#kit/web/notify.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { refusals, resumeEndpoint, type WebhookEndpoint } from '../../contract.ts'

/** Resumes a paused endpoint. If its next event is deleted, the dialog asks whether to continue without it. */
export function useResumeEndpoint(): { run: (endpoint: WebhookEndpoint) => Promise<void>; dialog: ReactNode } {
  const t = useT()
  const [blocked, setBlocked] = useState<WebhookEndpoint>()
  const [isOpen, setOpen] = useState(false)
  const resume = useCall(resumeEndpoint, {
    done: ({ Name }) => t('webhooks:endpoint.resumed', { name: Name }),
    failed: 'webhooks:endpoint.resumeFailed',
    errorIn: 'form',
  })
  const run = async (endpoint: WebhookEndpoint, SkipLost = false) => {
    try {
      await resume.mutateAsync({ EndpointId: endpoint.EndpointId, SkipLost })
    } catch (error) {
      if (error instanceof CallError && error.code === refusals.eventsDeleted.code) {
        setBlocked(endpoint)
        setOpen(true)
      } else if (error instanceof Error) notify.error(() => t('webhooks:endpoint.resumeFailed'), error)
    }
  }
  return {
    run: (endpoint) => run(endpoint),
    dialog: blocked && (
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        question={{
          title: t('webhooks:endpoint.lostQuestion', { name: blocked.Name }),
          body: <Stack gap="s">{t('webhooks:endpoint.lostAbout')}</Stack>,
          ok: t('webhooks:endpoint.resume'),
          danger: true,
        }}
        run={() => run(blocked, true)}
      />
    ),
  }
}
