import { Alert, Button, Modal } from 'antd'
import { FlaskConicalIcon, SendIcon } from 'lucide-react'
import { useState } from 'react'
import type { CustomerDialogProps } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { RenderedMessage } from './SendPage.tsx'
import { type ChosenTemplate, TemplatePicker } from './TemplatePicker.tsx'
import { useRenderedMessages } from './useMessages.ts'
import { useSendMessages } from './useSendMessages.ts'

/** The dialog that sends one message to one customer after a preview. */
export function SendMessageDialog({ CustomerId, open, onClose }: CustomerDialogProps) {
  const t = useT()
  const [template, setTemplate] = useState<ChosenTemplate>()
  const send = useSendMessages()
  const input = template && { ...template, CustomerId: [CustomerId] }
  const { data, error, isFetching } = useRenderedMessages(open ? input : undefined)
  const message = template ? data?.rows[0] : undefined
  const reason = !message
    ? t('messages:send.chooseTemplate')
    : message.Blocked !== null && t('messages:send.noRecipients')

  return (
    <Modal
      open={open}
      title={message ? t('messages:send.to', { name: formatPersonName(message.FullName) }) : t('messages:send.act')}
      width={640}
      onCancel={onClose}
      destroyOnHidden
      afterOpenChange={(opened) => !opened && setTemplate(undefined)}
      footer={
        <Row justify="end">
          <Button onClick={onClose}>{t('kit:verbs.cancel')}</Button>
          <ReasonedButton
            icon={<FlaskConicalIcon aria-hidden />}
            reason={!message && t('messages:send.chooseTemplate')}
            onClick={() => input && send.mutate({ ...input, Option: 'Test' })}
          >
            {t('messages:send.test')}
          </ReasonedButton>
          <ReasonedButton
            type="primary"
            icon={<SendIcon aria-hidden />}
            reason={reason}
            loading={send.isPending || isFetching}
            onClick={async () => {
              if (!input) return
              const { rows } = await send.mutateAsync({ ...input, Option: 'Send' })
              if (rows[0]?.MessageId) onClose()
            }}
          >
            {t('messages:send.one')}
          </ReasonedButton>
        </Row>
      }
    >
      <Stack>
        <TemplatePicker value={template} onChange={setTemplate} />
        {error ? (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('messages:failed.preview')}
            description={errorText(error).description}
          />
        ) : message ? (
          <RenderedMessage message={message} />
        ) : (
          template && <LoadingState rows={6} />
        )}
      </Stack>
    </Modal>
  )
}
